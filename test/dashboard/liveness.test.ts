import type { BrowserContext, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

/** Has a tab do nothing more, as a browser does with one that it freezes; the returned function lets it go on. */
async function freeze(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Debugger.enable");
  await session.send("Debugger.pause");
  return async () => {
    await session.send("Debugger.disable");
    await session.detach();
  };
}

const streams = async (open: OpenGateway) => (await open.ask("GET", "/status")).text;

describe(`${promises("dashboard-live")}a tab that reads for the others and is frozen by the browser`, () => {
  it("has the stream taken from it by the one that is looked at, and follows when it goes on", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const other = await ana.openTab(`${open.url}/`);
    await other.getByText("No conversations yet").waitFor();
    const thaw = await freeze(ana.page); //                                     1. the first tab reads, and stops
    await open.converse("hello", "hi", "lobby");
    await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))"); // 2. somebody looks at the other
    await other.getByRole("option", { name: "lobby" }).waitFor();
    await open.converse("hello", "hi", "den");
    await other.getByRole("option", { name: "den" }).waitFor();
    await thaw(); //                                       3. the first one is back
    for (const name of ["lobby", "den"]) await ana.row(name).waitFor();
    await open.converse("hello", "hi", "hall");
    for (const page of [ana.page, other]) await page.getByRole("option", { name: "hall" }).waitFor();
    await expect.poll(() => streams(open)).toContain('"eventStreams":1');
    expect(ana.faults).toEqual([]);
  });
});

/** Has the machine sleep: no timer runs and nothing arrives, and the clock on the wall goes on. */
async function sleep(context: BrowserContext, page: Page, milliseconds: number): Promise<void> {
  await context.setOffline(false);
  await page.evaluate(`(() => {
    const { now } = Date;
    Date.now = () => now() + ${milliseconds};
  })()`);
}

describe(`${promises("dashboard-live")}a stream that broke while the machine slept`, () => {
  it("is found out soon after it wakes, although nobody told, and what was missed is there", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { page } = ana;
    // 1. A stream that opens and tells nothing any more, as one whose network went away without a word.
    let opened = 0;
    await page.route("**/api/v1/events*", async (route) => {
      opened += 1;
      if (opened > 1) await route.continue();
    });
    await page.reload();
    await page.getByText("No conversations yet").waitFor();
    await expect.poll(() => opened).toBe(1);
    await open.converse("hello", "hi", "lobby");
    await sleep(page.context(), page, 60_000); //                 2. a minute later
    await ana.row("lobby").waitFor(); //                          3. it is taken up again
    expect(opened).toBeGreaterThan(1);
  });
});

describe(`${promises("dashboard-live")}what the page says of when it is`, () => {
  it("is when the gateway was heard last, a heartbeat included", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    await ana.page.getByText("No conversations yet").waitFor();
    const asOf = async () => (await ana.page.locator(".list-foot").textContent()) ?? "";
    const first = await asOf();
    await ana.page.evaluate("(() => { const { now } = Date; Date.now = () => now() + 3_600_000; })()"); // an hour later
    await open.clock.advance(15_000); // nothing happens, and the gateway says that it is there
    await expect.poll(asOf, { timeout: 10_000 }).not.toBe(first);
  });

  it("goes on where lists are read again and again, and so does what is being written", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("hello", "lobby");
    run.write("It is ");
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.addInitScript("delete Navigator.prototype.locks");
    await page.reload();
    await ana.row("lobby").click();
    const draft = page.locator("[data-kind=draft]");
    await draft.getByText("It is").waitFor();
    run.write("high noon");
    await draft.getByText("It is high noon").waitFor();
    const asOf = async () => (await page.locator(".list-foot").textContent()) ?? "";
    const first = await asOf();
    await page.evaluate("(() => { const { now } = Date; Date.now = () => now() + 3_600_000; })()");
    await expect.poll(asOf, { timeout: 10_000 }).not.toBe(first);
    expect(ana.faults).toEqual([]);
  });
});
