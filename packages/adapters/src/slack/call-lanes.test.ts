import { DeliveryError } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { CallLanes } from "./call-lanes.ts";

const limited = (seconds: number) =>
  Object.assign(new Error("ratelimited"), { code: "slack_webapi_rate_limited_error", retryAfter: seconds });

/** A call that Slack turns away so often, and then takes; it notes when it was taken. */
function createCall(clock: ManualClock, name: string, taken: string[], refusals: readonly number[] = []) {
  const left = [...refusals];
  return async (): Promise<void> => {
    const seconds = left.shift();
    if (seconds !== undefined) throw limited(seconds);
    taken.push(`${name} at ${clock.monotonic()}`);
  };
}

describe(`${promises("slack-replies")}the calls of one workspace`, () => {
  it("wait for Slack by method and channel, and hold up no other", async () => {
    const clock = new ManualClock();
    const lanes = new CallLanes(clock);
    const taken: string[] = [];
    const run = (lane: string, refusals: readonly number[] = []) =>
      lanes.run(lane, createCall(clock, lane, taken, refusals));
    const waiting = [run("chat.postMessage C1", [2, 3]), run("chat.postMessage C1")];
    await Promise.all([run("chat.postMessage C2"), run("chat.update C1"), run("chat.delete C1")]);
    expect(taken).toEqual(["chat.postMessage C2 at 0", "chat.update C1 at 0", "chat.delete C1 at 0"]);
    expect(lanes.waitOf("chat.postMessage C1")).toBe(2_000);
    await clock.advance(5_000);
    await Promise.all(waiting);
    expect(taken.slice(3)).toEqual(["chat.postMessage C1 at 5000", "chat.postMessage C1 at 5000"]);
    expect(lanes.limitedUntil).toBeUndefined();
  });

  it("go on after one that failed, and are not made when they come too late", async () => {
    const clock = new ManualClock();
    const lanes = new CallLanes(clock);
    const lane = "chat.postMessage C1";
    const taken: string[] = [];
    const late = new AbortController();
    const failed = lanes.run(lane, () => Promise.reject(new Error("not_in_channel")));
    const limitedCall = lanes.run(lane, createCall(clock, "first", taken, [9]));
    const second = lanes.run(lane, createCall(clock, "second", taken), { signal: late.signal });
    const tooLate = expect(second).rejects.toBeInstanceOf(DeliveryError);
    await expect(failed).rejects.toThrow("not_in_channel");
    late.abort();
    await clock.advance(9_000);
    await limitedCall;
    await tooLate;
    expect(taken).toEqual(["first at 9000"]);
  });
});
