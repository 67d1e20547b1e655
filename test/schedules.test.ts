import { type NewSchedule, type ScheduleId, StoreError } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { BotHarness, type HarnessOptions, operator } from "./support/bot-harness.ts";

const minute = 60_000;
/** The harness's clock begins at midnight, in UTC. */
const hourly = { name: "Hourly", cron: "0 * * * *", timeZone: "UTC", text: "What is new?" };

/** A bot whose room has a session, with nothing left to do. */
async function start(options: HarnessOptions = {}): Promise<BotHarness> {
  const harness = await BotHarness.start(options);
  await harness.say("hello");
  (await harness.model.nextRun()).answer("hi");
  await harness.bot.settled();
  return harness;
}

/** Makes a schedule for the room. */
async function scheduled(harness: BotHarness, change: Partial<NewSchedule> = {}): Promise<ScheduleId> {
  const wish = { sessionId: await harness.session(), ...hourly, ...change };
  return (await harness.bot.schedules.create(wish, operator)).id;
}

describe("a schedule", () => {
  it("is a turn of its conversation each time that it is due, in line with everybody's messages", async () => {
    const harness = await start();
    await scheduled(harness);
    await harness.clock.advance(59 * minute);
    await harness.say("wait for me");
    const first = await harness.model.nextRun();
    await harness.clock.advance(2 * minute);
    first.answer("one moment");
    const second = await harness.model.nextRun();
    expect(second.texts).toEqual(["What is new?"]);
    expect(second.turn.messages[0]?.sender.name).toBe("Hourly");
    second.answer("Nothing.");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([
      "hello",
      "hi",
      "wait for me",
      "one moment",
      "What is new?",
      "Nothing.",
    ]);
    expect(harness.channel.visible.at(-1)?.text).toBe("Nothing.");
    await harness.bot.stop();
  });

  it("is part of the one turn that collects what waits", async () => {
    const harness = await start({ bot: { overlap: "collect" } });
    await scheduled(harness);
    await harness.say("one");
    const first = await harness.model.nextRun();
    await harness.say("two"); //                        1. this waits
    await harness.clock.advance(60 * minute); //        2. the schedule is due
    await harness.say("three"); //                      3. and this comes after it
    first.answer("first");
    const second = await harness.model.nextRun();
    expect(second.texts).toEqual(["two", "What is new?", "three"]);
    expect(second.turn.messages.map(({ sender }) => sender.name)).toEqual(["Ana", "Hourly", "Ana"]);
    second.answer("all three");
    await harness.bot.settled();
    expect((await harness.transcript()).slice(-2)).toEqual(["three", "all three"]);
    await harness.bot.stop();
  });

  it.each(["interrupt", "reject"] as const)("waits for its turn where others would %s", async (overlap) => {
    const harness = await start({ bot: { overlap } });
    await scheduled(harness);
    await harness.say("one");
    const first = await harness.model.nextRun();
    await harness.clock.advance(60 * minute);
    expect(first.isAborted).toBe(false);
    first.answer("first");
    const second = await harness.model.nextRun();
    expect(second.texts).toEqual(["What is new?"]);
    second.answer("Nothing.");
    await harness.bot.settled();
    expect((await harness.transcript()).slice(-4)).toEqual(["one", "first", "What is new?", "Nothing."]);
    await harness.bot.stop();
  });

  it("never has its text taken for a command", async () => {
    const harness = await start();
    await scheduled(harness, { text: "/reset" });
    const { epoch } = await harness.bot.sessions.read(await harness.session(), operator);
    await harness.clock.advance(60 * minute);
    const run = await harness.model.nextRun();
    expect([run.texts, run.turn.fence.epoch]).toEqual([["/reset"], epoch]);
    run.answer("That is a command.");
    await harness.bot.settled();
    await harness.bot.stop();
  });

  it("keeps how its newest run was taken, and tells of it", async () => {
    const harness = await start({ bot: { capacity: 1 } });
    const id = await scheduled(harness);
    await harness.clock.advance(60 * minute);
    const run = await harness.model.nextRun();
    const accepted = await harness.bot.schedules.read(id, operator);
    const due = Date.UTC(2030, 0, 1, 1);
    const messageId = run.turn.messages[0]?.id;
    expect(accepted.lastRun).toEqual({ at: due, dueAt: due, outcome: "accepted", messageId });
    expect(accepted.nextRunAt).toBe(due + 60 * minute);
    await harness.say("waiting");
    await harness.clock.advance(60 * minute);
    const full = await harness.bot.schedules.read(id, operator);
    expect(full.lastRun).toMatchObject({ outcome: "full", messageId: undefined, dueAt: due + 60 * minute });
    expect(full.version).toBe(1);
    // Nobody wrote that message, so nobody is told in the conversation that it was not taken.
    expect(harness.channel.visible.map(({ text }) => text)).toEqual(["hi"]);
    const told = harness.events.filter((event) => event.type === "schedule.run");
    expect(told).toMatchObject([{ scheduleId: id, outcome: "accepted", messageId }, { outcome: "full" }]);
    expect(JSON.stringify(told)).not.toContain("What is new?");
    await harness.stopInMidRun();
  });

  it("does not run while it is paused, nor for what passed during the pause", async () => {
    const harness = await start();
    const id = await scheduled(harness, { missed: "once" });
    await harness.bot.schedules.change(id, { isPaused: true }, operator);
    await harness.clock.advance(150 * minute);
    await harness.bot.schedules.change(id, { isPaused: false }, operator);
    await harness.clock.advance(29 * minute);
    await harness.bot.settled();
    expect(harness.model.runs).toHaveLength(1);
    await harness.clock.advance(minute);
    (await harness.model.nextRun()).answer("");
    await harness.bot.settled();
    await harness.bot.stop();
  });

  it("never runs after its delete, not even when its time had come before", async () => {
    const harness = await start();
    const id = await scheduled(harness);
    // 1. Its time comes while a delete is asked for, before the timer's work is done.
    const advanced = harness.clock.advance(60 * minute);
    const deleted = harness.bot.schedules.delete(id, operator);
    await Promise.all([advanced, deleted]);
    // 2. However the two met, there is nothing afterwards.
    await harness.bot.settled();
    const runs = harness.model.runs.length;
    await harness.clock.advance(180 * minute);
    await harness.bot.settled();
    expect(harness.model.runs).toHaveLength(runs);
    await expect(harness.bot.schedules.read(id, operator)).rejects.toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
    expect(harness.clock.pendingTimers).toBeLessThanOrEqual(1);
    await harness.stopInMidRun();
  });

  it("goes on after a reset of its conversation, in the new epoch", async () => {
    const harness = await start();
    await scheduled(harness);
    const reset = await harness.bot.sessions.reset(await harness.session(), { actor: operator, reason: "" });
    await harness.clock.advance(60 * minute);
    const run = await harness.model.nextRun();
    expect(reset).toMatchObject({ removal: { epoch: run.turn.fence.epoch } });
    run.answer("Nothing.");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["What is new?", "Nothing."]);
    await harness.bot.stop();
  });

  it("begins a new session after a delete of its conversation's, which belongs to whom the old one did", async () => {
    const harness = await start();
    await scheduled(harness);
    const old = await harness.session();
    await harness.bot.sessions.delete(old, { actor: operator, reason: "" });
    await harness.clock.advance(60 * minute);
    (await harness.model.nextRun()).answer("Nothing.");
    await harness.bot.settled();
    expect(await harness.session()).not.toBe(old);
    expect(harness.channel.visible.at(-1)?.text).toBe("Nothing.");
    const reset = await harness.say("/reset");
    expect(reset).toMatchObject({ kind: "command", text: expect.not.stringContaining("may not") });
    await harness.bot.settled();
    await harness.bot.stop();
  });

  it("runs at once by hand, paused or not, and once for each name", async () => {
    const harness = await start();
    const id = await scheduled(harness, { isPaused: true });
    const first = await harness.bot.schedules.run(id, operator, "one");
    const again = await harness.bot.schedules.run(id, operator, "one");
    expect([first.outcome, again.messageId]).toEqual(["accepted", first.messageId]);
    (await harness.model.nextRun()).answer("Nothing.");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["hello", "hi", "What is new?", "Nothing."]);
    expect(await harness.bot.schedules.read(id, operator)).toMatchObject({
      nextRunAt: undefined,
      lastRun: { dueAt: undefined, messageId: first.messageId },
    });
    await harness.bot.stop();
  });

  it("tries again what the store could not take, and misses nothing by that", async () => {
    const harness = await start({ bot: { capacity: 5 } });
    const id = await scheduled(harness);
    const failing = failNextAccepts(harness, 1);
    await harness.clock.advance(60 * minute);
    expect(failing.failed).toBe(1);
    expect((await harness.bot.schedules.read(id, operator)).lastRun?.outcome).toBe("failed");
    await harness.clock.advance(minute / 2);
    (await harness.model.nextRun()).answer("Nothing.");
    await harness.bot.settled();
    expect((await harness.bot.schedules.read(id, operator)).lastRun).toMatchObject({
      outcome: "accepted",
      dueAt: Date.UTC(2030, 0, 1, 1),
    });
    await harness.bot.stop();
  });
});

/** Lets the next accepts fail as a full disk does. */
function failNextAccepts({ bot }: BotHarness, count: number): { failed: number } {
  const state = { failed: 0 };
  const accept = bot.sessions.accept.bind(bot.sessions);
  bot.sessions.accept = (message, options) => {
    if (state.failed === count) return accept(message, options);
    state.failed += 1;
    return Promise.reject(new StoreError("STORE_FULL", "The disk is full."));
  };
  return state;
}

describe("the door to schedules", () => {
  it("does not deny what it has done when the store cannot be read right after", async () => {
    const harness = await start();
    const { sessions, schedules } = harness.bot;
    const sessionId = await harness.session();
    const find = sessions.find.bind(sessions);
    let lookups = 0;
    sessions.find = (key) => {
      lookups -= 1;
      return lookups < 0 ? Promise.reject(new StoreError("STORE_UNAVAILABLE", "Away.")) : find(key);
    };
    const { id } = await schedules.create({ sessionId, ...hourly }, operator);
    lookups = 1; // before the change, to ask the policy about it
    expect(await schedules.change(id, { name: "Often" }, operator)).toMatchObject({ name: "Often", sessionId });
    lookups = 1;
    await schedules.delete(id, operator);
    expect(await schedules.list(operator, {})).toEqual([]);
    await harness.bot.stop();
  });

  it("asks the policy about each operation, and writes down who did what", async () => {
    const harness = await start();
    const id = await scheduled(harness);
    await harness.bot.schedules.change(id, { name: "Often" }, operator);
    await harness.bot.schedules.run(id, operator, "now");
    (await harness.model.nextRun()).answer("");
    await harness.bot.schedules.delete(id, operator);
    const entries = await harness.bot.audit(4);
    expect(entries.map(({ operation, target, outcome }) => [operation, target, outcome])).toEqual([
      ["schedule.delete", id, "done"],
      ["schedule.run", id, "done"],
      ["schedule.patch", id, "done"],
      ["schedule.create", id, "done"],
    ]);
    expect(JSON.stringify(entries)).not.toContain("What is new?");
    const changes = harness.events.filter((event) => event.type === "schedule.change");
    expect(changes.map(({ change }) => change)).toEqual(["created", "changed", "deleted"]);
    await harness.bot.settled();
    await harness.bot.stop();
  });

  it("lets nobody through whom the policy does not allow, and does not say whether there is such a schedule", async () => {
    const harness = await start();
    const id = await scheduled(harness);
    const ana = { kind: "participant", id: "ana", adapter: "test", account: "main", surface: "test" } as const;
    const { schedules } = harness.bot;
    const attempts = [
      schedules.list(ana),
      schedules.read(id, ana),
      schedules.read("c_unknownunknownunknown", ana),
      schedules.create({ sessionId: await harness.session(), ...hourly }, ana),
      schedules.change(id, { isPaused: true }, ana),
      schedules.run(id, ana, "x"),
      schedules.delete(id, ana),
    ];
    for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: "NOT_AUTHORIZED" });
    expect(await schedules.list(operator)).toMatchObject([{ id, isPaused: false, version: 1 }]);
    const denied = await harness.bot.audit(10, { outcome: "denied" });
    expect(denied.map(({ operation }) => operation).toSorted()).toEqual([
      "schedule.create",
      "schedule.delete",
      "schedule.list",
      "schedule.patch",
      "schedule.read",
      "schedule.read",
      "schedule.run",
    ]);
    await harness.bot.stop();
  });

  it("refuses what a schedule cannot be, and changes nothing by it", async () => {
    const harness = await start();
    const id = await scheduled(harness);
    for (const change of [
      { cron: "0 0 30 2 *" },
      { cron: "often" },
      { timeZone: "Mars/Olympus" },
      { name: "" },
      { text: "" },
      {},
    ]) {
      await expect(harness.bot.schedules.change(id, change, operator)).rejects.toMatchObject({ code: "INPUT_INVALID" });
    }
    const long = harness.bot.schedules.change(id, { text: "x".repeat(100_001) }, operator);
    await expect(long).rejects.toMatchObject({ code: "INPUT_INVALID" });
    await expect(harness.bot.schedules.change(id, { name: "x" }, operator, 7)).rejects.toMatchObject({ actual: 1 });
    await expect(harness.bot.schedules.delete(id, operator, 7)).rejects.toMatchObject({ code: "SCHEDULE_CHANGED" });
    expect(await harness.bot.schedules.read(id, operator)).toMatchObject({ version: 1, ...hourly });
    await harness.bot.stop();
  });

  it("takes a thousand schedules and no more, also when many ask at once", async () => {
    const harness = await start();
    const sessionId = await harness.session();
    const asked = Array.from({ length: 1_005 }, () => harness.bot.schedules.create({ sessionId, ...hourly }, operator));
    const results = await Promise.allSettled(asked);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1_000);
    expect(results.at(-1)).toMatchObject({ reason: { code: "SCHEDULES_EXHAUSTED" } });
    await harness.bot.stop();
  });

  it("lists those of one conversation", async () => {
    const harness = await start();
    const id = await scheduled(harness);
    await harness.say("elsewhere", { key: { adapter: "test", account: "main", place: "garden" } });
    (await harness.model.nextRun()).answer("");
    await harness.bot.settled();
    const other = await harness.bot.sessions.find({ adapter: "test", account: "main", place: "garden" });
    expect(await harness.bot.schedules.list(operator, { sessionId: other })).toEqual([]);
    expect(await harness.bot.schedules.list(operator, { sessionId: await harness.session() })).toMatchObject([{ id }]);
    await harness.bot.stop();
  });
});

describe("a bot without schedules to run", () => {
  it("has no timer for them", async () => {
    const harness = await start();
    const before = harness.clock.pendingTimers;
    const id = await scheduled(harness, { isPaused: true });
    expect(harness.clock.pendingTimers).toBe(before);
    await harness.bot.schedules.change(id, { isPaused: false }, operator);
    expect(harness.clock.pendingTimers).toBe(before + 1);
    await harness.bot.stop();
    expect(harness.clock.pendingTimers).toBe(0);
  });
});
