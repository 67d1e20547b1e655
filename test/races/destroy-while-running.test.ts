import { type Receipt, StaleFenceError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { BotHarness, operator } from "../support/bot-harness.ts";
import { promises } from "../requirements.ts";

/** Every way to destroy a conversation that needs no network; HTTP and the command line have the same table in their own tests. */
const surfaces = [
  {
    name: "a typed /reset",
    destroy: (harness: BotHarness): Promise<unknown> => harness.say(" /RESET "),
    isGone: false,
  },
  { name: "a typed /new", destroy: (harness: BotHarness): Promise<unknown> => harness.say("/new"), isGone: false },
  {
    name: "a reset by an operator",
    destroy: async (harness: BotHarness): Promise<unknown> =>
      harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "test" }),
    isGone: false,
  },
  {
    name: "a delete by an operator",
    destroy: async (harness: BotHarness): Promise<unknown> =>
      harness.bot.sessions.delete(await harness.session(), { actor: operator, reason: "test" }),
    isGone: true,
  },
  {
    name: "a retention task in code",
    destroy: async (harness: BotHarness): Promise<unknown> => {
      const old = await harness.bot.sessions.list({ limit: 200 }, operator);
      return Promise.all(
        old.map(({ id }) =>
          harness.bot.sessions.delete(id, {
            actor: { kind: "operator", id: "retention", surface: "code" },
            reason: "older than 30 days",
          }),
        ),
      );
    },
    isGone: true,
  },
];

describe.each(surfaces)(
  `${promises("no-resurrection", "reset-at-once", "one-path", "aborted-means-quiet")}$name while an answer is being written`,
  ({ destroy, isGone }) => {
    it.each([
      { model: "a model that heeds the abort", ignoresAbort: false },
      { model: "a model that ignores the abort", ignoresAbort: true },
    ])("answers at once, and nothing of the old conversation comes back ($model)", async ({ ignoresAbort }) => {
      const harness = await BotHarness.start({ ignoresAbort });
      // 1. A first answer is stored, a second is being written.
      await harness.say("the secret is 4711");
      (await harness.model.nextRun()).answer("noted");
      await harness.channel.shows(1);
      await harness.say("what is the secret?");
      const run = await harness.model.nextRun();
      run.write("The secret");
      const oldSession = await harness.session();

      // 2. The destroy call answers while the model hangs: no time passes, the model does nothing.
      await destroy(harness);

      // 3. The session is gone, or empty under a new epoch.
      expect(await harness.transcript()).toEqual([]);
      expect((await harness.bot.sessions.find(harness.message("x").key)) === undefined).toBe(isGone);
      expect(run.isAborted).toBe(true);

      // 4. The model answers late: the save is refused, nothing is sent, the draft has been ended as stopped.
      run.write(" is 4711.");
      run.answer();
      await harness.bot.settled();
      expect(await harness.transcript()).toEqual([]);
      expect(harness.channel.texts.filter((text) => text.includes("4711"))).toEqual([]);
      expect(harness.channel.drafts.at(-1)?.end).toBe("stopped");
      expect(harness.channel.drafts.at(-1)?.updates.at(-1)).toBe("The secret");

      // 5. A direct late write with the old run's own fence is refused by name.
      const commit = harness.bot.sessions.commitTurn(run.turn.fence, {
        entries: [],
        outbox: [],
        usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
        at: 0,
      });
      await expect(commit).rejects.toBeInstanceOf(StaleFenceError);
      expect(harness.bot.sessions.refusedWrites).toBeGreaterThan(0);

      // 6. The next message starts afresh.
      await harness.say("hello again");
      const next = await harness.model.nextRun();
      expect(next.turn.history).toEqual([]);
      expect(next.turn.fence.sessionId === oldSession).toBe(!isGone);
      next.answer("hi");
      await harness.bot.settled();
      expect(await harness.transcript()).toEqual(["hello again", "hi"]);
      await harness.bot.stop();
    });

    it("drops the messages that wait, and answers those that come after", async () => {
      const harness = await BotHarness.start();
      await harness.say("one");
      await harness.model.nextRun();
      await harness.say("two, waiting");
      await destroy(harness);
      await harness.say("three, after");
      const next = await harness.model.nextRun();
      expect(next.texts).toEqual(["three, after"]);
      next.answer("fine");
      await harness.bot.settled();
      expect(await harness.transcript()).toEqual(["three, after", "fine"]);
      await harness.bot.stop();
    });

    it("recognises a message of the old conversation when its service sends it again", async () => {
      const harness = await BotHarness.start();
      const message = harness.message("the secret is 4711");
      await harness.bot.receive(message);
      (await harness.model.nextRun()).answer("noted");
      await harness.bot.settled();
      await destroy(harness);
      expect(await harness.bot.receive(message)).toEqual({ kind: "duplicate" } satisfies Receipt);
      expect(await harness.transcript()).toEqual([]);
      await harness.bot.stop();
    });
  },
);

describe("the lock", () => {
  it("is free while a send hangs: a reset does not wait for it", async () => {
    let sendGoesOn = (): void => undefined;
    const sendHangs = new Promise<void>((resolve) => {
      sendGoesOn = resolve;
    });
    let sendBegan = (): void => undefined;
    const sending = new Promise<void>((resolve) => {
      sendBegan = resolve;
    });
    const beforeSend = (): Promise<void> => {
      sendBegan();
      return sendHangs;
    };
    const harness = await BotHarness.start({ channel: { beforeSend } });
    await harness.say("hello");
    (await harness.model.nextRun()).answer("hi");
    await sending;
    const reset = await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "test" });
    expect(reset.kind).toBe("reset");
    sendGoesOn();
    await harness.bot.settled();
    // What the hanging send made visible in the end was taken back.
    expect(harness.channel.sends).toHaveLength(1);
    expect(harness.channel.texts).toEqual([]);
    await harness.bot.stop();
  });
});

describe("a typed command that its service sends again", () => {
  it("is carried out once", async () => {
    const harness = await BotHarness.start();
    await harness.say("one");
    (await harness.model.nextRun()).answer("1");
    await harness.bot.settled();
    const command = harness.message("/reset");
    expect((await harness.bot.receive(command)).kind).toBe("command");
    await harness.say("two");
    (await harness.model.nextRun()).answer("2");
    await harness.bot.settled();
    expect(await harness.bot.receive(command)).toEqual({ kind: "duplicate" });
    expect(await harness.transcript()).toEqual(["two", "2"]);
    await harness.bot.stop();
  });

  it("is carried out once when both copies come at the same time", async () => {
    const harness = await BotHarness.start();
    await harness.say("one");
    (await harness.model.nextRun()).answer("1");
    await harness.bot.settled();
    const command = harness.message("/reset");
    await Promise.all([harness.bot.receive(command), harness.bot.receive(command)]);
    expect(harness.events.filter((event) => event.type === "session.reset")).toHaveLength(1);
    await harness.bot.stop();
  });
});

describe(`${promises("no-resurrection", "aborted-means-quiet", "reset-at-once")}a turn that is taken and not begun`, () => {
  it.each(["/reset", "/stop"])("does not begin after a %s: no model call, no draft", async (command) => {
    // 1. An answer is stored, and its draft hangs at its end: the lane waits for it, up to 5 s.
    const harness = await BotHarness.start({ channel: { draftEndHangs: true } });
    await harness.say("one");
    (await harness.model.nextRun()).answer("1");
    await harness.happened("run.finish");
    // 2. A second message takes its turn with its accept, and waits for the lane.
    await harness.say("two");
    // 3. The command ends that turn before its run has begun.
    await harness.say(command);
    // 4. The lane goes on: the turn is not run.
    await harness.clock.advance(5_000);
    expect(harness.model.runs).toHaveLength(1);
    expect(harness.channel.drafts).toHaveLength(1);
    // 5. What comes afterwards is answered.
    await harness.say("three");
    const next = await harness.model.nextRun();
    expect(next.texts).toEqual(["three"]);
    await harness.stopInMidRun();
  });
});

describe(`${promises("no-resurrection", "aborted-means-quiet")}an answer that is stored and not sent`, () => {
  it("is not sent after a reset that came while its draft was being ended, not even to be taken back", async () => {
    const harness = await BotHarness.start({ channel: { draftEndHangs: true } });
    // 1. The answer is stored; the draft hangs at its end, and the answer waits for it.
    await harness.say("one");
    (await harness.model.nextRun()).answer("1");
    await harness.happened("run.finish");
    // 2. The conversation is reset.
    await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "test" });
    // 3. The draft is given up.
    await harness.clock.advance(5_000);
    await harness.bot.settled();
    expect(harness.channel.sends).toEqual([]);
    expect(harness.channel.texts).toEqual([]);
    await harness.bot.stop();
  });
});
