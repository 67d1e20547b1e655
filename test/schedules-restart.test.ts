import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ScheduleId, StoreError } from "@keyturn/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FileScheduleStore } from "../packages/core/src/stores/schedules/file-schedule-store.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";

const minute = 60_000;
const terms = { name: "Hourly", cron: "0 * * * *", timeZone: "UTC", text: "What is new?" } as const;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keyturn-schedules-"));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function setUp(): Promise<BotHarness> {
  return BotHarness.setUp({ bot: { store: { kind: "lowdb", folder, durability: "relaxed" } } });
}

/** A bot with a schedule for its room, and the schedule. */
async function startScheduled(missed: "skip" | "once"): Promise<{ harness: BotHarness; id: ScheduleId }> {
  const harness = await setUp();
  await harness.bot.start();
  await harness.say("hello");
  (await harness.model.nextRun()).answer("hi");
  await harness.bot.settled();
  const wish = { sessionId: await harness.session(), ...terms, missed };
  const { id } = await harness.bot.schedules.create(wish, operator);
  return { harness, id };
}

/** The next process, that many minutes after midnight. */
async function startLater(minutes: number): Promise<BotHarness> {
  const harness = await setUp();
  await harness.clock.advance(minutes * minute);
  await harness.bot.start();
  return harness;
}

describe("a schedule over a restart", () => {
  it("is as it was, and runs at its next time", async () => {
    const { harness, id } = await startScheduled("skip");
    const before = await harness.bot.schedules.read(id, operator);
    await harness.bot.stop();
    const next = await startLater(30);
    expect(await next.bot.schedules.list(operator)).toEqual([before]);
    await next.clock.advance(30 * minute);
    (await next.model.nextRun()).answer("Nothing.");
    await next.bot.settled();
    await next.bot.stop();
  });

  it.each([
    { missed: "skip", texts: ["hello", "hi"] },
    { missed: "once", texts: ["hello", "hi", "What is new?", ""] },
  ] as const)("keeps its rule $missed for what passed while the process was down", async ({ missed, texts }) => {
    const { harness, id } = await startScheduled(missed);
    await harness.bot.stop();
    const next = await startLater(5 * 60 + 30);
    await next.clock.advance(0);
    for (const run of next.model.runs) run.answer("");
    await next.bot.settled();
    expect(await next.transcript()).toEqual(texts);
    expect((await next.bot.schedules.read(id, operator)).nextRunAt).toBe(Date.UTC(2030, 0, 1, 6));
    await next.bot.stop();
  });

  it.each([61, 90])(
    "runs once when the process died between the message and the note of it, and came back after %d minutes",
    async (minutes) => {
      const { harness, id } = await startScheduled("once");
      // 1. The message is accepted; the disk takes no note of it, and the process ends.
      const write = vi.spyOn(FileScheduleStore.prototype, "write");
      write.mockRejectedValue(new StoreError("STORE_FULL", "The disk is full."));
      await harness.clock.advance(60 * minute);
      expect((await harness.model.nextRun()).texts).toEqual(["What is new?"]);
      await harness.stopInMidRun();
      write.mockRestore();
      // 2. The next process finds the run due, and the message accepted.
      const next = await startLater(minutes);
      (await next.model.nextRun()).answer("Nothing.");
      await next.bot.settled();
      expect(await next.transcript()).toEqual(["hello", "hi", "What is new?", "Nothing."]);
      expect(await next.bot.schedules.read(id, operator)).toMatchObject({
        nextRunAt: Date.UTC(2030, 0, 1, 2),
        lastRun: { outcome: "accepted", dueAt: Date.UTC(2030, 0, 1, 1) },
      });
      await next.bot.stop();
    },
  );

  it("is gone for good when it was deleted", async () => {
    const { harness, id } = await startScheduled("once");
    await harness.bot.schedules.delete(id, operator);
    await harness.bot.stop();
    expect(readdirSync(join(folder, "schedules"))).toEqual([]);
    const next = await startLater(120);
    expect(await next.bot.schedules.list(operator)).toEqual([]);
    expect(next.model.runs).toEqual([]);
    await next.bot.stop();
  });
});

describe("the file of a schedule", () => {
  it.each([
    ["cut off", (text: string) => text.slice(0, -20)],
    ["empty", () => ""],
    ["changed", (text: string) => text.replace("0 * * * *", "1 * * * *")],
    ["of another version", (text: string) => text.replace("keyturn/1", "keyturn/99")],
  ])("that is %s keeps the bot from starting, and says which it is", async (_how, damage) => {
    const { harness, id } = await startScheduled("skip");
    await harness.bot.stop();
    const file = join(folder, "schedules", `${id}.json`);
    const whole = readFileSync(file, "utf8");
    writeFileSync(file, damage(whole));
    await expect(setUp()).rejects.toMatchObject({ code: "STORE_DAMAGED", message: expect.stringContaining(id) });
    // The folder was left to the next process, and the file as it is.
    expect(readFileSync(file, "utf8")).toBe(damage(whole));
    writeFileSync(file, whole);
    const next = await setUp();
    expect(await next.bot.schedules.list(operator)).toHaveLength(1);
    await next.bot.stop();
  });

  it("that a crash left half written is removed, and is no schedule", async () => {
    const { harness, id } = await startScheduled("skip");
    await harness.bot.stop();
    writeFileSync(join(folder, "schedules", `${id}.json.1234.5.tmp`), "{");
    const next = await setUp();
    expect(await next.bot.schedules.list(operator)).toHaveLength(1);
    expect(readdirSync(join(folder, "schedules"))).toEqual([`${id}.json`]);
    await next.bot.stop();
  });
});
