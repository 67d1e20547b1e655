import { ManualClock } from "@keyturn/testkit";
import { expect, it } from "vitest";
import { Operation } from "./operation.ts";
import { OperationRegister } from "./operation-register.ts";

const actor = { kind: "operator", id: "test", surface: "http", label: "test" } as const;

function createOperation(clock: ManualClock, count: number): Operation {
  return new Operation({
    action: "delete",
    actor,
    ids: Array.from({ length: count }, (_, index) => `s_${index}` as const),
    clock,
    work: (id) => Promise.resolve({ id, status: "deleted", epoch: 1, undoUntil: null, problem: null }),
    reportError: () => undefined,
  });
}

async function runOne(register: OperationRegister, clock: ManualClock, count: number): Promise<string> {
  const operation = createOperation(clock, count);
  const over = new Promise<void>((resolve) => {
    const forget = register.subscribe(({ id, endedAt }) => {
      if (id !== operation.id || endedAt === null) return;
      forget();
      resolve();
    });
  });
  register.start(operation);
  await over;
  return operation.id;
}

it("knows the newest 1,000, and holds 50,000 results of all of them together", async () => {
  const clock = new ManualClock();
  const register = new OperationRegister(clock);
  const first = await runOne(register, clock, 1);
  for (let number = 0; number < 1_000; number += 1) await runOne(register, clock, 1);
  expect(register.list(2_000)).toHaveLength(1_000);
  expect(() => register.find(first)).toThrow("No operation");
  for (let number = 0; number < 110; number += 1) await runOne(register, clock, 500);
  expect(register.list(2_000)).toHaveLength(100);
});

it("tells how far an operation has come at most twice a second", async () => {
  const clock = new ManualClock();
  const register = new OperationRegister(clock);
  const told: number[] = [];
  register.subscribe(({ done }) => void told.push(done));
  const operation = new Operation({
    action: "reset",
    actor,
    ids: Array.from({ length: 100 }, (_, index) => `s_${index}` as const),
    clock,
    work: async (id) => {
      await clock.advance(10);
      return { id, status: "reset", epoch: 1, undoUntil: null, problem: null };
    },
    reportError: () => undefined,
  });
  register.start(operation);
  await expect.poll(() => operation.endedAt).toBeDefined();
  expect(told[0]).toBe(0);
  expect(told.at(-1)).toBe(100);
  // A second passed: at 0 and 500 ms, and at the end.
  expect(told.length).toBeLessThanOrEqual(4);
});

it("does not wait at its end for what never comes back", async () => {
  const clock = new ManualClock();
  const register = new OperationRegister(clock);
  const operation = new Operation({
    action: "reset",
    actor,
    ids: ["s_1", "s_2"],
    clock,
    work: () => new Promise(() => {}),
    reportError: () => undefined,
  });
  register.start(operation);
  const closed = register.close();
  expect(operation.isCancelled).toBe(true);
  await clock.advance(5_000);
  await closed;
  expect(operation.endedAt).toBeUndefined();
});
