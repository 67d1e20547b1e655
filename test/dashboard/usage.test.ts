import type { TurnRunner } from "@keyturn/core";
import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { faultsOf, views } from "./support/axe.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Operator, type OperatorOptions, openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const prices = [{ model: "lab/*", input: 10, output: 20, cachedInput: 1 }];

/** A bot of which two models answered, one with a price and one without. */
async function openUsed(options: { readonly hasPrices: boolean }): Promise<OpenGateway> {
  const answers = ["lab/one", "lab/one", "other/two"];
  const usage = { inputTokens: 500_000, outputTokens: 100_000, cachedInputTokens: 100_000 };
  const run: TurnRunner["run"] = async () => ({
    parts: [{ type: "text", text: "fine" }],
    usage,
    modelName: answers.shift() ?? "",
  });
  const settings = options.hasPrices ? { currency: "EUR", prices } : {};
  const open = await openGateway({ bot: { turnRunner: { run }, usage: settings } });
  for (const place of ["one", "two", "three"]) {
    await open.say("hello", place);
    await open.bot.settled();
  }
  return open;
}

async function openUsage(open: OpenGateway, options: OperatorOptions = {}, heading = "Usage"): Promise<Operator> {
  const operator = await openOperator(open, options);
  await operator.page.goto(`${open.url}/#/usage`);
  await operator.page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  await operator.page.locator(".chart").waitFor();
  return operator;
}

describe(`${promises("dashboard-health")}the usage`, () => {
  it("tells what it cost by day, model and channel, and what it does not know the price of", async () => {
    await using open = await openUsed({ hasPrices: true });
    await using ana = await openUsage(open);
    const { page } = ana;
    // Twice 400,000 full, 100,000 cached and 100,000 out: 4 + 0.1 + 2 euros.
    const fact = (name: string) => page.locator(".facts div", { hasText: name }).locator("dd");
    expect(await fact("Cost").textContent()).toBe("€12.20");
    expect(await fact("Runs").textContent()).toBe("3");
    await page.getByText("The cost leaves out 600,000 tokens of models without a price.").waitFor();
    const models = page.getByRole("region", { name: "By model" }).locator("tbody tr");
    expect(await models.allTextContents()).toEqual([
      "lab/one21,000,000200,000€12.20",
      "other/two1500,000100,000no price",
    ]);
    const channels = page.getByRole("region", { name: "By channel" }).locator("tbody tr");
    expect(await channels.allTextContents()).toEqual(["webchat31,500,000300,000€12.20"]);
    const chart = page.getByRole("img", { name: /^Cost of each of the last 30 days/ });
    expect(await chart.locator("desc").textContent()).toMatch(/^The most: €12\.20, /);
    await page.getByText("As a table").click();
    expect(await page.getByRole("region", { name: "By day" }).locator("tbody tr").count()).toBe(1);
    expect(ana.faults).toEqual([]);
  });

  it("is looked at by tokens, and for other times; the address is the view", async () => {
    await using open = await openUsed({ hasPrices: true });
    await using ana = await openUsage(open);
    const { page } = ana;
    await page.getByLabel("Shown").selectOption("tokens");
    await page.getByLabel("Time").selectOption("90");
    await page.getByRole("img", { name: /^Tokens of each of the last 90 days/ }).waitFor();
    expect(page.url()).toMatch(/#\/usage\?of=tokens&days=90$/);
    await page.reload();
    await page.getByRole("img", { name: /^Tokens of each of the last 90 days/ }).waitFor();
  });

  it("says that no prices are set, and where they are", async () => {
    await using open = await openUsed({ hasPrices: false });
    await using ana = await openUsage(open);
    await ana.page.getByText("no prices are set").waitFor();
    expect(await ana.page.getByRole("columnheader", { name: "Cost" }).count()).toBe(0);
    await ana.page.getByRole("link", { name: "Set usage.prices" }).click();
    await ana.page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  });

  it("that could not be read says so, and is read again when somebody wants it", async () => {
    await using open = await openUsed({ hasPrices: true });
    await using ana = await openOperator(open);
    const { page } = ana;
    const problem = {
      code: "INTERNAL_ERROR",
      status: 500,
      title: "",
      detail: "Something went wrong.",
      instance: "q_1",
    };
    await page.route("**/usage?**", (route) =>
      route.fulfill({ status: 500, contentType: "application/problem+json", json: problem }),
    );
    await page.goto(`${open.url}/#/usage`);
    await page.getByText("Something went wrong.").first().waitFor();
    expect(await page.getByRole("alert").first().textContent()).toContain("q_1");
    await page.unroute("**/usage?**");
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.locator(".chart").waitFor();
  });

  it.each(views)("reads well and has nothing for axe at $width px, $colorScheme", async (view) => {
    await using open = await openUsed({ hasPrices: true });
    await using ana = await openUsage(open, view);
    await ana.page.getByText("As a table").click();
    expect(await faultsOf(ana.page, view.width)).toEqual([]);
    expect(ana.faults).toEqual([]);
  });

  it("is told in German", async () => {
    await using open = await openUsed({ hasPrices: true });
    await using ana = await openUsage(open, { locale: "de-DE" }, "Verbrauch");
    await ana.page.getByText("12,20 €").first().waitFor();
    await ana.page.getByRole("img", { name: /^Kosten an jedem der letzten 30 Tage/ }).waitFor();
  });
});
