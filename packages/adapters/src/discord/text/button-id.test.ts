import type { RunId } from "@keyturn/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatButtonId, parseButtonId } from "./button-id.ts";

const runId = fc.stringMatching(/^[A-Za-z0-9_-]{22}$/).map((text): RunId => `r_${text}`);

describe("button ids", () => {
  it("are read as they were written, and short enough for Discord", () => {
    fc.assert(
      fc.property(fc.constantFrom("stop" as const, "regenerate" as const), runId, (action, id) => {
        const customId = formatButtonId({ action, runId: id });
        expect(customId.length).toBeLessThanOrEqual(100);
        expect(parseButtonId(customId)).toEqual({ action, runId: id });
      }),
    );
  });

  it.each([
    "",
    "stop",
    "stop:",
    "stop:r_short",
    `erase:r_${"a".repeat(22)}`,
    `stop:r_${"a".repeat(22)}:x`,
    `stop:r_${"a".repeat(22)}:`,
    ":",
    "\n",
  ])("are refused when they are not ours: %j", (customId) => {
    expect(parseButtonId(customId)).toBeUndefined();
  });
});
