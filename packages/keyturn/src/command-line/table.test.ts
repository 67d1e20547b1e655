import { describe, expect, it } from "vitest";
import { formatPairs, formatTable } from "./table.ts";
import { fitText, textWidth } from "./text-width.ts";

const columns = [
  { title: "SESSION" },
  { title: "WHO", isFlexible: true },
  { title: "ENTRIES", align: "right" },
  { title: "LAST", isFlexible: true },
] as const;

describe("a table", () => {
  it("aligns its columns, numbers to the right", () => {
    expect(
      formatTable(
        columns,
        [
          ["s_1", "Ada", "2", "Hello"],
          ["s_2", "Grace Hopper", "12", "Bye"],
        ],
        undefined,
      ),
    ).toEqual([
      "SESSION  WHO           ENTRIES  LAST",
      "s_1      Ada                 2  Hello",
      "s_2      Grace Hopper       12  Bye",
    ]);
  });

  it("cuts the last flexible column first where the line is short", () => {
    const lines = formatTable(columns, [["s_1", "Ada Lovelace", "2", "A text that is longer than what is left"]], 50);
    expect(lines[1]).toBe("s_1      Ada Lovelace        2  A text that is lo…");
    expect(lines.every((line) => textWidth(line) <= 50)).toBe(true);
  });

  it("stays aligned beside wide letters and emoji", () => {
    const [, chinese, emoji] = formatTable(
      columns,
      [
        ["s_1", "世界", "2", "x"],
        ["s_2", "👩‍👩‍👧", "2", "x"],
      ],
      undefined,
    );
    expect(textWidth(chinese ?? "")).toBe(textWidth(emoji ?? ""));
  });
});

describe("the width of a text", () => {
  it.each([
    ["plain", 5],
    ["Grüße", 5],
    ["世界", 4],
    ["👩‍👩‍👧", 2],
    ["e\u0301", 1],
    ["❤️", 2],
  ])("of %s is %i", (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it("cuts between letters, never inside one", () => {
    expect(fitText("世界世界", 6)).toBe("世界…");
    expect(fitText("👩‍👩‍👧👩‍👩‍👧", 3)).toBe("👩‍👩‍👧…");
  });
});

it("aligns pairs", () => {
  expect(
    formatPairs(
      [
        ["Model", "offline/eliza"],
        ["Listening", "here"],
      ],
      "  ",
    ),
  ).toEqual(["  Model      offline/eliza", "  Listening  here"]);
});
