import { expect, it } from "vitest";
import { NotAuthorizedError, StoreError } from "../errors.ts";
import type { RunId, SessionId } from "../identifiers.ts";
import { pressRunButton } from "./run-button.ts";

const key = { adapter: "chat", account: "A1", place: "C1" };
const id: SessionId = `s_${"a".repeat(22)}`;
const runId: RunId = `r_${"a".repeat(22)}`;
const stop = { action: "stop", runId } as const;
const regenerate = { action: "regenerate", runId } as const;

type Control = Parameters<typeof pressRunButton>[0];

function controlOf(parts: Partial<Control>): Control {
  return {
    find: () => Promise.resolve(id),
    stop: () => Promise.resolve({ stoppedRunId: runId }),
    regenerate: () => Promise.resolve({ kind: "regenerated" }),
    ...parts,
  };
}

it("says nothing to whoever sees what their press did", async () => {
  expect(await pressRunButton(controlOf({}), key, stop)).toBeUndefined();
  expect(await pressRunButton(controlOf({}), key, regenerate)).toBeUndefined();
});

it("names the run of the button, so that it touches no later one", async () => {
  const named: (RunId | undefined)[] = [];
  const control = controlOf({
    stop: async (_id, _reason, of) => ({ stoppedRunId: void named.push(of) }),
    regenerate: async (_id, _reason, of) => ({ kind: named.push(of) > 0 ? "nothing" : "busy" }),
  });
  await pressRunButton(control, key, stop);
  await pressRunButton(control, key, regenerate);
  expect(named).toEqual([runId, runId]);
});

it.each([
  ["the conversation is gone", { find: () => Promise.resolve(undefined) }, stop, "over"],
  ["the run is over", { stop: () => Promise.resolve({ stoppedRunId: undefined }) }, stop, "not being written"],
  ["a run is at work", { regenerate: () => Promise.resolve({ kind: "busy" }) }, regenerate, "still writing"],
  ["there is a newer answer", { regenerate: () => Promise.resolve({ kind: "nothing" }) }, regenerate, "gone on"],
  ["they may not", { stop: () => Promise.reject(new NotAuthorizedError("Ada", "stop")) }, stop, "You may not"],
  [
    "it cannot be kept",
    { stop: () => Promise.reject(new StoreError("STORE_FULL", "The disk is full.")) },
    stop,
    "disk is full",
  ],
] satisfies readonly [string, Partial<Control>, typeof stop | typeof regenerate, string][])(
  "tells a person when %s",
  async (_what, parts, button, said) => {
    expect(await pressRunButton(controlOf(parts), key, button)).toContain(said);
  },
);

it("leaves an error that is not Keyturn's own to the log", async () => {
  const control = controlOf({ find: () => Promise.reject(new TypeError("a fault")) });
  await expect(pressRunButton(control, key, stop)).rejects.toThrow("a fault");
});
