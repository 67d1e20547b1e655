import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { ConfigurationError, DeliveryError, type OutboundPiece, definePlugin, silentLogger } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { BotHarness, operator } from "./support/bot-harness.ts";
import { promises } from "./requirements.ts";

/** Throws these errors one after the other, then nothing. */
function failing(...errors: readonly Error[]): () => void {
  const left = [...errors];
  return () => {
    const error = left.shift();
    if (error !== undefined) throw error;
  };
}

const refused = new DeliveryError("Forbidden (HTTP 403).", { isRetryable: false });
const busy = new DeliveryError("Too many requests (HTTP 429).", { isRetryable: true, retryAfterMilliseconds: 7_000 });
const trouble = new DeliveryError("Bad gateway (HTTP 502).", { isRetryable: true });
const lost = new DeliveryError("The connection broke.", { isRetryable: true, isAmbiguous: true });

async function answerOne(harness: BotHarness, text = "hello", answer = `re: ${text}`): Promise<void> {
  await harness.say(text);
  (await harness.model.nextRun()).answer(answer);
}

async function deliveries(harness: BotHarness) {
  return (await harness.bot.sessions.read(await harness.session(), operator)).deliveries;
}

describe(`${promises("order", "no-double", "no-loss")}delivery`, () => {
  it("sends the pieces of an answer in order, each with a key of its own, and answers in order", async () => {
    const harness = await BotHarness.start({ channel: { split: (text) => text.split("|") } });
    await answerOne(harness, "one", "a|b|c");
    await answerOne(harness, "two", "d|e");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["a", "b", "c", "d", "e"]);
    expect(harness.channel.visible.map(({ piece, pieces }) => `${piece}/${pieces}`)).toEqual([
      "0/3",
      "1/3",
      "2/3",
      "0/2",
      "1/2",
    ]);
    expect(new Set(harness.channel.visible.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(5);
    await harness.bot.stop();
  });

  it("ends the draft before it sends the answer", async () => {
    const order: string[] = [];
    const harness = await BotHarness.start({ channel: { beforeSend: () => void order.push("send") } });
    await harness.say("hello");
    const run = await harness.model.nextRun();
    const draft = harness.channel.drafts[0];
    run.answer("hi");
    await harness.channel.shows(1);
    expect(draft?.end).toBe("answered");
    expect(order).toEqual(["send"]);
    await harness.bot.stop();
  });

  it("waits as long as the service asks, then sends again, and later answers wait behind it", async () => {
    const harness = await BotHarness.start({ channel: { beforeSend: failing(busy) } });
    await answerOne(harness, "one");
    await answerOne(harness, "two");
    await harness.happened("run.finish", 2);
    await harness.clock.advance(6_999);
    expect(harness.channel.texts).toEqual([]);
    await harness.clock.advance(1);
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: one", "re: two"]);
    await harness.bot.stop();
  });

  it("gives up after five tries, tells so, and goes on with the next answer", async () => {
    const harness = await BotHarness.start({
      channel: { beforeSend: failing(trouble, trouble, trouble, trouble, trouble) },
    });
    await answerOne(harness, "one");
    await harness.happened("run.finish");
    await harness.clock.advance(60_000);
    await answerOne(harness, "two");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: two"]);
    expect(await deliveries(harness)).toEqual({ open: 0, unconfirmed: 0, failed: 1 });
    await harness.bot.stop();
  });

  it("does not repeat what the service refuses for good", async () => {
    const harness = await BotHarness.start({ channel: { beforeSend: failing(refused) } });
    await answerOne(harness);
    await harness.bot.settled();
    expect(harness.channel.sends).toHaveLength(1);
    expect(await deliveries(harness)).toEqual({ open: 0, unconfirmed: 0, failed: 1 });
    await harness.bot.stop();
  });

  it.each([
    ["was not delivered: Forbidden (HTTP 403).", { beforeSend: failing(refused) }],
    ["may not have arrived: The connection broke.", { assurance: "none", afterSend: failing(lost) }],
  ] as const)(
    "tells operators once, with the conversation and none of its text, that a message %s",
    async (words, channel) => {
      const lines: (readonly [object, string])[] = [];
      const keep = (fields: object, message: string): void => void lines.push([fields, message]);
      const log = { ...silentLogger, error: keep };
      const harness = await BotHarness.start({ channel, bot: { log } });
      await answerOne(harness, "a secret", "another secret");
      await harness.bot.settled();
      const sessionId = await harness.session();
      expect(lines).toEqual([[expect.objectContaining({ sessionId }), `A message of the bot ${words}`]]);
      expect(inspect(lines, { depth: 9 })).not.toContain("secret");
      await harness.bot.stop();
    },
  );

  it("shows one copy when the service took the piece and its answer got lost (idempotent)", async () => {
    const harness = await BotHarness.start({ channel: { afterSend: failing(lost) } });
    await answerOne(harness);
    await harness.happened("run.finish");
    await harness.clock.advance(1_000);
    await harness.bot.settled();
    expect(harness.channel.sends).toHaveLength(2);
    expect(harness.channel.texts).toEqual(["re: hello"]);
    expect(await deliveries(harness)).toEqual({ open: 0, unconfirmed: 0, failed: 0 });
    await harness.bot.stop();
  });

  it("looks the piece up before it sends again (searchable)", async () => {
    const harness = await BotHarness.start({ channel: { assurance: "searchable", afterSend: failing(lost) } });
    await answerOne(harness);
    await harness.happened("run.finish");
    await harness.clock.advance(1_000);
    await harness.bot.settled();
    expect(harness.channel.sends).toHaveLength(1);
    expect(harness.channel.texts).toEqual(["re: hello"]);
    await harness.bot.stop();
  });

  it("marks the piece unconfirmed when nobody can tell (none), and goes on", async () => {
    const harness = await BotHarness.start({ channel: { assurance: "none", afterSend: failing(lost) } });
    await answerOne(harness, "one");
    await answerOne(harness, "two");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: one", "re: two"]);
    expect(await deliveries(harness)).toEqual({ open: 0, unconfirmed: 1, failed: 0 });
    await harness.bot.stop();
  });

  it("takes a send that never ends for ambiguous after 20 s", async () => {
    let calls = 0;
    const harness = await BotHarness.start({
      channel: { beforeSend: () => ((calls += 1) === 1 ? new Promise<void>(() => undefined) : undefined) },
    });
    await answerOne(harness);
    await harness.happened("run.finish");
    await harness.clock.advance(19_999);
    expect(harness.channel.sends).toHaveLength(1);
    expect(harness.channel.sends[0]?.signal.aborted).toBe(false);
    await harness.clock.advance(1);
    expect(harness.channel.sends[0]?.signal.aborted).toBe(true);
    await harness.clock.advance(1_000);
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: hello"]);
    await harness.bot.stop();
  });

  it("waits while the channel is being restarted, and then sends once and in order", async () => {
    const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>();
    const starts = [Promise.resolve(), isBack];
    const harness = await BotHarness.start({ channel: { onStart: () => starts.shift() ?? Promise.resolve() } });
    // 1. The channel is restarted, and its start hangs.
    expect(await harness.bot.restartAdapter("test", operator)).toBe("begun");
    // 2. Two answers are finished meanwhile: they are stored, and nothing is sent.
    await answerOne(harness, "one");
    await answerOne(harness, "two");
    await harness.happened("run.finish", 2);
    expect(harness.channel.sends).toEqual([]);
    expect((await deliveries(harness)).open).toBe(2);
    // 3. The channel is there again.
    comeBack();
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: one", "re: two"]);
    expect(harness.channel.sends).toHaveLength(2);
    await harness.bot.stop();
  });

  it("sends nothing of what was reset while a begun piece waits for its channel", async () => {
    const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>();
    const starts = [Promise.resolve(), isBack];
    const { promise: isSent, resolve: letSend } = Promise.withResolvers<void>();
    const harness = await BotHarness.start({
      channel: {
        onStart: () => starts.shift() ?? Promise.resolve(),
        split: (text) => text.split("|"),
        beforeSend: () => isSent,
      },
    });
    // 1. The first piece is on its way.
    await answerOne(harness, "one", "a|b");
    await harness.clock.advance(0);
    expect(harness.channel.sends.map(({ text }) => text)).toEqual(["a"]);
    // 2. The channel is restarted, and its start hangs. The first piece arrives: the second one's turn has come.
    await harness.bot.restartAdapter("test", operator);
    letSend();
    await harness.happened("delivery.change", 1);
    await harness.clock.advance(0);
    // 3. The conversation is reset, then the channel is there again.
    await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "" });
    comeBack();
    await harness.bot.settled();
    expect(harness.channel.sends.map(({ text }) => text)).toEqual(["a"]);
    await harness.bot.stop();
  });

  it("does not keep a bot from stopping whose channel never came; its pieces are sent after the next start", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-delivery-"));
    const bot = { store: { kind: "lowdb", folder } } as const;
    const onStart = () => Promise.reject(new ConfigurationError("The token is missing."));
    const harness = await BotHarness.start({ bot, channel: { onStart } });
    await answerOne(harness);
    await harness.happened("run.finish", 1);
    await harness.bot.stop();
    const next = await BotHarness.start({ bot });
    await next.bot.settled();
    expect(next.channel.texts).toEqual(["re: hello"]);
    await next.bot.stop();
    await rm(folder, { recursive: true });
  });

  it("sends a begun piece after the next start that its channel never got, also where nobody can tell", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-delivery-"));
    const store = { kind: "lowdb", folder } as const;
    const sent: string[] = [];
    const isThere = [false, true];
    const plain = definePlugin({
      name: "plain",
      version: "1.0.0",
      setup: (context) => {
        const start = () =>
          isThere.shift() === true
            ? Promise.resolve()
            : Promise.reject(new ConfigurationError("The token is missing."));
        const send = ({ text }: OutboundPiece) => Promise.resolve(void sent.push(text)).then(() => ({}));
        context.channel({ name: "plain", assurance: "none", start, send });
      },
    });
    const key = { adapter: "plain", account: "main", place: "room" };
    const harness = await BotHarness.start({ bot: { store, plugins: [plain] } });
    await harness.say("hello", { key });
    (await harness.model.nextRun()).answer("hi");
    await harness.happened("run.finish", 1);
    await harness.clock.advance(0);
    await harness.bot.stop();
    const next = await BotHarness.start({ bot: { store, plugins: [plain] } });
    await next.bot.settled();
    expect(sent).toEqual(["hi"]);
    await next.bot.stop();
    await rm(folder, { recursive: true });
  });

  it("sends the rest of an answer after the next start when the bot was stopped between two pieces", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-delivery-"));
    const store = { kind: "lowdb", folder } as const;
    const sent: string[] = [];
    const { promise: isSent, resolve: letSend } = Promise.withResolvers<void>();
    const isBegun = Promise.withResolvers<void>();
    const plain = definePlugin({
      name: "plain",
      version: "1.0.0",
      setup: (context) => {
        const send = async ({ text }: OutboundPiece) => {
          sent.push(text);
          isBegun.resolve();
          await isSent;
          return {};
        };
        context.channel({ name: "plain", assurance: "none", split: (text) => text.split("|"), send });
      },
    });
    const key = { adapter: "plain", account: "main", place: "room" };
    const harness = await BotHarness.start({ bot: { store, plugins: [plain] } });
    await harness.say("hello", { key });
    (await harness.model.nextRun()).answer("a|b");
    // 1. The first piece is on its way. 2. The bot stops. 3. The first piece arrives.
    await isBegun.promise;
    const stopped = harness.bot.stop();
    await harness.clock.advance(0);
    letSend();
    await stopped;
    const next = await BotHarness.start({ bot: { store, plugins: [plain] } });
    await next.bot.settled();
    expect(sent).toEqual(["a", "b"]);
    await next.bot.stop();
    await rm(folder, { recursive: true });
  });

  it("keeps an answer whose channel is off, as failed, and says so", async () => {
    const harness = await BotHarness.start();
    await harness.say("hello", { key: { adapter: "elsewhere", account: "main", place: "room" } });
    (await harness.model.nextRun()).answer("hi");
    await harness.bot.settled();
    const [session] = await harness.bot.sessions.list({ limit: 1 }, operator);
    expect(session?.deliveries).toEqual({ open: 0, unconfirmed: 0, failed: 1 });
    await harness.bot.stop();
  });
});

describe("a reset while an answer is on its way", () => {
  it("cancels the pieces that were never tried, and takes back the one that was", async () => {
    let goOn = (): void => undefined;
    const hangs = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let began = (): void => undefined;
    const sending = new Promise<void>((resolve) => {
      began = resolve;
    });
    const beforeSend = ({ kind }: { kind: string }): Promise<void> | undefined => {
      if (kind !== "answer") return undefined;
      began();
      return hangs;
    };
    const harness = await BotHarness.start({ channel: { split: (text) => text.split("|"), beforeSend } });
    await answerOne(harness, "hello", "a|b|c");
    await sending;
    // 1. The first piece is being sent; the reset answers all the same.
    await harness.say("/reset");
    // 2. The send lands.
    goOn();
    await harness.bot.settled();
    // 3. It was taken back, and the others were never begun.
    expect(harness.channel.sends.filter(({ kind }) => kind === "answer").map(({ text }) => text)).toEqual(["a"]);
    expect(harness.channel.texts).toEqual([expect.stringContaining("Forgotten")]);
    expect(harness.channel.recalls).toHaveLength(1);
    await harness.bot.stop();
  });

  it("does not wait for the pause before a piece is sent again", async () => {
    const fail = failing(busy);
    const { promise: isTried, resolve } = Promise.withResolvers<void>();
    const beforeSend = () => {
      resolve();
      fail();
    };
    const harness = await BotHarness.start({ channel: { beforeSend } });
    await answerOne(harness, "one");
    await isTried;
    await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "" });
    await answerOne(harness, "two");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: two"]);
    await harness.bot.stop();
  });

  it("takes a visible piece back again when the service failed to do so", async () => {
    const harness = await BotHarness.start({
      channel: { assurance: "none", afterSend: failing(lost), beforeRecall: failing(trouble, trouble) },
    });
    await answerOne(harness);
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["re: hello"]);
    await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "" });
    await harness.clock.advance(10_000);
    await harness.bot.settled();
    expect(harness.channel.recalls).toHaveLength(3);
    expect(harness.channel.texts).toEqual([]);
    await harness.bot.stop();
  });
});
