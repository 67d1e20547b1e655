import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileAccessStore } from "@keyturn/gateway";
import { afterAll, describe, expect, it } from "vitest";
import { openGateway } from "../../packages/gateway/test-support/open-gateway.ts";
import { promises } from "../requirements.ts";
import { closeBrowser } from "./support/browser.ts";
import { openOperator } from "./support/operator.ts";

afterAll(closeBrowser);

describe(`${promises("dashboard-live")}an answer`, () => {
  it("shows as it is written, and then as it was stored, once", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { run } = await open.startRun("hello", "lobby");
    await ana.row("lobby").click();
    run.write("It is ");
    await ana.page.locator("[data-kind=draft]", { hasText: "It is" }).waitFor();
    run.write("high ");
    await ana.page.locator("[data-kind=draft]", { hasText: "It is high" }).waitFor();
    run.answer("noon.");
    await ana.page.locator("[data-kind=assistant]", { hasText: "It is high noon." }).waitFor();
    await ana.page.locator("[data-kind=draft]").waitFor({ state: "detached" });
    expect(await ana.page.locator(".entries").getByText("It is high noon.").count()).toBe(1);
    await ana.row("It is high noon.").waitFor();
    expect(ana.faults).toEqual([]);
    expect(ana.foreignRequests).toEqual([]);
  });

  it("shows from its beginning to somebody who opens it in the middle", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("hello", "lobby");
    run.write("The beginning, ");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    await ana.page.locator("[data-kind=draft]", { hasText: "The beginning," }).waitFor();
    run.write("the end");
    await ana.page.locator("[data-kind=draft]", { hasText: "The beginning, the end" }).waitFor();
  });

  it("shows also when it came after the list was read and before the stream began", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>();
    await ana.page.route("**/api/v1/events*", async (route) => {
      await isHeld;
      await route.continue();
    });
    await ana.page.reload();
    await ana.page.getByText("No conversations yet").waitFor(); // 1. the list was read
    await open.converse("hello", "hi", "lobby"); //                2. something happens that no stream tells
    expect(await ana.rows.count()).toBe(0);
    letGo(); //                                                    3. the stream begins
    await ana.row("lobby").waitFor();
  });

  it("is stopped from the conversation, and what was written stays", async () => {
    await using open = await openGateway();
    const { run } = await open.startRun("hello", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").click();
    run.write("half an answer");
    await ana.page.getByText("half an answer").waitFor();
    await ana.action("Stop").click();
    await ana.page.getByText("stopped here").waitFor();
    expect(run.isAborted).toBe(true);
  });
});

describe("the tabs of one browser", () => {
  it("share one stream, all eight of them, and another takes over when the one that reads is closed", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    const tabs = [ana.page];
    for (let count = 2; count <= 8; count += 1) tabs.push(await ana.openTab(`${open.url}/`));
    await open.converse("hello", "hi", "lobby");
    for (const tab of tabs) await tab.getByRole("option", { name: "lobby" }).waitFor();
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 1 } });
    await ana.page.close();
    await open.converse("hello", "hi", "den");
    for (const tab of tabs.slice(1)) await tab.getByRole("option", { name: "den" }).waitFor();
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 1 } });
  });
});

describe("a restart of the bot in the middle of an answer", () => {
  it("shows as such, and the answer goes on in front of the operator when the bot is back", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-dashboard-"));
    const access = new FileAccessStore(folder);
    const bot = { store: { kind: "lowdb", folder, durability: "relaxed" } } as const;
    const first = await openGateway({ bot, gateway: { access } });
    await using ana = await openOperator(first);
    const { run } = await first.startRun("hello", "lobby");
    await ana.row("lobby").click();
    run.write("half an ans"); //                                                1. it is being written
    await ana.page.getByText("half an ans").waitFor();
    await first[Symbol.asyncDispose](); //                                      2. the bot ends
    await ana.page
      .getByRole("status")
      .getByText(/Reconnecting… · as of/)
      .waitFor();
    const port = Number(new URL(first.url).port);
    await using second = await openGateway({ bot, gateway: { access, port } }); // 3. and is back
    const again = await second.runner.nextRun();
    again.write("a whole answer");
    await ana.page.locator("[data-kind=draft]", { hasText: "a whole answer" }).waitFor();
    again.answer("");
    await ana.page.locator("[data-kind=assistant]", { hasText: "a whole answer" }).waitFor();
    expect(await ana.page.getByText("half an ans").count()).toBe(0);
    expect(await ana.page.getByText("Reconnecting").count()).toBe(0);
    await second.bot.settled();
    await rm(folder, { recursive: true, force: true });
  });
});

describe(`${promises("dashboard-live")}a browser that was cut off`, () => {
  it("says of when the list is, and keeps on showing what was known", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await using ana = await openOperator(open);
    await ana.row("lobby").waitFor();
    await ana.page.context().setOffline(true); //               1. the machine sleeps, or the network is gone
    await ana.page.evaluate("dispatchEvent(new Event('focus'))");
    await open.gateway.close(); //                              2. its connection with it
    await ana.page
      .getByRole("status")
      .getByText(/Reconnecting… · as of/)
      .waitFor();
    expect(await ana.rows.count()).toBe(1); //                  3. what was known stays
  });

  it("reads lists again and again, and says so, where tabs cannot share a stream", async () => {
    await using open = await openGateway();
    await using ana = await openOperator(open);
    await ana.page.addInitScript("delete Navigator.prototype.locks");
    await ana.page.reload();
    await ana.page.getByRole("status").getByText("Updated every few seconds").waitFor();
    await open.converse("hello", "hi", "lobby");
    await ana.row("lobby").waitFor();
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 0 } });
  });
});

describe(`${promises("dashboard-live")}two operators`, () => {
  it("see what the other does without doing anything", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi", "lobby");
    await open.converse("hello", "hi", "den");
    const { run } = await open.startRun("hello", "hall");
    await using ana = await openOperator(open);
    await using ben = await openOperator(open);
    await ben.row("hall").locator("[title='being answered']").waitFor();
    await ana.row("hall").waitFor();
    await ana.page.keyboard.press("j");
    await ana.page.keyboard.press("s"); //                      one stops the run
    await ben.row("hall").locator("[title='being answered']").waitFor({ state: "detached" });
    expect(run.isAborted).toBe(true);
    await ana.page.keyboard.press("j");
    await ana.page.keyboard.press("r"); //                      resets the next
    await ben
      .row("den")
      .getByText(/^Reset by /)
      .waitFor();
    await ana.page.keyboard.press("End"); //                    wherever the one that was reset has moved
    await ana.page.keyboard.press("Delete"); //                 and deletes the last
    await ben.row("lobby").waitFor({ state: "detached" });
    await ana.page.keyboard.press("z"); //                      and takes it back
    await ben.row("lobby").waitFor();
  });
});
