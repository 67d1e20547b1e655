import { expect, it } from "vitest";
import type { RunId } from "../identifiers.ts";
import { HeldEdits } from "./held-edits.ts";

const runId: RunId = `r_${"a".repeat(22)}`;

it("makes an edit once more when the run is over that had the message, and no other", async () => {
  const edits = new HeldEdits();
  const made: string[] = [];
  await edits.make(async () => {
    made.push("of a message that waits");
    return { kind: "replaced" };
  });
  await edits.make(async () => {
    made.push("of a message that is being answered");
    return { kind: "running", runId };
  });
  await edits.finish(`r_${"b".repeat(22)}`);
  expect(made).toHaveLength(2);
  await edits.finish(runId);
  await edits.finish(runId);
  expect(made.slice(2)).toEqual(["of a message that is being answered"]);
});

it("tries what it holds once, and tells when that failed", async () => {
  const edits = new HeldEdits();
  const outcomes = [Promise.resolve({ kind: "running", runId } as const), Promise.reject(new Error("no store"))];
  outcomes[1]?.catch(() => undefined);
  await edits.make(() => outcomes.shift() ?? Promise.reject(new Error("too often")));
  await expect(edits.finish(runId)).rejects.toThrow("no store");
  await edits.finish(runId);
});
