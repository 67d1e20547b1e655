import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Operator, openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const screens = ["", "health", "chat", "schedules", "usage", "trash", "audit", "logs", "access", "settings"];

/** What has the focus: its role or element, its name, and whether it shows that it has it. */
const focused = `(() => {
  const { activeElement: element } = document;
  if (element === null || element === document.body) return null;
  // The box around a field shows it for the field, and the word beside a hidden radio for the radio.
  const drawn = element.matches(".modes input") ? element.nextElementSibling : element.closest(".composer-box:has(textarea:focus)");
  const { outlineStyle, outlineWidth } = getComputedStyle(drawn ?? element);
  const labels = element.labels ? [...element.labels].map((label) => label.textContent).join(" ") : "";
  const name = element.getAttribute("aria-label") || labels || element.textContent || element.title || "";
  const box = element.getBoundingClientRect();
  const isSeen = element.matches(":focus-visible") && outlineStyle !== "none" && outlineWidth !== "0px";
  return { tag: element.tagName, name: name.trim(), isSeen, isOnScreen: box.bottom > 0 && box.top < innerHeight };
})()`;

interface Stop {
  readonly tag: string;
  readonly name: string;
  readonly isSeen: boolean;
  readonly isOnScreen: boolean;
}

/** Goes through a screen with Tab, from its first link until the focus leaves the page or comes back to where it began. */
async function tour({ page }: Operator): Promise<readonly Stop[]> {
  const stops: Stop[] = [];
  await page.evaluate("document.querySelector('.skip').focus()");
  for (let presses = 0; presses < 80; presses += 1) {
    const stop: Stop | null = await page.evaluate(focused);
    if (stop === null || (presses > 0 && stop.name === stops[0]?.name)) return stops;
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  return stops;
}

async function fill(open: OpenGateway): Promise<void> {
  await open.converse("hello", "hi", "lobby");
  await open.ask("DELETE", `/sessions/${await open.converse("hello", "hi", "gone")}`);
  await open.ask("POST", "/tokens", { label: "Ana", role: "viewer" });
}

describe(`${promises("dashboard-for-everyone")}with Tab alone`, () => {
  it.each(screens)("everything on “%s” is reached, has a name and shows that it has the focus", async (screen) => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open);
    await ana.page.goto(`${open.url}/#/${screen}`);
    await ana.page.locator("main h1").first().waitFor({ state: "attached" });
    await ana.page.locator(".late").first().waitFor({ state: "detached" });
    const stops = await tour(ana);
    expect(stops.length).toBeGreaterThan(12);
    expect(stops[0]?.name).toBe("Skip to the content");
    expect(stops.filter(({ name }) => name === "")).toEqual([]);
    expect(stops.filter(({ isSeen, isOnScreen }) => !isSeen || !isOnScreen)).toEqual([]);
  });

  it("so is everything of a conversation that is being answered, and of one that is gone", async () => {
    await using open = await openGateway();
    await fill(open);
    const { sessionId } = await open.startRun("are you there?", "busy");
    await open.say("hello?", "busy");
    await using ana = await openOperator(open);
    for (const id of [sessionId, "s_thereisnonewiththisid"]) {
      await ana.page.goto(`${open.url}/#/c/${id}`);
      await ana.page.locator("main :is(#conversation-name, h2)").first().waitFor();
      await ana.page.locator(".late").first().waitFor({ state: "detached" });
      const stops = await tour(ana);
      expect(stops.length).toBeGreaterThan(12);
      expect(stops.filter(({ name }) => name === "")).toEqual([]);
      expect(stops.filter(({ isSeen, isOnScreen }) => !isSeen || !isOnScreen)).toEqual([]);
    }
    await ana.page.goto(`${open.url}/#/c/${sessionId}`);
    await ana.action("Stop").waitFor();
    const names = (await tour(ana)).map(({ name }) => name);
    for (const name of ["Stop", "Reset", "Delete", "More"]) expect(names).toContain(name);
  });

  it("the content is one key away, past the menu", async () => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open);
    await ana.row("lobby").waitFor();
    await ana.page.keyboard.press("Tab");
    await ana.page.keyboard.press("Enter");
    await ana.page.keyboard.press("Tab");
    expect(await ana.page.evaluate(focused)).toMatchObject({ tag: "INPUT" });
  });
});

describe("keys", () => {
  it("lead to every place that the help names", async () => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").waitFor();
    for (const [key, hash] of [
      ["h", "#/health"],
      ["r", "#/health"],
      ["u", "#/usage"],
      ["a", "#/audit"],
      ["s", "#/schedules"],
      ["t", "#/trash"],
      ["c", "#/"],
    ] as const) {
      await page.keyboard.press("g");
      await page.keyboard.press(key);
      await expect.poll(() => new URL(page.url()).hash).toBe(hash);
    }
    expect((await open.ask("GET", "/sessions")).text).toContain('"place":"lobby"');
  });

  it("are the signs that they are, whether or not a keyboard has them behind Shift", async () => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open);
    await ana.row("lobby").waitFor();
    await ana.page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: '/', shiftKey: true }))"); // as in Germany
    expect(await ana.page.evaluate(focused)).toMatchObject({ tag: "INPUT" });
  });

  it("do nothing to a conversation while somebody writes, and Escape loses no word", async () => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    const composer = page.getByRole("textbox", { name: /^Say something|^Write/ });
    await composer.fill("");
    await composer.pressSequentially("jxrsz/?g");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Escape");
    expect(await composer.inputValue()).toBe("jxrsz/?g");
    await ana.row("lobby").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("reset and stop what the cursor is at", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    const { run } = await open.startRun("hello", "den");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("den").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("s");
    await expect.poll(() => run.isAborted).toBe(true);
    await ana.row("den").locator("[title='being answered']").waitFor({ state: "detached" });
    await page.locator("[data-cursor=true]", { hasText: "den" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("r");
    await page.getByText("Reset “lobby”").waitFor();
    await page.keyboard.press("z");
    await page.getByText("“lobby” is back.").waitFor();
  });
});

describe("the palette", () => {
  it("takes the keys from the moment that it is asked for, however long it takes to come", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("hello", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/assets/more-*.js", async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.reload();
    await ana.row("lobby").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("Control+k"); //  1. its file is on its way
    await page.keyboard.type("rs"); //          2. what is typed meanwhile resets and stops nothing
    letGo();
    await page.getByRole("combobox", { name: "Type a command" }).waitFor();
    expect(run.isAborted).toBe(false);
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({ items: [{ epoch: 1, running: {} }] });
  });

  it("opens the conversation whose name is typed, and does nothing to it", async () => {
    await using open = await openGateway();
    const id = await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").waitFor();
    await page.keyboard.press("j"); // what could be done to it is in the palette
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Type a command" }).fill("lobby");
    await page.getByRole("option", { name: "Reset: lobby" }).waitFor();
    await page.keyboard.press("Enter");
    await page.locator("#conversation-name", { hasText: "lobby" }).waitFor();
    expect((await open.ask("GET", `/sessions/${id}`)).json()).toMatchObject({ epoch: 1, entries: 2 });
  });

  it("has what can be done here, every place, and conversations that the page has not read", async () => {
    await using open = await openGateway();
    for (let number = 1; number <= 110; number += 1) await open.say("hello", `place-${number}`);
    await using ana = await openOperator(open, { role: "operator" });
    const { page } = ana;
    await page.getByText("110 conversations").waitFor();
    await page.keyboard.press("Control+k");
    const box = page.getByRole("combobox", { name: "Type a command" });
    const options = page.getByRole("listbox", { name: "Commands" }).getByRole("option").locator("bdi");
    await box.fill("to us");
    await expect.poll(() => options.allTextContents()).toEqual(["Go to Usage"]);
    await box.fill("place-1");
    await options.filter({ hasText: /^place-1$/ }).click();
    await page.locator("#conversation-name", { hasText: /place-1(?!\d)/ }).waitFor();
    await page.keyboard.press("Control+k");
    await box.fill("reset");
    await page.keyboard.press("Enter");
    await page.getByText("Reset “place-1”").waitFor();
    await page.keyboard.press("Control+k");
    await box.fill("dark");
    await page.keyboard.press("Enter");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("dark");
  });
});
