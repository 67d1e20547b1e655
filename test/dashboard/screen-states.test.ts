import type { Page, Route } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { faultsOf } from "./support/axe.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

/** Everything but the events, which tell that the bot is there. */
const reads = (url: URL) => /\/api\/v1\/(?!events)/.test(url.pathname);

const screens = ["health", "chat", "schedules", "usage", "trash", "audit", "logs", "access", "settings"];

/** Of which nothing is read again by itself while nothing happens. */
const quiet = new Set(["chat", "schedules", "trash", "audit", "settings"]);

const fail = (route: Route) =>
  route.fulfill({
    status: 500,
    contentType: "application/problem+json",
    json: { code: "TROUBLE", status: 500, title: "", detail: "The disk made a noise.", instance: "q_9" },
  });

/** Lets time go by, as long as something has to come of it. */
async function until(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  const look = async () => {
    await page.clock.runFor(1_000);
    return isSo();
  };
  await expect.poll(look, { timeout: 20_000 }).toBe(true);
}

const line = { sequence: 1, at: Date.parse("2030-01-01T09:41:00.000Z"), level: "warn", message: "Refused." } as const;

describe.each([
  { width: 360, colorScheme: "dark" },
  { width: 1280, colorScheme: "light" },
] as const)(`${promises("dashboard-for-everyone")}at $width px, $colorScheme, every screen`, (view) => {
  it.each(screens)(
    "that is “%s” says that it is read, that it could not be and why, and is there again",
    async (screen) => {
      await using open = await openGateway({ gateway: { logs: { read: () => [{ ...line, fields: {} }] } } });
      await using ana = await openOperator(open, view);
      const { page } = ana;
      // What the screen is made of is there already.
      await page.goto(`${open.url}/#/${screen === "trash" ? "audit" : "trash"}`);
      await page.locator("h1").first().waitFor();
      await page.clock.install();
      let isHung = true;
      await page.route(reads, (route) => (isHung ? undefined : fail(route)));
      await page.goto(`${open.url}/#/${screen}`); //                       1. nobody answers
      await page.getByText("Reading…").first().waitFor();
      await page.getByText("The bot takes its time.").first().waitFor({ state: "hidden" });
      expect(await faultsOf(page, view.width)).toEqual([]);
      isHung = false; //                                                   2. the patience ends, and all that comes is no
      await page.clock.runFor(31_000);
      const alert = page.locator("main").getByRole("alert").first();
      await until(page, async () => (await alert.count()) === 1);
      await alert.getByText("The disk made a noise. Reference: q_9").waitFor();
      // What is read again by itself does not go back to “Reading…” each time.
      for (let second = 0; second < 8; second += 1) {
        await page.clock.runFor(1_000);
        expect(await alert.getByText("The disk made a noise.").count()).toBe(1);
      }
      expect(await faultsOf(page, view.width)).toEqual([]);
      await page.unroute(reads); //                                        3. it can be read again
      await until(page, async () => {
        const retry = page.locator("main").getByRole("button", { name: "Try again" });
        // Those that are there now, if any: one may go while a click would wait for it.
        await retry.evaluateAll("(buttons) => buttons.forEach((button) => button.click())");
        return (await retry.count()) === 0;
      });
      expect(ana.faults).toEqual([]);
    },
    120_000,
  );

  it.each(screens.filter((screen) => !quiet.has(screen)))(
    "that is “%s” and cannot be read any more says of when it is, and does not say that all is well",
    async (screen) => {
      await using open = await openGateway({ gateway: { logs: { read: () => [{ ...line, fields: {} }] } } });
      await using ana = await openOperator(open, view);
      const { page } = ana;
      await page.clock.install();
      await page.goto(`${open.url}/#/${screen}`);
      await page.locator("main :is(table, ol, .chart)").first().waitFor();
      await page.route(reads, fail);
      const word = page
        .getByRole("status")
        .getByText(/^This could not be read again, and is of .*\. The disk made a noise\./);
      const well = page.getByText("Everything is up");
      await until(page, async () => (await word.count()) === 1 && (await well.count()) === 0);
      expect(await faultsOf(page, view.width)).toEqual([]);
      await page.unroute(reads);
      await until(page, async () => (await word.count()) === 0);
    },
    120_000,
  );
});
