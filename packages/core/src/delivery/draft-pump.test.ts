import { expect, it } from "vitest";
import type { Draft } from "../channel/channel.ts";
import { DraftPump } from "./draft-pump.ts";

function recordDraft() {
  const calls: string[] = [];
  const draft: Draft = {
    update: async (text) => void calls.push(`update ${text}`),
    silence: () => void calls.push("silence"),
    end: async (end) => void calls.push(`end ${end}`),
  };
  const errors: unknown[] = [];
  return { calls, errors, pump: new DraftPump(draft, (error) => errors.push(error)) };
}

it("tells a draft at once that its run was aborted, so that nothing that it plans comes after that", async () => {
  const { calls, errors, pump } = recordDraft();
  pump.update("so far");
  pump.silence();
  expect(calls).toEqual(["update so far", "silence"]);
  pump.update("too late");
  await pump.end("stopped");
  expect(calls.filter((call) => call !== "silence")).toEqual(["update so far", "end stopped"]);
  expect(errors).toEqual([]);
});
