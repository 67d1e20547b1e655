import { setImmediate as nextTurn } from "node:timers/promises";
import type { SessionId } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { expect, it } from "vitest";
import type { WireBulkResult } from "../wire/operation.ts";
import { Operation } from "./operation.ts";

function createOperation(count: number, work: (id: SessionId) => Promise<WireBulkResult>, errors: unknown[] = []) {
  return new Operation({
    action: "delete",
    actor: { kind: "operator", id: "test", surface: "http", label: "test" },
    ids: Array.from({ length: count }, (_, index) => `s_${index}` as const),
    clock: new ManualClock(),
    work,
    reportError: (error) => errors.push(error),
  });
}

const deleted = (id: string) =>
  Promise.resolve<WireBulkResult>({ id, status: "deleted", epoch: 1, undoUntil: null, problem: null });

it("gives everybody else a turn after each four sessions, also when these take no time", async () => {
  const operation = createOperation(400, deleted);
  const run = operation.run();
  let turns = 0;
  for (; operation.endedAt === undefined; turns += 1) await nextTurn();
  await run;
  expect(turns).toBeGreaterThanOrEqual(100);
});

it("works on at most four sessions at a time", async () => {
  let atWork = 0;
  let most = 0;
  const operation = createOperation(50, async (id) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await nextTurn();
    atWork -= 1;
    return deleted(id);
  });
  await operation.run();
  expect([most, operation.describe().done]).toEqual([4, 50]);
});

it("goes on after a fault of the bot's own, reports it, and tells nobody what it was", async () => {
  const errors: unknown[] = [];
  const fault = new Error("EACCES: /home/ana/secret");
  const operation = createOperation(5, (id) => (id === "s_2" ? Promise.reject(fault) : deleted(id)), errors);
  await operation.run();
  expect(errors).toEqual([fault]);
  const { done, failed, results } = operation.describeResults();
  expect([done, failed]).toEqual([4, 1]);
  expect(results.find(({ id }) => id === "s_2")?.problem).toMatchObject({ code: "INTERNAL_ERROR", status: 500 });
  expect(JSON.stringify(results)).not.toContain("secret");
});
