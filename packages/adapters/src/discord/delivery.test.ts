import type { SessionSummary } from "@keyturn/core";
import { PermissionFlagsBits } from "discord.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openAnsweringBot, saidBy } from "../../test-support/answering-bot.ts";
import { type DiscordBot, openDiscordBot } from "../../test-support/discord-bot.ts";
import { expectQuiet } from "../../test-support/quiet.ts";
import { operator, settled } from "../../test-support/sessions.ts";
import { type CollectedFailures, collectUnhandled } from "../../test-support/unhandled.ts";

const longText = "This is a text that is long enough to be shown at once, since it has more than eighty characters. ";

const posts = { method: "POST", route: "/channels/{channel_id}/messages" } as const;

const callbacks = {
  method: "POST",
  route: "/interactions/{interaction_id}/{interaction_token}/callback",
} as const;

let unhandled: CollectedFailures;

beforeEach(() => {
  unhandled = collectUnhandled();
});

afterEach(() => {
  unhandled[Symbol.dispose]();
  expect(unhandled.failures).toEqual([]);
});

const hasFailed = ({ deliveries }: SessionSummary) => deliveries.failed === 1;

const warnings = ({ log }: DiscordBot) => log.lines.filter((line) => /^(?:warn|error)/.test(line));

/** Nothing of it is the connection's fault, and the next question is answered. */
async function expectWell(scene: DiscordBot): Promise<void> {
  const { bot, server, ada, account, mention } = scene;
  expect(bot.adapters[0]).toMatchObject({ state: "connected", reconnects: 0 });
  const elsewhere = server.addChannel(scene.guild, { name: "elsewhere" });
  ada.says(elsewhere, `${mention} still there?`);
  await server.waitFor(() => elsewhere.visibleMessages.some(({ author }) => author === account));
  expectQuiet(server);
}

describe(`${promises("no-double", "no-loss")}an answer on Discord is there once`, () => {
  it.each([
    ["a 502 hides that it was posted", { kind: "status", status: 502, afterCommit: true, times: 2 }],
    ["a 503 comes before it is posted", { kind: "status", status: 503, times: 2 }],
    ["the connection is reset after it was posted", { kind: "reset", afterCommit: true }],
    ["the connection is reset before it is posted", { kind: "reset" }],
    ["Discord hangs after it was posted", { kind: "hang", afterCommit: true }],
    ["Discord hangs before it is posted", { kind: "hang" }],
    [
      "Discord is out of order for longer than its library tries",
      { kind: "status", status: 502, afterCommit: true, times: 6 },
    ],
  ] as const)("when %s", async (_fault, fault) => {
    await using scene = await openAnsweringBot({
      clientOptions: { rest: { timeout: 200 } },
      bot: { delivery: { retryMilliseconds: 10 } },
    });
    const { server, ada, general, mention } = scene;
    const ordered = server.faults.next({ ...posts, ...fault });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => !ordered.isActive);
    await settled(scene, ({ entries, deliveries }) => entries === 2 && deliveries.open === 0);
    expect(saidBy(scene)).toEqual(["re: hello"]);
    await expectWell(scene);
  });

  it.each([false, true])("when Discord asks to wait, as HTML: %s, and shows until when", async (asHtml) => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    server.faults.next({ ...posts, kind: "rateLimit", retryAfter: 1, asHtml });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => server.requests.some(({ answer }) => answer?.status === 429));
    await expect.poll(() => scene.bot.adapters[0]?.limitedUntil).toBeGreaterThan(Date.now() - 1_000);
    await server.waitFor(() => saidBy(scene).length === 1);
    await expectWell(scene);
  });

  it("when the draft that it was to replace has been deleted", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, mention, runner, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.write(longText);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    ada.deletes(draft);
    run.answer("The end.");
    await server.waitFor(() => saidBy(scene).length === 1);
    await scene.bot.settled();
    expect(saidBy(scene)).toEqual([`${longText}The end.`]);
    expectQuiet(server);
  });

  it("in its thread, which was archived meanwhile", async () => {
    await using scene = await openDiscordBot();
    const { server, ada, general, mention, runner } = scene;
    const question = ada.says(general, `${mention} tell me`);
    (await runner.nextRun()).answer("one");
    const thread = await server.waitFor(() => server.world.channels.get(question.id));
    await server.waitFor(() => saidBy(scene, thread).length === 1);
    ada.says(thread, "more");
    const run = await runner.nextRun();
    ada.archives(thread);
    server.faults.next({ ...posts, kind: "error", error: "threadArchived" });
    run.answer("two");
    await server.waitFor(() => saidBy(scene, thread).length === 2);
    expect(saidBy(scene, thread)).toEqual(["one", "two"]);
    expect(
      server.requests.find(({ method, path }) => method === "PATCH" && path === `/channels/${thread.id}`)?.body,
    ).toEqual({
      archived: false,
    });
    expectQuiet(server);
  });

  it("in the channel, where no thread may be opened", async () => {
    await using scene = await openAnsweringBot({ settings: { scope: "thread" } }, ({ server, general, account }) => {
      server.setPermissions(general, account, { deny: PermissionFlagsBits.CreatePublicThreads });
    });
    const { server, ada, general, mention } = scene;
    const question = ada.says(general, `${mention} hello`);
    await server.waitFor(() => saidBy(scene).length === 1);
    expect(general.visibleMessages.at(-1)?.reference?.messageId).toBe(question.id);
    expect(warnings(scene)).toEqual([expect.stringContaining("No thread can be opened")]);
    expectQuiet(server);
  });
});

describe(`${promises("isolation")}what cannot be said on Discord`, () => {
  it("because the bot may not speak there is shown with what to do", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, account, mention } = scene;
    server.setPermissions(general, account, { deny: PermissionFlagsBits.SendMessages });
    ada.says(general, `${mention} hello`);
    await settled(scene, hasFailed);
    expect(warnings(scene)).toContainEqual(expect.stringContaining("give it Send Messages"));
    expect(saidBy(scene)).toEqual([]);
    await expectWell(scene);
  });

  it("because the token was revoked is kept until there is another one", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention, bot } = scene;
    server.faults.next({ ...posts, kind: "error", error: "unauthorized" });
    ada.says(general, `${mention} hello`);
    await expect.poll(() => bot.adapters[0]?.state).toBe("misconfigured");
    expect(bot.adapters[0]?.reason).toContain("DISCORD_TOKEN");
    await settled(scene, ({ deliveries }) => deliveries.open === 1);
    expect(saidBy(scene)).toEqual([]);
    await bot.restartAdapter("discord", operator);
    await server.waitFor(() => saidBy(scene).length === 1);
    await expect.poll(() => bot.adapters[0]?.state).toBe("connected");
    expectQuiet(server);
  });

  it("because the channel was deleted ends there", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { ada, general, runner, mention } = scene;
    ada.says(general, `${mention} hello`);
    const run = await runner.nextRun();
    ada.deletesChannel(general);
    run.answer("to nobody");
    await settled(scene, hasFailed);
    expect(warnings(scene)).toContainEqual(expect.stringContaining("The channel is gone"));
    void runner.nextRun().then((next) => next.answer("yes"));
    await expectWell(scene);
  });

  it("because its thread was locked is shown with what to do", async () => {
    await using scene = await openDiscordBot();
    const { server, ada, general, mention, runner } = scene;
    const question = ada.says(general, `${mention} tell me`);
    (await runner.nextRun()).answer("one");
    const thread = await server.waitFor(() => server.world.channels.get(question.id));
    await server.waitFor(() => saidBy(scene, thread).length === 1);
    ada.says(thread, "more");
    const run = await runner.nextRun();
    ada.archives(thread, { isLocked: true });
    run.answer("two");
    await settled(scene, hasFailed);
    expect(warnings(scene)).toContainEqual(expect.stringContaining("a moderator has to unlock it"));
    expect(saidBy(scene, thread)).toEqual(["one"]);
    expectQuiet(server);
  });

  it("because the person takes no direct messages is shown", async () => {
    await using scene = await openDiscordBot();
    const { ada, account, runner, server } = scene;
    const direct = ada.directMessages(account);
    ada.says(direct, "hello");
    const run = await runner.nextRun();
    ada.blocks(account);
    run.answer("hi");
    await settled(scene, hasFailed);
    expect(warnings(scene)).toContainEqual(expect.stringContaining("takes no direct messages"));
    expectQuiet(server);
  });

  it("because the question was deleted before its thread was there is not said", async () => {
    await using scene = await openDiscordBot();
    const { server, ada, general, mention, runner } = scene;
    const reading = server.faults.next({ method: "GET", kind: "slow", milliseconds: 200 });
    const question = ada.says(general, `${mention} never mind`);
    const run = await runner.nextRun();
    await server.waitFor(() => reading.hits === 1);
    ada.deletes(question);
    await expect.poll(() => run.isAborted).toBe(true);
    await scene.bot.settled();
    expect([saidBy(scene), server.world.channels.get(question.id)]).toEqual([[], undefined]);
    expectQuiet(server);
  });

  it("because the interaction has expired is logged, and done all the same", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, account, mention } = scene;
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => saidBy(scene).length === 1);
    server.faults.next({ ...callbacks, kind: "error", error: "unknownInteraction" });
    ada.runs(general, "status", { of: account });
    await expect.poll(() => warnings(scene)).toContainEqual(expect.stringContaining("Unknown interaction"));
    await expectWell(scene);
  });

  it("because the button was clicked twice is said to the one who did", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, mention, runner, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.write(longText);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    const clicks = [1, 2].map(() => ada.clicks(draft, `stop:${run.turn.runId}`));
    await server.waitFor(() => clicks.some(({ followUps }) => followUps[0]?.content.includes("not being written")));
    await server.waitFor(() => draft.content.endsWith("-# Stopped."));
    expect(clicks.flatMap(({ followUps }) => followUps)).toHaveLength(1);
    expect(saidBy(scene)).toHaveLength(1);
    expectQuiet(server);
  });
});
