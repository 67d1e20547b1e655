import { type Bot, type BotOptions, createBot, createOpenAiCompatibleProvider, definePlugin } from "@keyturn/core";
import { ManualClock, type ModelRequest, type ModelServer, RecordingChannel, startModelServer } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { operator } from "./support/bot-harness.ts";

const room = { adapter: "test", account: "main", place: "room" };

let server: ModelServer;
let bot: Bot;
let messages = 0;

beforeEach(async () => {
  server = await startModelServer();
});

afterEach(async () => {
  await bot.stop();
  await server.close();
});

/** A bot whose model is shown 100 tokens, 400 characters, of history. */
async function start(options: BotOptions = {}): Promise<void> {
  const models = definePlugin({
    name: "models",
    version: "1.0.0",
    setup: (context) => context.model(createOpenAiCompatibleProvider({ name: "lab", baseUrl: server.url })),
  });
  bot = await createBot({
    clock: new ManualClock(),
    model: "lab/one",
    plugins: [models, new RecordingChannel().toPlugin()],
    runner: { historyTokens: 100 },
    ...options,
  });
  await bot.start();
}

function say(text: string, sender = "ana") {
  messages += 1;
  return bot.receive({ key: room, platformMessageId: `m${messages}`, sender: { id: sender }, text });
}

/** 150 characters that begin so. */
const long = (beginning: string) => beginning.padEnd(150, ".");

async function exchange(text: string, answer: string): Promise<ModelRequest> {
  await say(text);
  const request = await server.nextRequest();
  await request.finish(answer);
  await bot.settled();
  return request;
}

const isSummary = ({ messages: [first] }: ModelRequest) => first?.text.startsWith("You write down") === true;
const textsOf = (request: ModelRequest) => request.messages.map(({ text }) => text).join("\n");
const page = async () => {
  const id = await bot.sessions.find(room);
  return bot.sessions.entries(id!, { limit: 100 }, operator);
};

describe(`${promises("older-part-summarised")}the older part of a conversation`, () => {
  it("is summarised before the turn that it no longer fits in, and stays readable", async () => {
    await start();
    await exchange(long("first"), "one");
    await exchange(long("second"), "two");
    await say(long("third"));
    const summary = await server.nextRequest();
    expect(isSummary(summary)).toBe(true);
    expect(textsOf(summary)).toContain("first");
    expect(textsOf(summary)).not.toContain("third");
    await summary.finish("They spoke of first things.");
    const answer = await server.nextRequest();
    expect(textsOf(answer)).toContain("[Summary of the earlier conversation:]\nThey spoke of first things.");
    expect(textsOf(answer)).not.toContain(long("first"));
    expect(textsOf(answer)).toContain("third");
    await answer.finish("three");
    await bot.settled();
    const { summary: kept, entries, session } = await page();
    expect(kept).toMatchObject({ text: "They spoke of first things." });
    expect(entries).toHaveLength(6);
    expect(session.usage).toEqual({ inputTokens: 40, outputTokens: 20, runs: 3 });
  });

  it("is not summarised while all of it fits", async () => {
    await start();
    await exchange("first", "one");
    const request = await exchange("second", "two");
    expect(isSummary(request)).toBe(false);
    expect((await page()).summary).toBeUndefined();
  });

  it("is added to what was summarised before", async () => {
    await start();
    await exchange(long("first"), "one");
    await exchange(long("second"), "two");
    await say(long("third"));
    await (await server.nextRequest()).finish("Of first things.");
    await (await server.nextRequest()).finish("three");
    await bot.settled();
    await exchange(long("fourth"), "four");
    await say(long("fifth"));
    const again = await server.nextRequest();
    expect(textsOf(again)).toContain("What you wrote down before:\nOf first things.");
    await again.finish("Of first and further things.");
    await (await server.nextRequest()).finish("five");
    await bot.settled();
    expect((await page()).summary?.text).toBe("Of first and further things.");
  });

  it("is summarised before it leaves the window of entries that a run is given", async () => {
    await start({ historyLimit: 4 });
    await exchange("first", "one");
    await exchange("second", "two");
    await say("third");
    const summary = await server.nextRequest();
    expect(textsOf(summary)).toContain("first");
    await summary.finish("Of the first.");
    await (await server.nextRequest()).finish("three");
    await bot.settled();
    expect((await page()).summary).toMatchObject({ text: "Of the first.", upTo: 2 });
  });

  it("is left out, as before, when no summary can be made", async () => {
    await start();
    await exchange(long("first"), "one");
    await exchange(long("second"), "two");
    await say(long("third"));
    await (await server.nextRequest()).finish("  ");
    const answer = await server.nextRequest();
    expect(textsOf(answer)).not.toContain("Summary");
    expect(textsOf(answer)).not.toContain("first");
    await answer.finish("three");
    await bot.settled();
    expect((await page()).entries).toHaveLength(6);
  });

  it("is forgotten by a reset that comes while it is being summarised", async () => {
    await start();
    await exchange(long("first"), "one");
    await exchange(long("second"), "two");
    await say(long("third"));
    const summary = await server.nextRequest();
    // The lock is free: the reset answers while the model still writes.
    expect(await say("/reset")).toMatchObject({ kind: "command", text: expect.stringContaining("is stopped") });
    await summary.closed;
    await bot.settled();
    expect(await page()).toMatchObject({ entries: [] });
    expect((await page()).summary).toBeUndefined();
  });
});

describe(`${promises("older-part-summarised", "denied-unless-allowed")}/compact`, () => {
  it("summarises all but the newest turn, for the turns that follow", async () => {
    await start();
    await exchange("first", "one");
    await exchange("second", "two");
    const compacting = say("/compact");
    const summary = await server.nextRequest();
    expect(textsOf(summary)).toContain("Person: first\nYou: one");
    expect(textsOf(summary)).not.toContain("second");
    await summary.finish("Of the first.");
    expect(await compacting).toMatchObject({ text: "Summarised: 2 entries. You can still read them." });
    expect((await page()).session.usage).toMatchObject({ inputTokens: 30, runs: 2 });
    expect((await bot.audit(1))[0]).toMatchObject({ operation: "session.compact", outcome: "done" });
    const next = await exchange("third", "three");
    expect(textsOf(next)).toContain("Of the first.");
    expect(textsOf(next)).not.toContain("one\n");
    expect(textsOf(next)).toContain("second");
  });

  it("keeps nothing when the conversation was reset meanwhile, and says so", async () => {
    await start();
    await exchange("first", "one");
    await exchange("second", "two");
    const compacting = say("/compact");
    const summary = await server.nextRequest();
    expect(await say("/reset")).toMatchObject({ text: expect.stringContaining("Forgotten: 4 entries") });
    await summary.finish("Of the first.");
    expect(await compacting).toMatchObject({ text: "The conversation went on meanwhile. Please try again." });
    expect((await page()).summary).toBeUndefined();
    expect(bot.statistics.refusedWrites).toBe(1);
  });

  it("does nothing where there is nothing to summarise, or the model cannot, or the person may not", async () => {
    await start();
    expect(await say("/compact")).toMatchObject({ text: expect.stringContaining("has not begun yet") });
    await exchange("first", "one");
    expect(await say("/compact")).toMatchObject({ text: "There is nothing to summarise." });
    await exchange("second", "two");
    expect(await say("/compact", "stranger")).toMatchObject({ text: expect.stringContaining("You may not use") });
    await bot.settings.change({ model: "offline/eliza" }, { actor: operator });
    expect(await say("/compact")).toMatchObject({ text: "The model of this conversation cannot summarise." });
    expect(server.requests).toHaveLength(2);
  });
});
