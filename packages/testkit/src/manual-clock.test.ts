import { pause } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { ManualClock } from "./manual-clock.ts";

describe("ManualClock", () => {
  it("fires timers in the order of their time, then of their start", async () => {
    const clock = new ManualClock();
    const fired: string[] = [];
    clock.startTimer(20, () => fired.push("late"));
    clock.startTimer(10, () => fired.push("first"));
    clock.startTimer(10, () => fired.push("second"));
    await clock.advance(20);
    expect(fired).toEqual(["first", "second", "late"]);
  });

  it("fires timers that are started on the way, once what set them off has come to rest", async () => {
    const clock = new ManualClock();
    const times: number[] = [];
    const walk = async () => {
      for (let step = 0; step < 3; step += 1) {
        await pause(clock, 10);
        times.push(clock.monotonic());
      }
    };
    const walking = walk();
    await clock.advance(30);
    await walking;
    expect(times).toEqual([10, 20, 30]);
  });

  it("does not fire a timer that was cancelled, nor one that is not due", async () => {
    const clock = new ManualClock();
    const fired: string[] = [];
    clock.startTimer(10, () => fired.push("cancelled")).cancel();
    clock.startTimer(11, () => fired.push("later"));
    await clock.advance(10);
    expect(fired).toEqual([]);
    expect(clock.pendingTimers).toBe(1);
  });

  it("moves both kinds of time", async () => {
    const clock = new ManualClock(1_000);
    await clock.advance(500);
    expect([clock.now(), clock.monotonic()]).toEqual([1_500, 500]);
  });
});
