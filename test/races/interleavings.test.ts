import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CrashingStorage } from "./simulation/crashing-storage.ts";
import { NaiveSessionStore } from "./simulation/naive-session-store.ts";
import { type Action, type StoreMaker, World } from "./simulation/world.ts";
import { promises } from "../requirements.ts";

const anyAction: fc.Arbitrary<Action> = fc.record({
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constant("send" as const) },
    { weight: 1, arbitrary: fc.constant("resend" as const) },
    { weight: 3, arbitrary: fc.constantFrom("edit" as const, "withdraw" as const, "regenerate" as const) },
    { weight: 4, arbitrary: fc.constantFrom("reset" as const, "delete" as const, "stop" as const) },
    { weight: 2, arbitrary: fc.constant("restore" as const) },
    { weight: 1, arbitrary: fc.constant("crash" as const) },
  ),
  isTyped: fc.boolean(),
  delay: fc.nat(60),
});

/** Every step of the store, the model, the channel and the clock happens when the scheduler picks it. */
function createProperty(makeStore?: StoreMaker) {
  return fc.asyncProperty(
    fc.scheduler(),
    fc.array(anyAction, { minLength: 1, maxLength: 8 }),
    fc.constantFrom(0, 0, 3),
    fc.boolean(),
    fc.boolean(),
    async (scheduler, actions, failEvery, hasDrafts, isCrashing) => {
      const step = (label: string): Promise<void> => scheduler.schedule(Promise.resolve(), label);
      const world = new World(step, { failEvery, hasDrafts, makeStore });
      await scheduler.waitFor(world.start());
      await scheduler.waitFor(Promise.all(actions.map((action) => world.act(action))));
      await scheduler.waitFor(world.finish(isCrashing));
      const broken = world.check();
      if (broken.length > 0) throw new Error(broken.join("; "));
    },
  );
}

const cited = promises(
  "no-resurrection",
  "no-loss",
  "no-double",
  "order",
  "one-run",
  "aborted-means-quiet",
  "crash-loses-nothing",
);

describe(`${cited}10,000 interleavings of accept, claim, commit, send, edit, withdraw, regenerate, reset, delete, stop, restore, crash and restart`, () => {
  it("resurrect nothing, lose nothing, double nothing, keep the order, and run one turn at a time", async () => {
    await fc.assert(createProperty(), { numRuns: 10_000 });
  }, 240_000);

  it("catch a store that saves without a fence (the control)", async () => {
    const makeNaive = (storage: CrashingStorage) => new NaiveSessionStore(storage);
    const result = await fc.check(createProperty(makeNaive), { numRuns: 2_000 });
    expect(result.failed).toBe(true);
    expect(String(result.errorInstance)).toMatch(/resurrection|double/);
  }, 60_000);
});
