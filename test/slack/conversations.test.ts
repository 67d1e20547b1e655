import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInstantRunner } from "@keyturn/testkit";
import type { Installation, Message, SlackServer } from "@keyturn/testkit/slack";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type SlackBot,
  createSlackBot,
  keyOf,
  openSlackBot,
} from "../../packages/adapters/test-support/open-slack-bot.ts";
import { operator } from "../../packages/adapters/test-support/sessions.ts";
import { promises } from "../requirements.ts";

const modes = ["socket", "http"] as const;

/** What the bot said in a thread, as it is to be seen. */
function said({ slack, general }: SlackBot, root: Message): readonly string[] {
  return general
    .replies(root.ts)
    .filter(({ author }) => author.appId === slack.app.id)
    .map(({ text }) => text);
}

async function post({ slack }: SlackBot, token: string, args: Readonly<Record<string, unknown>>): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(`${slack.apiUrl}chat.postMessage`, {
    method: "POST",
    headers,
    body: JSON.stringify(args),
  });
  expect(await answer.json()).toMatchObject({ ok: true });
}

describe.each(modes)(`${promises("slack-conversations", "no-double")}a conversation (%s)`, (mode) => {
  it("is none with another bot, whatever it says and wherever", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const other = slack.install(slack.addApp({ name: "Other", events: [] }), slack.workspace);
    ada.invites({ id: other.botUserId }, general);
    const root = ada.says(general, "@testbot hello");
    (await runner.nextRun()).answer("Hello.");
    await slack.waitFor(() => said(test, root)[0]);
    const channel = general.id;
    await post(test, other.botToken, { channel, text: `<@${slack.installation.botUserId}> hello, bot` });
    await post(test, other.botToken, { channel, text: "hello from the thread", thread_ts: root.ts });
    await slack.delivered();
    await test.bot.settled();
    expect(runner.runs).toHaveLength(1);
  });

  it.each(["user", "bot"] as const)(
    "may be with a bot whose %s the settings name: for so many messages of bots in a row, in each thread",
    async (kind) => {
      let other: Installation | undefined;
      const settings: { bots: string[]; botHops: number } = { bots: [], botHops: 2 };
      const prepare = (slack: SlackServer) => {
        other = slack.install(slack.addApp({ name: "Other", events: [] }), slack.workspace);
        settings.bots.push(kind === "user" ? other.botUserId : other.botId);
        return Promise.resolve();
      };
      await using test = await openSlackBot({ mode, settings, prepare, bot: { turnRunner: createInstantRunner() } });
      const { slack, ada, general, clock } = test;
      if (other === undefined) return expect.fail("there is no other bot");
      ada.invites({ id: other.botUserId }, general);
      const root = ada.says(general, "@testbot hello");
      const mention = `<@${slack.installation.botUserId}>`;
      const after = async (count: number) => {
        while (said(test, root).length < count) await clock.advance(500);
      };
      await after(1);
      for (const [number, answers] of [2, 3, 3, 3].entries()) {
        const text = `${mention} bot says ${number}`; // As two events: one that is for the bot, and one of all messages.
        await post(test, other.botToken, { channel: general.id, text, thread_ts: root.ts });
        await slack.delivered();
        await after(answers);
      }
      ada.says(general, "@testbot elsewhere");
      await slack.delivered();
      await post(test, other.botToken, { channel: general.id, text: "still here", thread_ts: root.ts });
      await slack.delivered();
      await test.bot.settled();
      expect(said(test, root)).toEqual(["re: hello", "re: bot says 0", "re: bot says 1"]);
      ada.says(general, "go on", { thread: root });
      await after(4);
      await post(test, other.botToken, { channel: general.id, text: "gladly", thread_ts: root.ts });
      await after(5);
      expect(said(test, root).slice(3)).toEqual(["re: go on", "re: gladly"]);
    },
  );

  it("takes no notice of its own words, nor of its own changes to them", async () => {
    await using test = await openSlackBot({ mode, settings: { streaming: "edits" } });
    const { slack, ada, runner, clock } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "count");
    const run = await runner.nextRun();
    for (let second = 1; second <= 5; second += 1) {
      run.write(`${second}, `);
      await clock.advance(1_200);
    }
    run.answer("and that is all.");
    await slack.waitFor(() => direct.messages.find(({ text }) => text.endsWith("that is all.")));
    await slack.delivered();
    await test.bot.settled();
    const changes = slack.deliveries.filter(({ body }) => JSON.stringify(body).includes("message_changed"));
    expect(changes.length).toBeGreaterThan(3);
    expect(runner.runs).toHaveLength(1);
  });

  it("is asked by what people write, in all its kinds, and by nothing that Slack writes", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, boss, general, runner } = test;
    const root = ada.says(general, "@testbot hello");
    (await runner.nextRun()).answer("Hello.");
    await slack.waitFor(() => said(test, root)[0]);
    ada.says(general, "shown in the channel too", { thread: root, isBroadcast: true });
    expect((await runner.nextRun()).texts).toEqual(["shown in the channel too"]);
    runner.runs.at(-1)?.answer("Yes.");
    ada.says(general, "waves", { thread: root, isMeMessage: true });
    expect((await runner.nextRun()).texts).toEqual(["waves"]);
    runner.runs.at(-1)?.answer("Hi.");
    boss.leaves(general);
    boss.joins(general);
    ada.archives(general);
    ada.archives(general, false);
    ada.reacts(root, "eyes");
    slack.unfurl(root, "https://example.com/x");
    await slack.delivered();
    await test.bot.settled();
    expect(runner.runs).toHaveLength(3);
  });

  it("is one for messages, replies, typed commands, buttons and the dashboard", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, bot } = test;
    const root = ada.says(general, "@testbot hello");
    (await runner.nextRun()).answer("Hello.");
    const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
    await bot.settled();
    ada.says(general, "more", { thread: answer }); // a reply to a reply is one to its root
    (await runner.nextRun()).answer("More.");
    await slack.waitFor(() => said(test, root)[1]);
    await bot.settled();
    ada.says(general, "@testbot /status", { thread: root });
    await slack.waitFor(() => said(test, root)[2]);
    const newest = general.replies(root.ts).find(({ text }) => text === "More.");
    ada.clicks(newest ?? root, "keyturn.regenerate");
    (await runner.nextRun()).answer("More again.");
    await bot.settled();
    const sessions = await bot.sessions.list({ limit: 10 }, operator);
    expect(sessions.map(({ key }) => key)).toEqual([keyOf(slack, general.id, root.ts)]);
    const ids = runner.runs.map(({ turn }) => turn.fence.sessionId);
    expect(new Set(ids)).toEqual(new Set([sessions[0]?.id]));
  });

  it("is one for a direct message, a slash command and its prefix form", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner, bot } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "hello");
    (await runner.nextRun()).answer("Hello.");
    await slack.waitFor(() => direct.messages.find(({ text }) => text === "Hello."));
    await bot.settled();
    ada.runs(direct, "/status");
    await slack.waitFor(() => direct.ephemerals[0]);
    ada.runs(direct, "/keyturn", "reset");
    expect((await slack.waitFor(() => direct.ephemerals[1])).text).toContain("Forgotten: 2 entries");
    expect(await bot.sessions.list({ limit: 10 }, operator)).toHaveLength(1);
  });

  it("answers a post once that its person's client made twice, and an edit of it not at all", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    const asked = ada.says(direct, "hello");
    (await runner.nextRun()).answer("Hello.");
    await slack.waitFor(() => direct.messages.find(({ text }) => text === "Hello."));
    for (let time = 0; time < 50; time += 1) ada.edits(asked, `hello ${time}`);
    await slack.delivered();
    await test.bot.settled();
    expect(runner.runs).toHaveLength(1);
  });

  it("is answered in the order of its messages, one after the other, however they come in", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner, bot } = test;
    const direct = ada.opensDirect(slack.installation);
    slack.faults.duplicateEvents(10);
    for (let number = 0; number < 10; number += 1) ada.says(direct, `${number}`);
    for (let number = 0; number < 10; number += 1) {
      const run = await runner.nextRun();
      expect(runner.runs).toHaveLength(number + 1);
      expect(run.texts).toEqual([`${number}`]);
      run.answer(`re: ${number}`);
      await test.clock.advance(1_100);
    }
    await slack.delivered();
    await bot.settled();
    expect(runner.runs).toHaveLength(10);
  });
});

describe(`${promises("slack-conversations")}the place of a conversation`, () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keyturn-slack-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("is where later turns and operators speak too, also after a restart", async () => {
    const store = { kind: "lowdb", folder } as const;
    await using test = await openSlackBot({ bot: { store } });
    const { slack, ada, general, runner, bot, clock } = test;
    const root = ada.says(general, "@testbot hello");
    (await runner.nextRun()).answer("Hello.");
    await slack.waitFor(() => said(test, root)[0]);
    await bot.settled();
    const stopped = bot.stop(0);
    await clock.advance(10_000);
    await stopped;
    const later = await createSlackBot(slack, { clock, runner, lines: [], bot: { store } });
    await later.start();
    const id = (await later.sessions.find(keyOf(slack, general.id, root.ts))) ?? expect.fail("no session");
    const author = { id: "operator:olga", name: "Olga" };
    await later.post(id, { mode: "channel", text: "Olga here", author }, operator);
    await later.post(id, { mode: "agent", text: "Ask them", author }, operator);
    (await runner.nextRun()).answer("I was told to ask.");
    await clock.advance(2_000);
    await slack.waitFor(() => said(test, root).includes("I was told to ask."));
    expect(said(test, root)).toEqual(["Hello.", "Olga here", "I was told to ask."]);
    expect(general.visible).toEqual([root]);
    const ended = later.stop(0);
    await clock.advance(10_000);
    await ended;
  });
});
