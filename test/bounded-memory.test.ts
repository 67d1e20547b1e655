import { createBot } from "@keyturn/core";
import { ManualClock, RecordingChannel, createInstantRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";

const hour = 3_600_000;

async function startBot() {
  const clock = new ManualClock();
  const channel = new RecordingChannel();
  const bot = await createBot({ clock, turnRunner: createInstantRunner(), plugins: [channel.toPlugin()] });
  await bot.start();
  return { bot, clock, channel };
}

function message(place: string, id: string) {
  return {
    key: { adapter: "test", account: "main", place },
    platformMessageId: id,
    sender: { id: "ana" },
    text: "hello",
  };
}

describe("memory", () => {
  it("holds no lock, lane, run or timer of conversations that are at rest", async () => {
    const { bot, clock } = await startBot();
    const timers = clock.pendingTimers;
    await Promise.all(Array.from({ length: 500 }, (_, index) => bot.receive(message(`room ${index}`, "1"))));
    await bot.settled();
    expect(bot.statistics).toEqual({ runsInFlight: 0, activeLanes: 0, refusedWrites: 0 });
    expect(bot.inspectLock(message("room 1", "1"))).toBeUndefined();
    expect(clock.pendingTimers).toBe(timers);
    await bot.stop();
    expect(clock.pendingTimers).toBe(0);
  });
});

describe(`${promises("no-double")}a message that its service sends again`, () => {
  it("is recognised for a day, also when its session has had many since or was deleted, then forgotten", async () => {
    const { bot, clock } = await startBot();
    await bot.receive(message("room", "first"));
    for (let index = 0; index < 200; index += 1) await bot.receive(message("room", `later ${index}`));
    await bot.settled();
    await clock.advance(12 * hour);
    expect((await bot.receive(message("room", "first"))).kind).toBe("duplicate");
    const id = await bot.sessions.find(message("room", "first").key);
    await bot.sessions.delete(id!, { actor: { kind: "operator", id: "tests", surface: "code" }, reason: "test" });
    await clock.advance(11 * hour);
    expect((await bot.receive(message("room", "first"))).kind).toBe("duplicate");
    await clock.advance(2 * hour);
    expect((await bot.receive(message("room", "first"))).kind).toBe("accepted");
    await bot.settled();
    await bot.stop();
  });
});
