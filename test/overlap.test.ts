import { ProviderError, RunTimeoutError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { BotHarness, operator } from "./support/bot-harness.ts";
import { promises } from "./requirements.ts";

/** Answers every run as it comes, with what it was asked. */
async function answerAll(harness: BotHarness, count: number): Promise<readonly (readonly string[])[]> {
  const turns: (readonly string[])[] = [];
  for (let index = 0; index < count; index += 1) {
    const run = await harness.model.nextRun();
    turns.push(run.texts);
    run.answer(`re: ${run.texts.join(" + ")}`);
  }
  await harness.bot.settled();
  return turns;
}

describe(`${promises("order", "no-loss")}50 messages at once to one conversation`, () => {
  it("are all answered, one turn each, in the order of acceptance (queue)", async () => {
    const harness = await BotHarness.start();
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`);
    const receipts = await Promise.all(texts.map((text) => harness.say(text)));
    expect(receipts.every(({ kind }) => kind === "accepted")).toBe(true);
    expect(await answerAll(harness, 50)).toEqual(texts.map((text) => [text]));
    expect(harness.channel.texts).toEqual(texts.map((text) => `re: ${text}`));
    expect(await harness.transcript()).toEqual(texts.flatMap((text) => [text, `re: ${text}`]));
    await harness.bot.stop();
  });

  it("become two turns when what waits is collected: the first message, then all that waited (collect)", async () => {
    const harness = await BotHarness.start({ bot: { overlap: "collect" } });
    const texts = Array.from({ length: 50 }, (_, index) => `message ${index}`);
    await Promise.all(texts.map((text) => harness.say(text)));
    expect(await answerAll(harness, 2)).toEqual([texts.slice(0, 1), texts.slice(1)]);
    expect(harness.channel.texts).toHaveLength(2);
    expect(await harness.transcript()).toHaveLength(52);
    await harness.bot.stop();
  });

  it("are taken up to the capacity; the senders of the others are told, and those taken are answered", async () => {
    const harness = await BotHarness.start({ bot: { capacity: 10 } });
    const receipts = await Promise.all(Array.from({ length: 15 }, (_, index) => harness.say(`message ${index}`)));
    // One runs, ten wait.
    expect(receipts.map(({ kind }) => kind)).toEqual([...Array(11).fill("accepted"), ...Array(4).fill("full")]);
    await answerAll(harness, 11);
    const told = harness.channel.texts.filter((text) => text.startsWith("10 messages are waiting"));
    expect(told).toHaveLength(4);
    expect(harness.channel.texts).toHaveLength(15);
    expect((await harness.say("there is room again")).kind).toBe("accepted");
    await harness.stopInMidRun();
  });
});

describe("a message that comes while an answer is being written", () => {
  it("stops the run and is answered next; what was said so far is kept (interrupt)", async () => {
    const harness = await BotHarness.start({ bot: { overlap: "interrupt" } });
    await harness.say("tell me a long story");
    const story = await harness.model.nextRun();
    story.write("Once upon a time");
    await harness.say("no, a short one");
    expect(story.isAborted).toBe(true);
    const short = await harness.model.nextRun();
    expect(short.turn.history.map((entry) => entry.role)).toEqual(["user", "assistant"]);
    short.answer("The end.");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([
      "tell me a long story",
      "Once upon a time",
      "no, a short one",
      "The end.",
    ]);
    expect(harness.channel.drafts[0]?.end).toBe("stopped");
    expect(harness.channel.texts).toEqual(["The end."]);
    await harness.bot.stop();
  });

  it("is not taken, and its sender is told (reject)", async () => {
    const harness = await BotHarness.start({ bot: { overlap: "reject" } });
    await harness.say("one");
    const run = await harness.model.nextRun();
    expect((await harness.say("two")).kind).toBe("busy");
    run.answer("1");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual([expect.stringContaining("I am still answering here"), "1"]);
    expect((await harness.say("three")).kind).toBe("accepted");
    await harness.stopInMidRun();
  });

  it("does not wait in another conversation", async () => {
    const harness = await BotHarness.start();
    await harness.say("hangs");
    await harness.model.nextRun();
    await harness.say("elsewhere", { key: { adapter: "test", account: "main", place: "other room" } });
    (await harness.model.nextRun()).answer("answered");
    await harness.channel.shows(1);
    expect(harness.channel.texts).toEqual(["answered"]);
    await harness.stopInMidRun();
  });
});

describe(`${promises("aborted-means-quiet")}a stop while a model call hangs`, () => {
  it.each([{ ignoresAbort: false }, { ignoresAbort: true }])(
    "keeps the transcript, ends the draft, and lets the next message be answered ($ignoresAbort)",
    async ({ ignoresAbort }) => {
      const harness = await BotHarness.start({ ignoresAbort });
      await harness.say("one");
      (await harness.model.nextRun()).answer("1");
      await harness.bot.settled();
      await harness.say("two");
      const run = await harness.model.nextRun();
      run.write("two is");
      await harness.say("/stop");
      run.write(" too late");
      run.answer();
      await harness.say("three");
      (await harness.model.nextRun()).answer("3");
      await harness.bot.settled();
      expect(await harness.transcript()).toEqual(["one", "1", "two", "two is", "three", "3"]);
      expect(harness.channel.drafts[1]).toMatchObject({ end: "stopped", updates: ["two is"] });
      expect(harness.channel.texts).toEqual(["1", "Stopped. What was said so far is kept.", "3"]);
      await harness.bot.stop();
    },
  );

  it("stops the run it names and no later one", async () => {
    const harness = await BotHarness.start();
    await harness.say("one");
    const first = await harness.model.nextRun();
    first.answer("1");
    await harness.bot.settled();
    await harness.say("two");
    const second = await harness.model.nextRun();
    const session = await harness.session();
    const late = await harness.bot.sessions.stop(session, { actor: operator, reason: "", runId: first.turn.runId });
    expect(late.stoppedRunId).toBeUndefined();
    expect(second.isAborted).toBe(false);
    const now = await harness.bot.sessions.stop(session, { actor: operator, reason: "", runId: second.turn.runId });
    expect(now.stoppedRunId).toBe(second.turn.runId);
    expect(second.isAborted).toBe(true);
    await harness.bot.stop();
  });
});

describe("a run that fails", () => {
  it("runs again after a growing pause, at most three times, then its person is told", async () => {
    const harness = await BotHarness.start();
    const trouble = new ProviderError("The service has trouble (HTTP 503).", { isRetryable: true });
    await harness.say("one");
    for (const [attempt, pause] of [
      [1, 1_000],
      [2, 2_000],
    ] as const) {
      const run = await harness.model.nextRun();
      expect(run.turn.attempt).toBe(attempt);
      run.fail(trouble);
      await harness.happened("run.finish", attempt);
      await harness.clock.advance(pause - 1);
      expect(harness.model.runs).toHaveLength(attempt);
      await harness.clock.advance(1);
    }
    (await harness.model.nextRun()).fail(trouble);
    await harness.channel.shows(1);
    expect(harness.model.runs).toHaveLength(3);
    expect(harness.channel.visible[0]).toMatchObject({ kind: "error", text: expect.stringContaining("trouble") });
    await harness.say("two");
    (await harness.model.nextRun()).answer("2");
    await harness.bot.settled();
    expect(harness.channel.texts.at(-1)).toBe("2");
    await harness.bot.stop();
  });

  it.each([
    { why: "the service refuses for good", error: new ProviderError("No such model.", { isRetryable: false }) },
    { why: "it took too long", error: new RunTimeoutError("total", 900_000) },
  ])("is not repeated when $why", async ({ error }) => {
    const harness = await BotHarness.start();
    await harness.say("one");
    (await harness.model.nextRun()).fail(error);
    await harness.channel.shows(1);
    expect(harness.model.runs).toHaveLength(1);
    expect(harness.channel.visible[0]?.kind).toBe("error");
    expect(harness.channel.texts[0]).not.toContain("No such model");
    await harness.bot.stop();
  });

  it("does not hold up a conversation that is reset in its pause", async () => {
    const harness = await BotHarness.start();
    await harness.say("one");
    (await harness.model.nextRun()).fail(new ProviderError("Trouble.", { isRetryable: true }));
    await harness.happened("run.finish");
    await harness.say("/reset");
    await harness.say("two");
    const run = await harness.model.nextRun();
    expect(run.texts).toEqual(["two"]);
    run.answer("2");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["two", "2"]);
    await harness.bot.stop();
  });
});

describe("a bot that is set up and not started", () => {
  it("takes messages in, and answers them once it is started", async () => {
    const harness = await BotHarness.setUp();
    await harness.say("early");
    await harness.bot.settled();
    expect(harness.model.runs).toHaveLength(0);
    await harness.bot.start();
    (await harness.model.nextRun()).answer("late, but here");
    await harness.bot.settled();
    expect(harness.channel.texts).toEqual(["late, but here"]);
    await harness.bot.stop();
  });
});

describe("the end of the process", () => {
  it("lets a run finish within its time", async () => {
    const harness = await BotHarness.start();
    await harness.say("one");
    const run = await harness.model.nextRun();
    const stopped = harness.bot.stop(10_000);
    await harness.clock.advance(1_000);
    run.answer("1");
    await stopped;
    expect(harness.channel.texts).toEqual(["1"]);
  });

  it("aborts a run that does not, and answers its message after the next start, the attempt not counted", async () => {
    const harness = await BotHarness.start();
    await harness.say("one");
    const run = await harness.model.nextRun();
    await harness.stopInMidRun();
    expect(run.isAborted).toBe(true);
    expect(harness.events.filter((event) => event.type === "run.finish")).toMatchObject([{ end: "retrying" }]);
    expect(harness.channel.texts).toEqual([]);
  });
});
