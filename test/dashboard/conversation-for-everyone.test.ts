import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { type WantedEntry, answered, idOf, said, withTranscript } from "./support/transcripts.ts";

afterAll(closeBrowser);

const everything: readonly WantedEntry[] = [
  { ...said("Is https://shop.example/4711 paid?", 0), editedAt: "2030-01-01T09:10:00.000Z" },
  {
    role: "assistant",
    runId: idOf("r", 1),
    isStopped: true,
    parts: [
      { type: "text", text: "# Yes\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n```ts\nlet paid = true;\n```" },
      {
        type: "tool",
        callId: "c1",
        name: "order.lookup",
        input: { id: 1 },
        output: "no",
        isError: true,
        durationMilliseconds: 5,
      },
    ],
  },
  { role: "note", messageId: idOf("m", 2), author: { id: "olga", name: "Olga" }, text: "Be generous." },
  { role: "operator", messageId: idOf("m", 3), author: { id: "olga", name: "Olga" }, text: "Olga here." },
  { role: "notice", text: "The model was changed." },
  answered("Fine.", 5),
];

/** A conversation with all that can stand in one, being answered, with a message that waits. */
async function withEverything(open: OpenGateway): Promise<void> {
  await withTranscript(open, everything);
  const { run } = await open.startRun("and now?", "lobby");
  run.write("Let me see");
  await open.say("hello?", "lobby");
}

describe.each([
  { width: 360, height: 700, colorScheme: "light" },
  { width: 360, height: 700, colorScheme: "dark" },
  { width: 1280, height: 800, colorScheme: "light" },
  { width: 1280, height: 800, colorScheme: "dark" },
] as const)(`${promises("dashboard-for-everyone")}at $width px, $colorScheme, axe finds nothing`, (options) => {
  it("in a conversation with all that can stand in one, an empty one, a deleted one, and what asks", async () => {
    await using open = await openGateway();
    const empty = await open.converse("hello", "hi", "empty");
    await open.ask("POST", `/sessions/${empty}/reset`);
    const deleted = await open.converse("hello", "hi", "deleted");
    await open.ask("DELETE", `/sessions/${deleted}`);
    await withEverything(open);
    await using ana = await openOperator(open, options);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.locator("[data-kind=draft] .markdown").waitFor();
    for (const call of await page.locator("details.tool summary").all()) await call.click();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.width);
    await page.getByRole("button", { name: "JSON" }).click();
    expect(await axeFindings(page)).toEqual([]);
    await ana.action("More").click();
    await page.getByRole("menuitem", { name: "Purge…" }).click();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${open.url}/#/c/${empty}`);
    await page.getByText("Nothing was said since.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${open.url}/#/c/${deleted}`);
    await page.getByRole("button", { name: "Undo" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(ana.faults).toEqual([]);
  });
});

describe(`${promises("dashboard-for-everyone")}on a phone with the keyboard up`, () => {
  it("what is written, how it is said and every action are in sight", async () => {
    await using open = await openGateway();
    await withEverything(open);
    await using ana = await openOperator(open, { width: 360, height: 700 });
    const { page } = ana;
    await ana.row("lobby").click();
    const field = page.getByRole("textbox", { name: "Write into" });
    await field.fill("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight");
    await page.setViewportSize({ width: 360, height: 360 }); // the keyboard takes the other half
    for (const seen of [field, ana.action("Stop"), ana.action("Delete"), page.getByText("As a note")]) {
      const box = (await seen.boundingBox()) ?? { y: 999, height: 0, x: 999, width: 0 };
      expect(box.y + box.height).toBeLessThanOrEqual(360);
      expect(box.x + box.width).toBeLessThanOrEqual(360);
      expect(box.y).toBeGreaterThan(0);
    }
  });
});

describe(`${promises("dashboard-for-everyone")}by keyboard alone`, () => {
  it("a conversation is read, a tool call opened, a message written and sent, and the list reached again", async () => {
    await using open = await openGateway();
    await withTranscript(open, everything);
    await using ana = await openOperator(open);
    const { page } = ana;
    const { keyboard } = page;
    const focused = () =>
      page.evaluate("document.activeElement.closest('summary, textarea, [role=log], [role=listbox]')?.tagName");
    await ana.row("lobby").waitFor();
    await keyboard.press("j");
    await keyboard.press("Enter");
    await page.locator("details.tool").waitFor();
    await page.getByRole("log", { name: "Transcript" }).focus();
    const name = await page.locator("#conversation-name").textContent();
    await keyboard.press("ArrowDown"); //                      scrolls, and opens nothing else
    expect(await page.locator("#conversation-name").textContent()).toBe(name);
    while ((await focused()) !== "SUMMARY") await keyboard.press("Tab");
    await keyboard.press("Enter");
    await page.locator("details.tool[open] pre").first().waitFor();
    await keyboard.press("m");
    await expect.poll(focused).toBe("TEXTAREA");
    await keyboard.type("m is a letter here");
    await keyboard.press("Enter");
    await page.locator("[data-kind=operator]", { hasText: "m is a letter here" }).waitFor();
    await keyboard.press("Escape");
    await keyboard.press("Escape");
    await expect.poll(() => page.url()).not.toContain("/c/");
    expect(ana.faults).toEqual([]);
  });
});

describe(`${promises("dashboard-for-everyone")}in German`, () => {
  it("a conversation says everything in German", async () => {
    await using open = await openGateway();
    await withEverything(open);
    await using ana = await openOperator(open, { locale: "de-DE" });
    const { page } = ana;
    await page.getByRole("option", { name: "lobby" }).click();
    const pane = page.locator(".conversation");
    for (const text of ["schreibt…", "bearbeitet", "hier angehalten", "gescheitert", "Notiz", "1 wartet", "Als Bot"]) {
      await pane.getByText(text).first().waitFor();
    }
    const said = (await pane.innerText()).replaceAll(
      /order\.lookup|let paid = true;|Be generous\.|Let me see|Olga here\./g,
      "",
    );
    expect(said).not.toMatch(/\b(?:waiting|messages|Stop|Reset|Delete|Send|edited|stopped|failed|the|of)\b/);
    await ana.action("Mehr").click();
    await page.getByRole("menuitem", { name: "Endgültig löschen…" }).click();
    await page.getByText("Kein Zurück.").waitFor();
  });
});
