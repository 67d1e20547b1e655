import { expect, it } from "vitest";
import type { WireBulkResult } from "../wire/operation.ts";
import { ResultKeeper } from "./result-keeper.ts";

function result(id: number, status: WireBulkResult["status"]): WireBulkResult {
  return { id: String(id), status, epoch: null, undoUntil: null, problem: null };
}

it("keeps 500 results and counts the others; failures push out what went well", () => {
  const keeper = new ResultKeeper();
  for (let id = 0; id < 600; id += 1) keeper.add(result(id, "deleted"));
  for (let id = 600; id < 1_300; id += 1) keeper.add(result(id, "failed"));
  expect(keeper.kept).toHaveLength(500);
  expect(keeper.kept.every(({ status }) => status === "failed")).toBe(true);
  expect([keeper.done, keeper.failed, keeper.omitted]).toEqual([600, 700, 800]);
});

it("tells the first moment at which something can no longer be undone", () => {
  const keeper = new ResultKeeper();
  expect(keeper.undoUntil).toBeNull();
  for (const second of ["05", "03", "04"]) {
    keeper.add({ ...result(0, "deleted"), epoch: 2, undoUntil: `2030-01-01T09:51:${second}.000Z` });
  }
  // Whoever had deleted it before undoes it.
  keeper.add({ ...result(1, "already-deleted"), epoch: 2, undoUntil: "2030-01-01T09:51:01.000Z" });
  expect(keeper.undoUntil).toBe("2030-01-01T09:51:03.000Z");
  expect([...keeper.removals]).toEqual([["0", 2]]);
  keeper.forgetRemoval("0");
  expect(keeper.undoUntil).toBeNull();
});
