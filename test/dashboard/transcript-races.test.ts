import { afterAll, describe, expect, it } from "vitest";
import { type OpenGateway, openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { type Operator, openOperator } from "./support/operator.ts";
import { Scroller } from "./support/scroller.ts";

afterAll(closeBrowser);

const key = { adapter: "webchat", account: "web", place: "lobby" };
const person = { kind: "participant", id: "ana", adapter: "webchat", account: "web", surface: "discord" } as const;

/** A conversation of so many turns, as a service brings it in: `p0` is the oldest message. */
async function converse({ bot, runner }: OpenGateway, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    const sender = { id: "ana", name: "Ana" };
    await bot.receive({ key, platformMessageId: `p${turn}`, sender, text: `question ${turn}.` });
    (await runner.nextRun()).answer(`answer ${turn}.`);
    await bot.settled();
  }
}

const withdraw = ({ bot }: OpenGateway, id: string) =>
  bot.sessions.withdrawMessage({ key, platformMessageId: id }, { ...person, place: "lobby" });

/** Holds the next answer of the kind as it was when it was asked for; the returned function lets it go. */
async function holdNext({ page }: Operator, isMeant: (address: URL) => boolean) {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: isRead, resolve: wasRead } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route("**/messages?*", async (route) => {
    if (!isFirst || !isMeant(new URL(route.request().url()))) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    wasRead();
    await isHeld;
    return route.fulfill({ response });
  });
  return { isRead, letGo };
}

/** All that the page has of a transcript, drawn or not. */
async function rawText({ page }: Operator): Promise<string> {
  await page.getByRole("button", { name: "JSON" }).click();
  return (await page.locator(".raw").textContent()) ?? "";
}

describe(`${promises("no-resurrection", "dashboard-transcript")}a message that was withdrawn far back`, () => {
  it("is gone from the page, also when the transcript's end was being read at that moment", async () => {
    await using open = await openGateway();
    await converse(open, 30);
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    await ana.page.locator(".entries").getByText("answer 29.").waitFor();
    await new Scroller(ana.page).to(0); //                                1. all of it was read
    await ana.page.locator(".entries").getByText("question 1.").waitFor();
    const held = await holdNext(ana, (address) => !address.searchParams.has("before"));
    await open.say("one more", "lobby"); //                               2. its end is being read,
    await held.isRead;
    await withdraw(open, "p1"); //                                        3. when something is withdrawn
    held.letGo();
    await ana.page.locator(".entries").getByText("question 1.").waitFor({ state: "detached" });
    await expect.poll(() => ana.page.locator(".raw, .entries").getByText("question 1.").count()).toBe(0);
    expect(await rawText(ana)).not.toContain("question 1.");
  });

  it("does not come with a page of older messages that was on its way", async () => {
    await using open = await openGateway();
    await converse(open, 30);
    await using ana = await openOperator(open);
    const held = await holdNext(ana, (address) => address.searchParams.has("before"));
    await ana.row("lobby").click();
    await ana.page.locator(".entries").getByText("answer 29.").waitFor();
    await new Scroller(ana.page).to(0);
    await held.isRead; //                                                 1. older ones were read, and are on their way
    const isRead = ana.page.waitForResponse((response) => !response.url().includes("before="));
    await withdraw(open, "p1"); //                                        2. one of them is withdrawn
    await (await isRead).finished();
    held.letGo(); //                                                      3. they arrive
    await expect.poll(async () => (await new Scroller(ana.page).place()).height).toBeGreaterThan(0);
    await new Scroller(ana.page).to(0);
    await ana.page.locator(".entries").getByText("question 0.").waitFor();
    expect(await ana.page.locator(".entries").getByText("question 1.").count()).toBe(0);
    expect(await rawText(ana)).not.toContain("question 1.");
  });
});

describe(`${promises("dashboard-transcript")}a conversation that cannot be read`, () => {
  it("says so and why, and is read again when it is asked to", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi there", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").waitFor();
    await ana.page.route("**/messages?*", (route) => route.abort());
    await ana.row("lobby").click();
    await ana.page.getByRole("alert").getByText("This conversation could not be read.").waitFor();
    await ana.page.unroute("**/messages?*");
    await ana.page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
    await ana.page.locator("[data-kind=assistant]", { hasText: "hi there" }).waitFor();
    expect(await ana.page.getByRole("alert").count()).toBe(0);
  });
});

describe(`${promises("dashboard-writing")}a message that is taken out of the queue`, () => {
  it("stays out, whatever is read of the queue while that is on its way", async () => {
    await using open = await openGateway();
    await open.startRun("first", "lobby");
    await open.say("second", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    const queue = page.getByRole("region", { name: "Waiting" });
    await queue.getByText("1 waiting").waitFor();
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/queue/*", async (route) => {
      await isHeld;
      await route.continue();
    });
    await queue.getByRole("button", { name: "Cancel the message of" }).click(); //  1. the wish is on its way
    await queue.waitFor({ state: "detached" });
    await open.say("third", "lobby"); //                                            2. the queue is read meanwhile
    await queue.getByText("third").waitFor();
    expect(await queue.getByText("second").count()).toBe(0);
    letGo(); //                                                                     3. the wish arrives
    await page.waitForResponse("**/queue/*");
    await queue.getByText("1 waiting").waitFor();
    expect(await queue.getByText("second").count()).toBe(0);
  });
});
