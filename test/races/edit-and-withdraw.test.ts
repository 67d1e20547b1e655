import { type PluginContext, definePlugin } from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { BotHarness, operator } from "../support/bot-harness.ts";
import { promises } from "../requirements.ts";

const demand = { actor: operator, reason: "test" };

/** A bot in whose room one message has been answered, and another is being answered. */
async function startBusy(options: Parameters<typeof BotHarness.start>[0] = {}) {
  const harness = await BotHarness.start(options);
  const stored = harness.message("the secret is 4711");
  await harness.bot.receive(stored);
  (await harness.model.nextRun()).answer("noted, 4711");
  await harness.channel.shows(1);
  const running = harness.message("and now?");
  await harness.bot.receive(running);
  const run = await harness.model.nextRun();
  return { harness, stored, running, run };
}

describe(`${promises("edits")}an edit`, () => {
  it("of a message that waits is what is answered", async () => {
    const { harness, run } = await startBusy();
    const waiting = harness.message("firts");
    await harness.bot.receive(waiting);
    // 1. The text changes while an earlier message is being answered.
    const outcome = await harness.bot.sessions.editMessage({ ...waiting, text: "first" });
    expect(outcome).toMatchObject({ kind: "replaced" });
    // 2. The turn before ends, and the message's own begins.
    run.answer("now");
    const next = await harness.model.nextRun();
    expect(next.texts).toEqual(["first"]);
    next.answer("done");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([
      "the secret is 4711",
      "noted, 4711",
      "and now?",
      "now",
      "first",
      "done",
    ]);
    await harness.bot.stop();
  });

  it("that comes after the claim changes nothing and names the run; after the commit it is stored", async () => {
    const { harness, running, run } = await startBusy();
    // 1. The run has the message.
    const during = await harness.bot.sessions.editMessage({ ...running, text: "and today?" });
    expect(during).toMatchObject({ kind: "running", runId: run.turn.runId });
    // 2. The run commits what it was asked.
    run.answer("now");
    await harness.bot.settled();
    expect((await harness.transcript()).slice(2)).toEqual(["and now?", "now"]);
    // 3. The same edit is stored, and asks for no answer.
    const after = await harness.bot.sessions.editMessage({ ...running, text: "and today?" });
    expect(after).toMatchObject({ kind: "stored" });
    await harness.bot.settled();
    expect((await harness.transcript()).slice(2)).toEqual(["and today?", "now"]);
    expect(harness.model.runs).toHaveLength(2);
    await harness.bot.stop();
  });

  it("of a message that went with a reset is not known, and brings nothing back", async () => {
    const { harness, stored, running, run } = await startBusy();
    await harness.bot.sessions.reset(await harness.session(), demand);
    for (const message of [stored, running]) {
      expect(await harness.bot.sessions.editMessage({ ...message, text: "back" })).toEqual({ kind: "unknown" });
    }
    run.answer("late");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([]);
    await harness.bot.stop();
  });

  it("is told to listeners, and not to the audit log", async () => {
    const { harness, stored } = await startBusy();
    const before = await harness.bot.audit(10);
    await harness.bot.sessions.editMessage({ ...stored, text: "changed" });
    await harness.bot.sessions.editMessage({ ...stored, text: "changed" });
    expect(harness.events.filter(({ type }) => type === "message.edit")).toMatchObject([{ change: "stored" }]);
    expect(await harness.bot.audit(10)).toEqual(before);
    await harness.stopInMidRun();
  });
});

describe(`${promises("withdrawals", "aborted-means-quiet")}a withdrawal`, () => {
  it.each([
    { model: "a model that heeds the abort", ignoresAbort: false },
    { model: "a model that ignores the abort", ignoresAbort: true },
  ])("of a message that is being answered ends the run without a trace ($model)", async ({ ignoresAbort }) => {
    const { harness, running, run } = await startBusy({ ignoresAbort });
    run.write("It is");
    // 1. Another message waits; the one that is being answered is deleted at its service.
    await harness.say("still there?");
    const outcome = await harness.bot.sessions.withdrawMessage(running, operator);
    expect(outcome).toMatchObject({ kind: "stopped", runId: run.turn.runId });
    expect(run.isAborted).toBe(true);
    // 2. The model answers late: nothing of it is stored, sent or shown.
    run.write(" noon");
    run.answer();
    // 3. The message that waited is answered, and knows nothing of the one that went.
    const next = await harness.model.nextRun();
    expect(next.texts).toEqual(["still there?"]);
    expect(JSON.stringify(next.turn.history)).not.toContain("and now?");
    next.answer("yes");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["the secret is 4711", "noted, 4711", "still there?", "yes"]);
    expect(harness.channel.texts).toEqual(["noted, 4711", "yes"]);
    expect(harness.channel.drafts[1]).toMatchObject({ end: "stopped", updates: ["It is"] });
    await harness.bot.stop();
  });

  it("of a stored message takes its answer with it while a later one is being answered", async () => {
    const { harness, stored, run } = await startBusy();
    expect(await harness.bot.sessions.withdrawMessage(stored, operator)).toMatchObject({ kind: "removed" });
    run.answer("now");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["and now?", "now"]);
    await harness.bot.stop();
  });

  it("takes back what of the answer is being sent, and sends nothing more of it", async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let sendBegan = (): void => undefined;
    const sending = new Promise<void>((resolve) => {
      sendBegan = resolve;
    });
    const harness = await BotHarness.start({
      channel: {
        split: (text) => text.split("|"),
        beforeSend: () => {
          sendBegan();
          return arrived;
        },
      },
    });
    // 1. The first of two pieces is on its way.
    const message = harness.message("hello");
    await harness.bot.receive(message);
    (await harness.model.nextRun()).answer("one|two");
    await sending;
    // 2. The message is deleted; then the service takes the piece.
    await harness.bot.sessions.withdrawMessage(message, operator);
    arrive();
    await harness.bot.settled();
    // 3. Nobody sees either piece.
    expect(harness.channel.texts).toEqual([]);
    expect(harness.channel.sends).toHaveLength(1);
    expect(await harness.transcript()).toEqual([]);
    await harness.bot.stop();
  });

  it("keeps the message from being accepted again, whichever of the two comes first", async () => {
    const { harness, running, run } = await startBusy();
    const early = harness.message("withdrawn before it came");
    expect(await harness.bot.sessions.withdrawMessage(early, operator)).toEqual({ kind: "unknown" });
    await harness.bot.sessions.withdrawMessage(running, operator);
    for (const message of [early, running]) {
      expect(await harness.bot.receive(message)).toEqual({ kind: "duplicate" });
    }
    expect(run.isAborted).toBe(true);
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["the secret is 4711", "noted, 4711"]);
    await harness.bot.stop();
  });

  it("holds for what a restore brings back after a reset", async () => {
    const { harness, stored, run } = await startBusy();
    run.answer("now");
    await harness.bot.settled();
    const id = await harness.session();
    // 1. The conversation is reset, 2. a message of it is deleted at its service, 3. the reset is undone.
    await harness.bot.sessions.reset(id, demand);
    await harness.bot.sessions.withdrawMessage(stored, operator);
    await harness.bot.sessions.restore(id, demand);
    expect(await harness.transcript()).toEqual(["and now?", "now"]);
    await harness.bot.stop();
  });

  it("is told to listeners and written to the audit log, which says nothing of the text", async () => {
    const { harness, stored, running, run } = await startBusy();
    await harness.bot.sessions.withdrawMessage(running, operator);
    await harness.bot.sessions.withdrawMessage(stored, operator);
    await harness.bot.sessions.withdrawMessage(stored, operator);
    expect(harness.events.filter(({ type }) => type === "message.withdraw")).toMatchObject([
      { change: "stopped", stoppedRunId: run.turn.runId },
      { change: "removed", stoppedRunId: undefined },
    ]);
    const audit = await harness.bot.audit(10);
    expect(audit).toMatchObject([
      { operation: "message.withdraw", outcome: "done", actor: { id: "tests" } },
      { operation: "message.withdraw", outcome: "done", actor: { id: "tests" } },
    ]);
    expect(JSON.stringify(audit)).not.toContain("4711");
    await harness.bot.stop();
  });

  it("is refused when it is not well-formed, and changes nothing", async () => {
    const { harness, stored } = await startBusy();
    const empty = { ...stored, platformMessageId: "" };
    await expect(harness.bot.sessions.withdrawMessage(empty, operator)).rejects.toThrow("platform message id");
    await expect(harness.bot.sessions.editMessage({ ...stored, text: "" })).rejects.toThrow("no text");
    expect(await harness.transcript()).toEqual(["the secret is 4711", "noted, 4711"]);
    await harness.stopInMidRun();
  });
});

it("hands a plugin's edits and withdrawals on, in its own name", async () => {
  const contexts: PluginContext[] = [];
  const channel = definePlugin({
    name: "their-channel",
    version: "1.0.0",
    setup(context) {
      contexts.push(context);
      context.channel(new RecordingChannel());
    },
  });
  const harness = await BotHarness.start({ bot: { plugins: [channel] } });
  const message = harness.message("firts");
  await harness.bot.receive(message);
  (await harness.model.nextRun()).answer("what?");
  await harness.bot.settled();
  expect(await contexts[0]?.edit({ ...message, text: "first" })).toMatchObject({ kind: "stored" });
  expect(await contexts[0]?.withdraw(message)).toMatchObject({ kind: "removed" });
  expect(await harness.bot.audit(1)).toMatchObject([{ actor: { kind: "plugin", id: "their-channel" } }]);
  await harness.bot.stop();
});
