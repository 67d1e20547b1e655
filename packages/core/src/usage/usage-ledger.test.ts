import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { StoreError } from "../errors.ts";
import { UsageLedger } from "./usage-ledger.ts";
import type { UsageStore } from "./usage-store.ts";
import type { UsageRow } from "./usage.ts";

const day = 86_400_000;
const used = { model: "a/b", adapter: "test", runs: 1, inputTokens: 2, outputTokens: 3 };

class RecordingStore implements UsageStore {
  readonly writes: (readonly UsageRow[])[] = [];
  failures = 0;

  read(): Promise<readonly UsageRow[]> {
    return Promise.resolve(this.writes.at(-1) ?? []);
  }

  write(rows: readonly UsageRow[]): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new StoreError("STORE_FULL", "The disk is full."));
    }
    this.writes.push(rows);
    return Promise.resolve();
  }
}

function open(store: UsageStore, clock: ManualClock, errors: unknown[] = []): UsageLedger {
  return new UsageLedger({ store, clock, reportError: (error) => errors.push(error) });
}

describe("the usage ledger", () => {
  it("keeps 400 days", async () => {
    const clock = new ManualClock();
    const store = new RecordingStore();
    const ledger = open(store, clock);
    ledger.add({ ...used, at: clock.now() });
    await clock.advance(399 * day);
    ledger.add({ ...used, at: clock.now() });
    expect(ledger.report({ groupBy: "day" }).groups.map(({ name }) => name)).toEqual(["2030-01-01", "2031-02-04"]);
    await clock.advance(day);
    expect(ledger.report({ groupBy: "day" }).groups.map(({ name }) => name)).toEqual(["2031-02-04"]);
    expect(ledger.report({ groupBy: "day", since: "2030-01-01" }).total.runs).toBe(1);
    ledger.add({ ...used, at: clock.now() });
    await ledger.close();
    expect(store.writes.at(-1)?.map((row) => row.day)).toEqual(["2031-02-04", "2031-02-05"]);
  });

  it("stays small however many models somebody names: what is too many is counted as other", () => {
    const clock = new ManualClock();
    const ledger = open(new RecordingStore(), clock);
    for (let index = 0; index < 1_000; index += 1) ledger.add({ ...used, model: `m/${index}`, at: clock.now() });
    const { groups, total } = ledger.report({ groupBy: "model" });
    expect(groups).toHaveLength(51);
    expect(groups.find(({ name }) => name === "other")?.runs).toBe(950);
    expect(total.runs).toBe(1_000);
  });

  it("writes once for many runs, at the latest five seconds after the first", async () => {
    const clock = new ManualClock();
    const store = new RecordingStore();
    const ledger = open(store, clock);
    for (let run = 0; run < 9; run += 1) {
      ledger.add({ ...used, at: clock.now() });
      await clock.advance(500);
    }
    expect(store.writes).toEqual([]);
    await clock.advance(500);
    expect(store.writes).toEqual([[{ ...used, day: "2030-01-01", runs: 9, inputTokens: 18, outputTokens: 27 }]]);
    expect(clock.pendingTimers).toBe(0);
  });

  it("keeps what could not be written, tells of it once a minute, and writes it later", async () => {
    const clock = new ManualClock();
    const store = new RecordingStore();
    const errors: unknown[] = [];
    const ledger = open(store, clock, errors);
    store.failures = 2;
    ledger.add({ ...used, at: clock.now() });
    await clock.advance(5_000 + 60_000);
    expect(errors).toHaveLength(2);
    await clock.advance(60_000);
    expect(store.writes).toHaveLength(1);
    await ledger.close();
    expect(store.writes).toHaveLength(1);
  });

  it("goes on from what is kept, and counts apart what came since the start", async () => {
    const clock = new ManualClock();
    const store = new RecordingStore();
    const first = open(store, clock);
    first.add({ ...used, at: clock.now() });
    await first.close();
    const second = open(store, clock);
    await second.load();
    second.add({ ...used, at: clock.now() });
    expect(second.report({ groupBy: "adapter" }).groups).toEqual([
      { name: "test", runs: 2, inputTokens: 4, outputTokens: 6 },
    ]);
    expect(second.sinceStart).toEqual({ runs: 1, inputTokens: 2, outputTokens: 3 });
    await second.close();
    expect(clock.pendingTimers).toBe(0);
  });
});
