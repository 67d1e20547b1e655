import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { views } from "./support/axe.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";
import { axeFindings } from "./support/axe-findings.ts";

afterAll(closeBrowser);

async function fill(open: OpenGateway): Promise<void> {
  await open.converse("hello", "# Hi\n\n- a **list**\n- `code`\n\n[link](https://example.org)", "quiet");
  await open.startRun("are you there?", "busy");
  await open.say("hello?", "busy");
}

describe.each(views)(
  `${promises("dashboard-for-everyone")}axe finds nothing at $width px, $colorScheme,`,
  (options) => {
    it("on the list, a conversation, dialogs and menus", async () => {
      await using open = await openGateway();
      await fill(open);
      await using ana = await openOperator(open, options);
      const { page } = ana;
      await ana.row("busy").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await ana.row("quiet").click();
      await page.locator(".markdown").waitFor();
      expect(await axeFindings(page)).toEqual([]);
      await page.getByRole("button", { name: "More" }).click();
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      expect(await axeFindings(page)).toEqual([]);
    });
  },
);

const line = {
  sequence: 1,
  at: Date.parse("2030-01-01T09:41:00.000Z"),
  level: "warn",
  message: "A request was refused.",
  fields: { requestId: "q_1", route: "/api/v1/sessions/{id}" },
} as const;

const screens = [
  ["health", "Health"],
  ["chat", "Web chat"],
  ["schedules", "Schedules"],
  ["usage", "Usage"],
  ["trash", "Trash"],
  ["audit", "Audit"],
  ["logs", "Log"],
  ["access", "Access"],
  ["settings", "Settings"],
] as const;

describe.each(views)("every other screen at $width px, $colorScheme,", (options) => {
  it("shows what there is, is no wider than the screen, and has nothing for axe", async () => {
    await using open = await openGateway({ gateway: { logs: { read: () => [line] } } });
    await open.ask("DELETE", `/sessions/${await open.converse("hello", "hi", "gone")}`);
    await open.ask("POST", "/tokens", { label: "Ana", role: "viewer" });
    await fill(open);
    await using ana = await openOperator(open, options);
    const { page } = ana;
    for (const [path, name] of screens) {
      await page.goto(`${open.url}/#/${path}`);
      await page.getByRole("heading", { name, level: 1 }).waitFor();
      await page.locator(".late").first().waitFor({ state: "detached" });
      expect(await axeFindings(page), path).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(options.width);
      expect(await page.getByRole("alert").count(), path).toBe(0);
    }
    expect(ana.faults).toEqual([]);
    expect(ana.foreignRequests).toEqual([]);
  }, 120_000);
});

describe("on a phone", () => {
  it("one pane is seen at a time, nothing is wider than the screen, and the actions stay in reach", async () => {
    await using open = await openGateway();
    await fill(open);
    await using ana = await openOperator(open, { width: 360, height: 500 });
    const { page } = ana;
    await ana.row("busy").click();
    await ana.rows.first().waitFor({ state: "hidden" });
    await ana.action("Stop").waitFor();
    for (const name of ["Stop", "Reset", "Delete"]) expect(await ana.action(name).isVisible()).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
    const composer = await page.getByRole("textbox", { name: "Write into" }).boundingBox();
    expect((composer?.y ?? 500) + (composer?.height ?? 0)).toBeLessThan(500);
    await page.getByRole("button", { name: "Back" }).click();
    await ana.row("busy").waitFor();
  });

  it("every place is in reach: the first ones below, the others and the choices behind a button that shows them", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open, { width: 360, height: 700 });
    const { page } = ana;
    const menu = page.getByRole("navigation", { name: "Menu" });
    const links = menu.getByRole("link");
    await links.first().waitFor();
    expect(await links.allTextContents()).toEqual(["Conversations", "Health", "Web chat", "Schedules"]);
    const more = menu.getByRole("button", { name: "More" });
    await more.click();
    await links.nth(9).waitFor();
    for (const link of await links.all()) {
      const box = await link.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 360)).toBeLessThanOrEqual(360);
      expect((box?.y ?? 0) + (box?.height ?? 700)).toBeLessThanOrEqual(700);
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.getByRole("link", { name: "Settings" }).waitFor({ state: "hidden" });
    await more.click();
    await menu.getByRole("link", { name: "Settings" }).click();
    await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    await menu.getByRole("link", { name: "Settings" }).waitFor({ state: "hidden" });
    expect(await more.getAttribute("data-current")).toBe("true");
    await more.click();
    await menu.getByRole("button", { name: "Log out" }).click();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(ana.faults).toEqual([]);
  });
});

describe("by keyboard alone", () => {
  it("an operator goes through the list, opens, selects, searches, acts, undoes and finds every key", async () => {
    await using open = await openGateway();
    for (const name of ["one", "two", "three"]) await open.converse("hello", "hi", name);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("three").waitFor();
    const { keyboard } = page;
    await keyboard.press("j"); //                                       the newest, three
    await keyboard.press("j"); //                                       two
    await keyboard.press("Enter");
    await page.locator("#conversation-name", { hasText: "two" }).waitFor();
    await keyboard.press("Escape");
    await keyboard.press("Delete"); //                                  two goes, one has the cursor
    await ana.row("two").waitFor({ state: "detached" });
    await page.locator("[data-cursor=true]", { hasText: "one" }).waitFor();
    await keyboard.press("z");
    await ana.row("two").waitFor();
    await keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await keyboard.press("Shift+K");
    await page.getByText("2 selected").waitFor();
    await keyboard.press("Escape");
    await keyboard.press("/");
    await keyboard.type("three");
    await expect.poll(() => page.url()).toContain("q=three");
    await expect.poll(() => ana.rows.count()).toBe(1);
    await keyboard.press("Escape");
    await keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await keyboard.press("Escape");
    await keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Type a command" }).waitFor();
    await keyboard.type("two");
    await keyboard.press("Enter");
    await page.locator("#conversation-name", { hasText: "two" }).waitFor();
    expect(ana.faults).toEqual([]);
  });
});

describe("in German", () => {
  it("everything is said in German, and the page says so", async () => {
    await using open = await openGateway();
    await open.converse("hallo", "hallo", "flur");
    const context = await openPerson({ locale: "de-DE" });
    const page = await context.newPage();
    await page.goto(open.url);
    await page.getByRole("heading", { name: "Anmelden" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await context.close();
  });
});
