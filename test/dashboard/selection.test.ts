import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openCrowded } from "./support/crowded-gateway.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

const scrollTo = (page: Page, row: number) => page.evaluate(`document.querySelector('.rows').scrollTop = ${row} * 56`);

/** The last row, which is drawn some time after the list was scrolled there. */
const oldest = /place-1(?!\d)/;

const orderSchema = z.object({ filter: z.object({}).optional(), expectedCount: z.number().optional() });

describe(`${promises("dashboard-removal")}all conversations of a list`, () => {
  it("stay chosen when more of them are read and when another one comes", async () => {
    await using open = await openCrowded(230);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByRole("button", { name: "Select all 230" }).click();
    await page.getByText("230 selected").waitFor();
    await scrollTo(page, 220); //                                  1. rows are read that were not
    await ana.row("place-3").first().waitFor();
    await page.getByText("230 selected").waitFor();
    await open.say("hello", "place-new"); //                       2. one comes
    await page.getByText("231 selected").waitFor();
    const order = page.waitForRequest("**/sessions/bulk");
    await page.locator("#bulk-delete").click();
    const question = page.getByRole("alertdialog", { name: "Delete 231 conversations?" });
    await question.getByRole("button", { name: "Delete" }).click();
    expect(orderSchema.parse((await order).postDataJSON())).toEqual({ filter: {}, expectedCount: 231 });
    await page.getByText("Deleted 231 conversations.").waitFor();
    await page.getByRole("heading", { name: "No conversations yet" }).waitFor();
  });

  it("are not those of another filter, and what was chosen is nowhere out of sight", async () => {
    await using open = await openCrowded(12);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("place-12").click({ modifiers: ["ControlOrMeta"] });
    await page.getByText("1 selected").waitFor();
    await page.getByRole("searchbox").fill("place-9");
    await page.getByText("1 conversation ·").waitFor();
    expect(await page.getByText(/\d selected/).count()).toBe(0);
  });
});

describe(`${promises("dashboard-removal")}a range`, () => {
  it("goes from the cursor to the row that is clicked with Shift, over rows that were never seen", async () => {
    await using open = await openCrowded(420);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByText("420 conversations").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j"); //                             the second row
    await scrollTo(page, 395); //                                  and, without what is between, one of the last
    await ana.row("place-21").click({ modifiers: ["Shift"] });
    await page.getByText("399 selected").waitFor();
    await page.locator("[data-cursor=true]", { hasText: "place-21" }).waitFor();
    await page.keyboard.press("Shift+J"); //                       goes on from there
    await page.getByText("400 selected").waitFor();
    expect(ana.faults).toEqual([]);
  });

  it("has no hole where rows come slowly", async () => {
    await using open = await openCrowded(130);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByText("130 conversations").waitFor();
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/sessions?*offset=100*", async (route) => {
      await isHeld;
      await route.continue();
    });
    await page.keyboard.press("j");
    for (let press = 0; press < 110; press += 1) await page.keyboard.press("Shift+J");
    await page.getByText("100 selected").waitFor(); //             as far as was read, however long it is held
    letGo();
    await scrollTo(page, 110);
    await ana.row("place-20").waitFor();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press("Shift+J");
    await page.getByText("110 selected").waitFor();
  });

  it("of more than one request may name is done all the same", async () => {
    await using open = await openCrowded(520);
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.getByText("520 conversations").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await scrollTo(page, 520);
    await ana.rows.filter({ hasText: oldest }).click({ modifiers: ["Shift"] });
    await page.getByText("519 selected").waitFor();
    await page.keyboard.press("Delete");
    const question = page.getByRole("alertdialog", { name: "Delete 519 conversations?" });
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted 519 conversations.").waitFor();
    await page.getByText("1 conversation ·").waitFor();
    await page.keyboard.press("z"); //                             one undo for both requests
    await page.getByText("Brought back 519 conversations.").waitFor();
    await page.getByText("520 conversations ·").waitFor();
  });
});

describe(`${promises("dashboard-removal")}a bulk whose gateway cannot be reached for a moment`, () => {
  it("is neither called failed nor taken back, and its progress keeps the focus", async () => {
    await using open = await openCrowded(130);
    await using ana = await openOperator(open);
    const { page } = ana;
    let isDown = true;
    let asked = 0;
    await page.route("**/operations/*", async (route) => {
      asked += 1;
      return isDown && asked > 1 ? route.abort() : route.continue();
    });
    await page.getByText("130 conversations").waitFor();
    await page.keyboard.press("j");
    await scrollTo(page, 130);
    await ana
      .row("place-2")
      .last()
      .click({ modifiers: ["Shift"] });
    await page.getByText("129 selected").waitFor();
    const { bot } = open;
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    const original = bot.sessions.delete.bind(bot.sessions);
    const held: typeof original = async (...demand) => {
      await isHeld;
      return original(...demand);
    };
    Object.defineProperty(bot.sessions, "delete", { value: held });
    await page.keyboard.press("Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    const cancel = page.locator(".toast").getByRole("button", { name: "Cancel" });
    await cancel.focus();
    await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(3); //          1. nobody answers,
    expect(await page.getByText("could not be changed").count()).toBe(0);
    expect(await ana.rows.count()).toBeLessThanOrEqual(1); //      2. and what is being deleted stays out of sight
    expect(await page.locator(".toast button:focus").textContent()).toBe("Cancel");
    isDown = false;
    letGo(); //                                                    3. it was at work all the time
    await page.getByText("Deleted 129 conversations.").waitFor();
    await ana.row("place-1").waitFor();
    expect(await ana.rows.count()).toBe(1);
  });
});
