import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOfParts } from "../sessions/transcript.ts";
import { AnswerRecorder } from "./answer-recorder.ts";

describe("AnswerRecorder", () => {
  it("parts text that a tool call came between", () => {
    const recorder = new AnswerRecorder();
    recorder.addText("Let me look.");
    recorder.addCall("1", "clock", {});
    recorder.addText("Noon.");
    expect(textOfParts(recorder.parts)).toBe("Let me look.\n\nNoon.");
  });

  it("shows exactly the text that its parts hold", () => {
    const events = fc.array(fc.oneof(fc.string(), fc.constant(undefined)));
    fc.assert(
      fc.property(events, (pieces) => {
        const recorder = new AnswerRecorder();
        let shown = "";
        for (const piece of pieces) {
          if (piece === undefined) recorder.addCall("1", "clock", {});
          else shown += recorder.addText(piece);
        }
        expect(textOfParts(recorder.parts)).toBe(shown);
      }),
    );
  });

  it("ignores a result without a call", () => {
    const recorder = new AnswerRecorder();
    expect(recorder.addOutcome("1", { output: "12:00", isError: false, durationMilliseconds: 1 })).toBeUndefined();
    expect(recorder.parts).toEqual([]);
  });
});
