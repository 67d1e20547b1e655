import { StaleFenceError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { ConversationControl } from "../../packages/core/src/commands/conversation-control.ts";
import { BotHarness, operator } from "../support/bot-harness.ts";
import { promises } from "../requirements.ts";

const demand = { actor: operator, reason: "test" };
const ana = { kind: "participant", id: "ana", adapter: "test", account: "main", surface: "test" } as const;

/** A bot in whose room one message has been answered. */
async function startAnswered() {
  const harness = await BotHarness.start();
  await harness.say("what is it?");
  const run = await harness.model.nextRun();
  run.answer("it is 4711");
  await harness.bot.settled();
  return { harness, run, id: await harness.session() };
}

describe(`${promises("regenerations", "no-double")}a regeneration`, () => {
  it("takes the answer back and answers the same message anew, without the old answer in its history", async () => {
    const { harness, id } = await startAnswered();
    // 1. The answer is taken back at once; 2. the message is answered anew.
    expect(await harness.bot.sessions.regenerate(id, demand)).toMatchObject({ kind: "regenerated" });
    const next = await harness.model.nextRun();
    expect([next.texts, next.turn.history, next.turn.attempt]).toEqual([["what is it?"], [], 1]);
    next.answer("it is 4712");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["what is it?", "it is 4712"]);
    expect(harness.channel.texts).toEqual(["it is 4712"]);
    expect(harness.channel.recalls).toHaveLength(1);
    expect(harness.events.filter(({ type }) => type === "session.regenerate")).toHaveLength(1);
    expect(await harness.bot.audit(1)).toMatchObject([{ operation: "session.regenerate", outcome: "done" }]);
    await harness.bot.stop();
  });

  it("is busy while an answer is being written, and takes nothing away", async () => {
    const { harness, id } = await startAnswered();
    await harness.say("and now?");
    const run = await harness.model.nextRun();
    expect(await harness.bot.sessions.regenerate(id, demand)).toMatchObject({ kind: "busy" });
    run.answer("noon");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["what is it?", "it is 4711", "and now?", "noon"]);
    await harness.bot.stop();
  });

  it("of an answer that is the newest no longer takes no newer one away", async () => {
    const { harness, run, id } = await startAnswered();
    await harness.say("and now?");
    (await harness.model.nextRun()).answer("noon");
    await harness.bot.settled();
    const old = await harness.bot.sessions.regenerate(id, { ...demand, runId: run.turn.runId });
    expect(old).toMatchObject({ kind: "nothing" });
    expect(harness.channel.texts).toEqual(["it is 4711", "noon"]);
    await harness.bot.stop();
  });

  it("asked for twice at once is done once", async () => {
    const { harness, run, id } = await startAnswered();
    const once = { ...demand, runId: run.turn.runId };
    const results = await Promise.all([1, 2].map(() => harness.bot.sessions.regenerate(id, once)));
    expect(results.map(({ kind }) => kind)).toEqual(["regenerated", "busy"]);
    (await harness.model.nextRun()).answer("it is 4712");
    await harness.bot.settled();
    expect(harness.model.runs).toHaveLength(2);
    await harness.bot.stop();
  });

  it("raises the fence: the run of the old answer can write nothing more", async () => {
    const { harness, run, id } = await startAnswered();
    await harness.bot.sessions.regenerate(id, demand);
    const usage = { inputTokens: 0, outputTokens: 0, runs: 0 };
    const late = harness.bot.sessions.commitTurn(run.turn.fence, { entries: [], outbox: [], usage, at: 0 });
    await expect(late).rejects.toBeInstanceOf(StaleFenceError);
    await harness.stopInMidRun();
  });

  it("and a reset: whichever comes last, nothing of the old answer comes back", async () => {
    const { harness, id } = await startAnswered();
    await harness.bot.sessions.regenerate(id, demand);
    const next = await harness.model.nextRun();
    await harness.bot.sessions.reset(id, demand);
    next.answer("late");
    expect(await harness.bot.sessions.regenerate(id, demand)).toMatchObject({ kind: "nothing" });
    await harness.bot.settled();
    expect([await harness.transcript(), harness.channel.texts]).toEqual([[], []]);
    await harness.bot.stop();
  });

  it("follows a stop and an edit with the new text: what a channel offers while a run has the message", async () => {
    const harness = await BotHarness.start();
    const message = harness.message("firts");
    await harness.bot.receive(message);
    const run = await harness.model.nextRun();
    run.write("What");
    const { runId } = run.turn;
    const changed = { ...message, text: "first" };
    // 1. The edit finds a run; 2. that is stopped; 3. the edit is stored; 4. the answer is to be written anew.
    expect(await harness.bot.sessions.editMessage(changed)).toMatchObject({ kind: "running", runId });
    const id = await harness.session();
    await harness.bot.sessions.stop(id, { ...demand, runId });
    expect(await harness.bot.sessions.editMessage(changed)).toMatchObject({ kind: "stored" });
    expect(await harness.bot.sessions.regenerate(id, { ...demand, runId })).toMatchObject({ kind: "regenerated" });
    const next = await harness.model.nextRun();
    expect(next.texts).toEqual(["first"]);
    next.answer("done");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["first", "done"]);
    await harness.bot.stop();
  });

  it("is for whoever began the conversation, and for nobody else who talks in it", async () => {
    const { harness, id } = await startAnswered();
    const others = new ConversationControl(harness.bot.sessions, { ...ana, id: "bo" });
    await expect(others.regenerate(id, "")).rejects.toThrow("may not");
    const own = new ConversationControl(harness.bot.sessions, ana);
    expect(await own.regenerate(id, "")).toMatchObject({ kind: "regenerated" });
    await harness.stopInMidRun();
  });
});
