import { createInstantRunner } from "@keyturn/testkit";
import { SlackServer } from "@keyturn/testkit/slack";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { collectUnhandled } from "../../packages/adapters/test-support/unhandled.ts";
import { promises } from "../requirements.ts";
import { BotProcess } from "./support/bot-process-handle.ts";

/** Opens a socket beside the bot's, as another process of the app's does. */
async function openSocket({ apiUrl, app }: SlackServer): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${app.appToken}` };
  const answer = await fetch(`${apiUrl}apps.connections.open`, { method: "POST", headers });
  const body: unknown = await answer.json();
  const url = typeof body === "object" && body !== null && "url" in body ? String(body.url) : "";
  const socket = new WebSocket(url);
  await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
  return socket;
}

describe(`${promises("slack-connection", "no-loss")}the sockets`, () => {
  it.each(["warning", "refresh_requested"] as const)(
    "are renewed one beside the other when Slack says %s",
    async (reason) => {
      await using test = await openSlackBot({ bot: { turnRunner: createInstantRunner() } });
      const { slack, ada, clock } = test;
      await slack.waitFor(() => slack.openSockets.length === 2);
      const direct = ada.opensDirect(slack.installation);
      let fewest = 2;
      for (let round = 0; round < 5; round += 1) {
        slack.faults.disconnect(reason, slack.openSockets.slice(0, 1));
        ada.says(direct, `${round}`);
        await slack.waitFor(() => {
          fewest = Math.min(fewest, slack.openSockets.length);
          return slack.sockets.length >= 3 + round && slack.openSockets.length === 2;
        });
        await clock.advance(2_000);
      }
      await slack.waitFor(() => direct.messages.filter(({ text }) => text.startsWith("re: ")).length === 5);
      expect(fewest).toBe(2);
      // Nothing waited for Slack's patience to end.
      const retries = slack.deliveries.flatMap(({ attempts }) => attempts.map(({ retryReason }) => retryReason));
      expect(retries).not.toContain("timeout");
      expect(test.status()).toMatchObject({ state: "connected", reconnects: 0 });
    },
  );

  it("tell operators that there are too many, wait a minute, and open when there is room", async () => {
    using unhandled = collectUnhandled();
    const others: WebSocket[] = [];
    await using test = await openSlackBot({
      prepare: async (server) => {
        for (let number = 0; number < 10; number += 1) others.push(await openSocket(server));
      },
    });
    const { slack, clock, ada } = test;
    expect(test.status()).toMatchObject({ state: "reconnecting", reason: expect.stringContaining("ten sockets") });
    await clock.advance(5_000);
    const tries = slack.callsOf("apps.connections.open").length;
    await clock.advance(20_000);
    expect(slack.callsOf("apps.connections.open").length - tries).toBeLessThanOrEqual(2);
    for (const socket of others) socket.close();
    await slack.waitFor(() => slack.openSockets.length === 0);
    while (test.status()?.state !== "connected") await clock.advance(1_000);
    ada.says(ada.opensDirect(slack.installation), "now?");
    expect((await test.runner.nextRun()).texts).toEqual(["now?"]);
    expect(unhandled.failures).toEqual([]);
  });

  it("tell operators that Socket Mode was turned off", async () => {
    using unhandled = collectUnhandled();
    await using test = await openSlackBot();
    const { slack, clock } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.next({ method: "apps.connections.open", error: "missing_scope", times: 99 });
    slack.faults.disconnect("link_disabled");
    await slack.waitFor(() => slack.openSockets.length === 0);
    while (test.status()?.state !== "misconfigured") await clock.advance(100);
    expect(test.status()?.reason).toMatch(/Socket Mode is off|app token/);
    slack.faults.clear();
    while (test.status()?.state !== "connected") await clock.advance(1_000);
    expect(unhandled.failures).toEqual([]);
  });

  it("stay open at the end until what is being taken in is stored and acknowledged; then nothing more is taken", async () => {
    const held = Promise.withResolvers<void>();
    await using test = await openSlackBot({
      bot: { observeLock: ({ operation }) => void (operation === "message.accept" && held.resolve()) },
    });
    const { slack, ada, bot, clock, runner } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    const direct = ada.opensDirect(slack.installation);
    slack.faults.next({ method: "users.info", delayMilliseconds: 1_000 });
    ada.says(direct, "last words"); //                        1. taking it in waits for a name
    await slack.waitFor(() => slack.callsOf("users.info").length === 1);
    const stopped = bot.stop(60_000); //                      2. the bot is to stop
    expect(slack.deliveries.at(-1)?.isAcknowledged).toBe(false);
    await clock.advance(1_000); //                            3. the name comes
    await slack.waitFor(() => slack.deliveries[0]?.isAcknowledged);
    await held.promise;
    ada.says(direct, "too late"); //                          4. and somebody says more
    for (const run of runner.runs) run.answer("ok");
    await clock.advance(120_000);
    await stopped;
    await slack.waitFor(() => slack.openSockets.length === 0);
    expect(slack.deliveries.at(-1)?.isAcknowledged).toBe(false);
  });

  it("are the adapter's own, whatever @slack/socket-mode does or is", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-slack-"));
    await using slack = await SlackServer.start();
    const process = new BotProcess(slack, folder, {
      preloaded: [join(import.meta.dirname, "support", "no-socket-mode.ts")],
    });
    await slack.waitFor(() => slack.openSockets.length === 2, { timeoutMilliseconds: 30_000 });
    const ada = slack.addPerson("ada");
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "hello");
    await slack.waitFor(() => direct.messages.find(({ text }) => text === "re: hello"));
    slack.faults.disconnect("refresh_requested");
    slack.faults.sendFrame("null");
    slack.faults.sendNullPayload();
    ada.says(direct, "still there?");
    await slack.waitFor(() => direct.messages.find(({ text }) => text === "re: still there?"));
    await process.kill();
    await rm(folder, { recursive: true, force: true });
  }, 60_000);
});
