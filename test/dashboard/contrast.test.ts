import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser, openPerson } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";
import { seriousFindings } from "./support/serious-findings.ts";

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
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe.each([
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark" },
] as const)(`${promises("dashboard-for-everyone")}at $width px, $colorScheme, axe finds nothing serious`, (options) => {
  it("on the login and what it says when a code is wrong", async () => {
    await using open = await openGateway();
    const context = await openPerson(options);
    const page = await context.newPage();
    await page.goto(open.url);
    await page.getByRole("heading", { name: "Log in" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByLabel("Login code").fill("wrong-code");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("That code is not right").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
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
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Type a command" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto(`${open.url}/#/`);
    await ana.row("one").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(options.width);
  });
});
