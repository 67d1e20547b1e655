import { describe, expect, it } from "vitest";
import { Drafts } from "./drafts.ts";

const begun = { runId: "r_1", sessionId: "s_1", epoch: 1, startedAt: "2030-01-01T00:00:00.000Z", text: "", tools: [] };

describe("a draft", () => {
  it("grows piece by piece, and says when one is missing", () => {
    const drafts = new Drafts();
    expect(drafts.append("s_1", "r_1", 0, "lost")).toBe(false);
    drafts.begin(begun);
    expect(drafts.append("s_1", "r_1", 0, "It is ")).toBe(true);
    expect(drafts.append("s_1", "r_1", 9, "noon")).toBe(false);
    drafts.begin({ ...begun, text: "It is high noon" }); // read from its beginning
    expect(drafts.append("s_1", "r_1", 6, "high")).toBe(true); // a piece that came twice
    expect(drafts.find("s_1")?.text).toBe("It is high");
  });

  it("that is read from its beginning brings its tools, and takes back no end that is known", () => {
    const drafts = new Drafts();
    const tool = { name: "look_up", input: {}, startedAt: begun.startedAt, durationMilliseconds: null, isError: false };
    drafts.begin(begun);
    drafts.noteTool("s_1", "r_1", { ...tool, callId: "b" });
    drafts.noteTool("s_1", "r_1", { ...tool, callId: "b", durationMilliseconds: 12 });
    drafts.noteTool("s_1", "r_1", { ...tool, callId: "c" });
    const told = [
      { ...tool, callId: "a", durationMilliseconds: 7 },
      { ...tool, callId: "b" },
    ];
    drafts.begin({ ...begun, text: "Let me look", tools: told });
    const known = drafts.find("s_1");
    expect(known?.text).toBe("Let me look");
    expect(known?.tools.map(({ callId, durationMilliseconds }) => [callId, durationMilliseconds])).toEqual([
      ["a", 7],
      ["b", 12],
      ["c", null],
    ]);
  });

  it("of another run takes its place, and the old one's pieces go nowhere", () => {
    const drafts = new Drafts();
    drafts.begin({ ...begun, text: "old" });
    drafts.begin({ ...begun, runId: "r_2" });
    expect(drafts.append("s_1", "r_1", 3, " and late")).toBe(false);
    drafts.drop("s_1", "r_1");
    expect(drafts.find("s_1")?.text).toBe("");
  });
});
