import { AsyncLocalStorage } from "node:async_hooks";
import { ManualClock } from "@keyturn/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LockAbortedError, LockNestedError } from "../errors.ts";
import { AsyncKeyedLock } from "./async-keyed-lock.ts";
import type { LockObservation } from "./keyed-lock.ts";

/** A section that the test lets in and out. */
function createGate(): { readonly section: () => Promise<void>; readonly open: () => void; hasEntered: boolean } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate = {
    hasEntered: false,
    section: () => {
      gate.hasEntered = true;
      return opened;
    },
    open: () => open(),
  };
  return gate;
}

function createLock(): AsyncKeyedLock {
  return new AsyncKeyedLock({ clock: new ManualClock() });
}

const request = { operation: "test" };

describe("AsyncKeyedLock", () => {
  it("lets one section of a key in at a time, first come, first served", async () => {
    const lock = createLock();
    const order: string[] = [];
    const first = createGate();
    const all = [
      lock.acquire("a", () => first.section().then(() => order.push("first")), request),
      lock.acquire("a", async () => order.push("second"), request),
      lock.acquire("a", async () => order.push("third"), request),
    ];
    await Promise.resolve();
    expect(order).toEqual([]);
    first.open();
    await Promise.all(all);
    expect(order).toEqual(["first", "second", "third"]);
  });

  it("lets sections of different keys in beside each other", async () => {
    const lock = createLock();
    const held = createGate();
    const holding = lock.acquire("a", held.section, request);
    expect(await lock.acquire("b", async () => "in", request)).toBe("in");
    held.open();
    await holding;
  });

  it("keeps exclusion and order under any mix of keys, durations, errors and aborts", async () => {
    const step = fc.record({
      key: fc.constantFrom("a", "b", "__proto__", "constructor", "1"),
      ticks: fc.nat(3),
      fails: fc.boolean(),
      aborts: fc.boolean(),
    });
    const leaver = { key: "1", ticks: 0, fails: false, aborts: true };
    const leavers = Array.from({ length: 5 }, () => leaver);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const lock = createLock();
        const inside = new Map<string, number>();
        const entered: { key: string; index: number }[] = [];
        const outcomes = steps.map(async ({ key, ticks, fails, aborts }, index) => {
          const controller = new AbortController();
          const section = async () => {
            expect(inside.get(key) ?? 0).toBe(0);
            inside.set(key, 1);
            entered.push({ key, index });
            for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
            inside.set(key, 0);
            if (fails) throw new Error("the section failed");
            return index;
          };
          const result = lock.acquire(key, section, { operation: "test", signal: controller.signal });
          if (aborts) controller.abort();
          return result.then(
            (value) => ({ index, value }),
            (error: unknown) => ({ index, error }),
          );
        });
        for (const outcome of await Promise.all(outcomes)) {
          const ran = entered.some(({ index }) => index === outcome.index);
          // Whoever left never ran; everybody else did, and got what their own section gave.
          expect(ran).toBe("value" in outcome || !(outcome.error instanceof LockAbortedError));
          expect("value" in outcome ? outcome.value : outcome.index).toBe(outcome.index);
        }
        for (const key of new Set(entered.map((entry) => entry.key))) {
          const indexes = entered.filter((entry) => entry.key === key).map(({ index }) => index);
          expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
        }
        // Those who left pass their places on by and by: whoever comes now stands behind all of them.
        for (const key of new Set(steps.map((one) => one.key))) await lock.acquire(key, async () => undefined, request);
        expect(lock.activeKeys).toBe(0);
      }),
      { numRuns: 300, examples: [[[{ ...leaver, aborts: false }, ...leavers]]] },
    );
  });

  it("releases the key when the section throws", async () => {
    const lock = createLock();
    await expect(lock.acquire("a", () => Promise.reject(new Error("broken")), request)).rejects.toThrow("broken");
    await expect(
      lock.acquire(
        "a",
        () => {
          throw new Error("thrown at once");
        },
        request,
      ),
    ).rejects.toThrow("thrown at once");
    expect(await lock.acquire("a", async () => "in", request)).toBe("in");
    expect(lock.activeKeys).toBe(0);
  });

  it("takes more waiters on one key than async-lock's own limit of 1,000", async () => {
    const lock = createLock();
    let ran = 0;
    await Promise.all(
      Array.from({ length: 3_000 }, () =>
        lock.acquire(
          "a",
          async () => {
            ran += 1;
          },
          request,
        ),
      ),
    );
    expect(ran).toBe(3_000);
  });

  it("hands the section no parameter, so that async-lock never waits for a callback", async () => {
    const lock = createLock();
    const sectionWithParameter = (...parameters: unknown[]) => Promise.resolve(parameters.length);
    expect(await lock.acquire("a", sectionWithParameter, request)).toBe(0);
    const declared = (parameter?: unknown) => Promise.resolve(parameter);
    expect(await lock.acquire("a", declared, request)).toBeUndefined();
    expect(lock.activeKeys).toBe(0);
  });

  it("runs a queued section in its own caller's asynchronous context", async () => {
    const lock = createLock();
    const person = new AsyncLocalStorage<string>();
    const held = createGate();
    const seen: (string | undefined)[] = [];
    const look = async () => void seen.push(person.getStore());
    const all = [
      person.run("Ana", () => lock.acquire("a", held.section, request)),
      person.run("Bo", () => lock.acquire("a", look, request)),
      person.run("Cy", () => lock.acquire("a", look, { ...request, signal: new AbortController().signal })),
    ];
    held.open();
    await Promise.all(all);
    expect(seen).toEqual(["Bo", "Cy"]);
  });

  it("fails at once when a section asks for a lock, also of another key and another instance", async () => {
    const lock = createLock();
    const other = createLock();
    for (const [target, key] of [
      [lock, "a"],
      [lock, "b"],
      [other, "a"],
    ] as const) {
      const nested = lock.acquire("a", () => target.acquire(key, async () => "in", request), request);
      await expect(nested).rejects.toBeInstanceOf(LockNestedError);
    }
    expect(await lock.acquire("a", async () => "in", request)).toBe("in");
  });

  it("lets what a section left running ask for the lock once the section has ended", async () => {
    const lock = createLock();
    let later: Promise<string> | undefined;
    const trigger = createGate();
    await lock.acquire(
      "a",
      async () => {
        later = trigger.section().then(() => lock.acquire("a", async () => "in", request));
      },
      request,
    );
    trigger.open();
    expect(await later).toBe("in");
  });

  it("lets a waiter leave on abort at once; its section never runs", async () => {
    const lock = createLock();
    const held = createGate();
    const holding = lock.acquire("a", held.section, request);
    const controller = new AbortController();
    const waiter = createGate();
    const waiting = lock.acquire("a", waiter.section, { operation: "test", signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toBeInstanceOf(LockAbortedError);
    held.open();
    await holding;
    expect(await lock.acquire("a", async () => "in", request)).toBe("in");
    expect(waiter.hasEntered).toBe(false);
    expect(lock.activeKeys).toBe(0);
  });

  it("does not begin to wait with a signal that is aborted already", async () => {
    const lock = createLock();
    const signal = AbortSignal.abort();
    await expect(lock.acquire("a", async () => "in", { operation: "test", signal })).rejects.toBeInstanceOf(
      LockAbortedError,
    );
    expect(lock.activeKeys).toBe(0);
  });

  it("stays usable after 12,000 waiters have left (async-lock's own time-outs overflow the stack at 10,000)", async () => {
    const lock = createLock();
    const held = createGate();
    const holding = lock.acquire("a", held.section, request);
    const controller = new AbortController();
    const leavers = Array.from({ length: 12_000 }, () =>
      lock
        .acquire("a", async () => "in", { operation: "test", signal: controller.signal })
        .catch((error: unknown) => error),
    );
    controller.abort();
    for (const left of await Promise.all(leavers)) expect(left).toBeInstanceOf(LockAbortedError);
    held.open();
    await holding;
    expect(await lock.acquire("a", async () => "in", request)).toBe("in");
    expect(lock.activeKeys).toBe(0);
  });

  it("tells who holds a key, how long sections waited and how long they held it", async () => {
    const clock = new ManualClock();
    const observations: LockObservation[] = [];
    const lock = new AsyncKeyedLock({ clock, observe: (observation) => observations.push(observation) });
    const held = createGate();
    const holding = lock.acquire("a", held.section, { operation: "session.delete" });
    const waiting = lock.acquire("a", async () => undefined, { operation: "message.accept" });
    await clock.advance(7);
    expect(lock.inspect("a")).toEqual({ operation: "session.delete", heldMilliseconds: 7, waiting: 1 });
    held.open();
    await Promise.all([holding, waiting]);
    expect(observations).toEqual([
      { key: "a", operation: "session.delete", waitMilliseconds: 0, holdMilliseconds: 7 },
      { key: "a", operation: "message.accept", waitMilliseconds: 7, holdMilliseconds: 0 },
    ]);
    expect(lock.inspect("a")).toBeUndefined();
    expect(lock.inspect("")).toBeUndefined();
  });

  it("frees a key's memory when the key is idle", async () => {
    const lock = createLock();
    const keys = Array.from({ length: 10_000 }, (_, index) => `key-${index}`);
    await Promise.all(keys.map((key) => lock.acquire(key, async () => key, request)));
    expect(lock.activeKeys).toBe(0);
  });
});
