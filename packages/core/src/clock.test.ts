import { ManualClock } from "@keyturn/testkit";
import { expect, it } from "vitest";
import { waitAtMost } from "./clock.ts";

it("waits for work, and no longer than it is told, and leaves no timer behind", async () => {
  const clock = new ManualClock();
  await waitAtMost(clock, 1_000, Promise.resolve());
  await expect(waitAtMost(clock, 1_000, Promise.reject(new Error("It failed.")))).rejects.toThrow("It failed.");
  const waited = waitAtMost(clock, 1_000, new Promise(() => undefined)).then(() => clock.monotonic());
  const begunAt = clock.monotonic();
  await clock.advance(1_000);
  expect((await waited) - begunAt).toBe(1_000);
});
