import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { strand } from "../../packages/gateway/test-support/strand.ts";
import { promises } from "../requirements.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";
import { openGuest } from "./support/guest.ts";
import { openOperator } from "./support/operator.ts";
import { axeFindings } from "./support/axe-findings.ts";

afterAll(closeBrowser);

/** How an element is drawn. */
const drawn = (selector: string, pseudo = "") => `(() => {
  const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(pseudo)});
  return [style.backgroundColor, style.outlineStyle].join(" ");
})()`;

describe(`${promises("dashboard-for-everyone")}with the few colours of high contrast`, () => {
  it("what is new, chosen, open and at hand still looks different from what is not", async () => {
    await using open = await openGateway();
    for (const name of ["one", "two", "three"]) await open.converse("hello", "hi", name);
    await using ana = await openOperator(open, { forcedColors: "active" });
    const { page } = ana;
    await ana.row("three").waitFor();
    await open.converse("more", "news", "two");
    await ana.row("news").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const mark = (kind: string) => page.evaluate(drawn(`.row .state-mark[data-kind=${kind}]`));
    expect(await mark("unread")).not.toBe(await mark("idle"));
    const row = (isSelected: boolean) => page.evaluate(drawn(`.row[aria-selected=${isSelected}]`));
    expect(await row(true)).not.toBe(await row(false));
    const edge = await page.evaluate(drawn(".row[data-cursor=true]", "::before"));
    expect(edge).not.toBe(await page.evaluate(drawn(".row[data-cursor=false]", "::before")));
    const place = (selector: string) => page.evaluate(drawn(`.navigation ${selector}`));
    expect(await place("a[aria-current]")).not.toBe(await place("a:not([aria-current])"));
    expect(await axeFindings(page)).toEqual([]);
  });
});

const screens = ["", "health", "chat", "schedules", "usage", "trash", "audit", "logs", "access", "settings"];

describe.each([
  { contrast: "more", colorScheme: "light", width: 1280 },
  { contrast: "more", colorScheme: "dark", width: 360 },
  { forcedColors: "active", colorScheme: "light", width: 360 },
  { forcedColors: "active", colorScheme: "dark", width: 1280 },
] as const)("with %o", (view) => {
  it("axe finds nothing on any screen, nor on the visitors' page and the login", async () => {
    const line = {
      sequence: 1,
      at: Date.now(),
      level: "error",
      message: "Refused.",
      fields: { runId: "r_1" },
    } as const;
    await using open = await openGateway({ gateway: { logs: { read: () => [line] } } });
    await strand(open, "failed", "refused");
    await open.ask("DELETE", `/sessions/${await open.converse("hello", "hi", "gone")}`);
    const { sessionId } = await open.startRun("are you there?", "busy");
    await using ana = await openOperator(open, view);
    const { page } = ana;
    for (const screen of [...screens, `c/${sessionId}`]) {
      await page.goto(`${open.url}/#/${screen}`);
      await page.locator("main :is(h1, h2)").first().waitFor({ state: "attached" });
      await page.locator(".late").first().waitFor({ state: "detached" });
      expect(await axeFindings(page), screen).toEqual([]);
    }
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.context().clearCookies();
    await page.reload();
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await using guest = await openGuest(open, view);
    await guest.say("hello");
    await guest.message("hello").waitFor();
    await guest.button("More").click();
    expect(await axeFindings(guest.page)).toEqual([]);
  }, 120_000);
});

describe("whoever asks for more contrast", () => {
  it("gets text and edges that stand out more, here and on the visitors' page, in light and dark", async () => {
    await using open = await openGateway();
    const styles = async (page: Page) =>
      page.evaluate(`(() => {
      const { color, backgroundColor } = getComputedStyle(document.body);
      return [color, backgroundColor, getComputedStyle(document.querySelector("textarea, input, form")).borderColor];
    })()`);
    for (const colorScheme of ["light", "dark"] as const) {
      await using guest = await openGuest(open, { colorScheme });
      await using ana = await openOperator(open, { colorScheme });
      for (const page of [guest.page, ana.page]) {
        const usual = await styles(page);
        await page.emulateMedia({ contrast: "more" });
        expect(await styles(page)).not.toEqual(usual);
      }
    }
  });
});

describe("motion", () => {
  it("shows that something is being written, and stands still for those who want that", async () => {
    await using open = await openGateway();
    await open.startRun("are you there?", "busy");
    const moving = async (reducedMotion: "reduce" | "no-preference") => {
      await using ana = await openOperator(open, { reducedMotion });
      await ana.row("busy").waitFor();
      const running =
        "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations === Infinity).length";
      const count: number = await ana.page.evaluate(running);
      return count > 0;
    };
    expect(await moving("no-preference")).toBe(true);
    expect(await moving("reduce")).toBe(false);
  });
});

describe.each([
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const)(`${promises("dashboard-for-everyone")}at $width px, $colorScheme, axe finds nothing`, (options) => {
  it("on the login and what it says when a code is wrong", async () => {
    await using open = await openGateway();
    const context = await openPerson(options);
    const page = await context.newPage();
    await page.goto(open.url);
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel("Login code").fill("wrong-code");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("That code is not right").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.width);
    await context.close();
  });

  it("on a conversation that is gone, toasts, the palette and a bulk", async () => {
    await using open = await openGateway();
    for (const name of ["one", "two"]) await open.converse("hello", "hi", name);
    await using ana = await openOperator(open, options);
    const { page } = ana;
    await ana.row("two").click();
    await page.locator("[data-kind=assistant]").waitFor();
    await page.keyboard.press("Delete");
    await page.getByRole("heading", { name: "This conversation was deleted" }).waitFor();
    await page.getByText("Deleted “two”").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Type a command" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${open.url}/#/`);
    await ana.row("one").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.width);
  });
});
