import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe("a part of the page that cannot be loaded", () => {
  it("is told in its place, takes nothing else with it, and comes when the page is loaded again", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    const screens = "**/assets/screens-*.js";
    await page.route(screens, (route) => route.abort());
    await page.reload();
    await ana.row("lobby").waitFor();
    await page.goto(`${open.url}/#/usage`);
    await page.getByRole("alert").getByText("Something went wrong in this page.").waitFor();
    await page.goto(`${open.url}/#/`);
    await ana.row("lobby").click();
    await page.locator("#conversation-name", { hasText: "lobby" }).waitFor();
    await page.goto(`${open.url}/#/usage`); // asked for again, and not there
    await page.getByRole("alert").getByText("Something went wrong in this page.").waitFor();
    await page.unroute(screens);
    await page.getByRole("button", { name: "Load again" }).click();
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
