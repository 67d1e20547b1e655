import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { Policy } from "@keyturn/core";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openCrowded } from "./support/crowded-gateway.ts";
import { openOperator } from "./support/operator.ts";
import { Scroller } from "./support/scroller.ts";
import { withLongTranscript } from "./support/transcripts.ts";

afterAll(closeBrowser);

/** Holds the requests to an address until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await isHeld;
    await route.continue();
  });
  return letGo;
}

describe(`${promises("dashboard-removal")}what is asked for in the list`, () => {
  it("shows in the row before the answer, and not when it is refused, with the reason", async () => {
    const policy: Policy = { authorize: ({ operation }) => !["session.reset", "session.stop"].includes(operation) };
    await using open = await openGateway({ bot: { policy } });
    await open.converse("hello", "hi there", "lobby");
    await open.startRun("hello", "den");
    await using ana = await openOperator(open);
    const { page } = ana;
    const ring = ana.row("den").locator("[title='being answered']");
    await ring.waitFor();
    const stop = await hold(page, "**/stop");
    const reset = await hold(page, "**/reset");
    await page.keyboard.press("j");
    await page.keyboard.press("s"); //                         1. both are on their way
    await ring.waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await page.keyboard.press("r");
    const emptied = ana.row("lobby").getByText(/^Reset by /);
    await emptied.waitFor();
    stop(); //                                                 2. and are refused
    reset();
    await page.getByText(/“den” was not stopped: /).waitFor();
    await ring.waitFor();
    await ana
      .row("lobby")
      .getByText(/^Not reset: /)
      .waitFor();
    expect(await emptied.count()).toBe(0);
  });

  it("is done once for a key that is held", async () => {
    await using open = await openCrowded(4);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("place-4").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.down("Delete");
    for (let repeat = 0; repeat < 5; repeat += 1) await page.keyboard.down("Delete");
    await page.keyboard.up("Delete");
    await page.getByText("Deleted “place-4”").waitFor();
    await page.keyboard.down("j"); //                          to move is another matter
    await page.keyboard.down("j");
    await page.keyboard.up("j");
    await page.locator("[data-cursor=true]", { hasText: "place-1" }).waitFor();
    expect(await ana.rows.count()).toBe(3);
  });
});

describe(`${promises("dashboard-removal")}an undo`, () => {
  it("is offered to the end of its time, however much was done and said since, on every screen", async () => {
    await using open = await openCrowded(7);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("place-7").waitFor();
    await page.keyboard.press("j");
    for (let number = 7; number >= 2; number -= 1) {
      await page.keyboard.press("Delete");
      await page.getByText(`Deleted “place-${number}”`).waitFor();
    }
    await ana.row("place-1").click();
    for (let copies = 0; copies < 5; copies += 1) {
      await ana.action("More").click();
      await page.getByRole("menuitem", { name: "Copy id" }).click();
    }
    await page.keyboard.press("g");
    await page.keyboard.press("h");
    await page.getByRole("heading", { name: "Health" }).waitFor();
    for (let number = 2; number <= 7; number += 1) {
      await page.keyboard.press("z");
      await page.getByText(`“place-${number}” is back.`).waitFor();
    }
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect.poll(() => ana.rows.count()).toBe(7);
    expect(ana.faults).toEqual([]);
  });

  it("of a reset stands in its place too, from the answer on, and takes one key", async () => {
    await using open = await openGateway();
    await open.converse("one", "first answer", "lobby");
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.locator("[data-kind=assistant]", { hasText: "first answer" }).waitFor();
    await ana.action("Reset").click();
    await page.getByText("Nothing was said since.").waitFor();
    await ana.page.locator(".boundary[data-kind=reset]").getByRole("button", { name: "undo" }).waitFor();
    await page.keyboard.press("z");
    await page.locator("[data-kind=assistant]", { hasText: "first answer" }).waitFor();
  });
});

describe(`${promises("dashboard-removal")}a delete of a conversation whose newest messages were not seen`, () => {
  it("says how many there are when they came below what is read, and takes them when told to", async () => {
    await using open = await openGateway();
    await withLongTranscript(open, 60);
    await using ana = await openOperator(open);
    const { page } = ana;
    await ana.row("lobby").click();
    await page.locator(".entries").getByText("answer 59").waitFor();
    await new Scroller(page).to(500); //                                   1. somebody reads further up
    await page.getByRole("button", { name: "To the end" }).waitFor();
    for (const text of ["one", "two", "three"]) await open.converse(text, `answer to ${text}`, "lobby");
    await page.getByRole("button", { name: "6 new" }).waitFor(); //        2. three messages come, and are answered
    await ana.action("Delete").click();
    await page
      .getByText("3 messages arrived in “lobby” since you opened this. Nothing was done.") //  3. they are told
      .waitFor();
    await ana.row("lobby").waitFor();
    await new Scroller(page).to(1_000_000); //                             4. they read them,
    await page.locator(".entries").getByText("answer to three").waitFor();
    await page.locator(".to-end").waitFor({ state: "detached" });
    await ana.action("Delete").click(); //                                 5. and know what they delete
    await page.getByText("Deleted “lobby”").waitFor();
  });
});

describe(`${promises("no-resurrection", "dashboard-removal")}what another operator has deleted meanwhile`, () => {
  it("is gone for whoever acts on it, although no event told them", async () => {
    await using open = await openGateway();
    const ids = await Promise.all(["lobby", "den", "hall"].map((place) => open.say("hello", place)));
    await using ana = await openOperator(open);
    const { page } = ana;
    await page.route("**/api/v1/events*", (route) => route.abort()); //     1. the page hears of nothing
    await page.reload();
    await ana.row("hall").waitFor();
    for (const id of ids) await open.ask("DELETE", `/sessions/${id}`); //   2. all are deleted
    await ana.row("lobby").click(); //                                      3. one is opened,
    await page.getByRole("heading", { name: "This conversation was deleted" }).waitFor();
    await page.keyboard.press("Escape");
    await ana.row("lobby").waitFor({ state: "detached" });
    await page.goto(`${open.url}/#/`);
    await page.keyboard.press("Home");
    await page.keyboard.press("r"); //                                      4. one reset,
    await page.getByText(/was not reset: /).waitFor();
    await expect.poll(() => ana.rows.count()).toBe(1);
    await page.keyboard.press("Delete"); //                                 5. one deleted again
    await page.getByText(/^Deleted “/).waitFor();
    await expect.poll(() => ana.rows.count()).toBe(0);
    expect(ana.faults).toEqual([]);
  });
});
