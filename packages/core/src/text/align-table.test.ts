import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignTable } from "./align-table.ts";
import { displayWidth } from "./display-width.ts";

describe("alignTable", () => {
  it("makes columns as wide as their widest cell, and aligns them as asked", () => {
    const rows = [
      ["Name", "Count", "Mid"],
      ["apples", "7", "a"],
      ["pears", "12", "bcd"],
    ];
    expect(alignTable(rows, ["left", "right", "center"])).toEqual([
      "Name   | Count | Mid",
      "-------|-------|----",
      "apples |     7 |  a",
      "pears  |    12 | bcd",
    ]);
  });

  it("fills rows up that have fewer cells, and gives nothing for no rows", () => {
    expect(alignTable([["a", "b"], ["c"]])).toEqual(["a | b", "--|--", "c |"]);
    expect(alignTable([])).toEqual([]);
  });

  it("does not fill up a table that would grow without bounds", () => {
    const rows = [Array.from({ length: 5_000 }, () => "a"), ...Array.from({ length: 5_000 }, () => ["b"])];
    expect(alignTable(rows).join("\n").length).toBeLessThan(50_000);
  });

  it("keeps every line below the same width, whatever the cells hold", () => {
    const cell = fc.constantFrom("", "a", "漢字", "한국", "👩‍👩‍👧‍👦", "🇩🇪", "é", "e\u0301", "नि", "ｶﾅ", "x".repeat(30));
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            cell,
            cell,
            cell.map((text) => `${text}.`),
          ),
          { minLength: 1 },
        ),
        (rows) => {
          const lines = alignTable(rows, [undefined, undefined, "right"]);
          expect(new Set(lines.map((line) => displayWidth(line.replace(/-\|-/g, " | ")))).size).toBe(1);
        },
      ),
    );
  });
});

describe("displayWidth", () => {
  it.each([
    ["plain", 5],
    ["漢字", 4],
    ["한국", 4],
    ["👩‍👩‍👧‍👦", 2],
    ["🇩🇪", 2],
    ["❤️", 2],
    ["👍🏽", 2],
    ["e\u0301", 1],
    ["a\u200b", 1],
    ["ｶﾅ", 2],
    ["©", 1],
    ["", 0],
  ])("of %j is %d", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
