import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { cutMarkdown } from "./cut-markdown.ts";
import { pieceOf, splitMarkdown } from "./split-markdown.ts";

/** What texts are put together of: words, marks, blocks of code, hostile beginnings of everything. */
const fragments = [
  "word ", "Sentence. ", "\n", "\n\n", "\r\n", "  ", "    ", "\t", "\u00a0", "# Heading\n", "- item\n", "1. item\n", "> quote\n",
  "\n```js\n", "\n```\n", "\n~~~~\n", "\n> ```py\n", "\n> ```\n", "\n  ```\n", "\n- ```\n", "`", "``", "`code here`", "**", "_", "\\`",
  "[", "](", ")", "[link text](https://example.com/a)", "![](", "<", ">", "<@123>", "<:wave:12>", "<https://a.example|a b>",
  "https://example.com/path?x=(1) ", "👩‍👩‍👧‍👦", "🇩🇪", "e\u0301\u0302", "नि", "각", "\u0301", "\u200d", "我。", "是，", "！", "x".repeat(70), "| a | b |\n",
]; // prettier-ignore

const texts = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: "grapheme", maxLength: 20 })), { maxLength: 120 })
  .map((parts) => parts.join(""));
const limits = fc.oneof(fc.integer({ min: 2, max: 100 }), fc.integer({ min: 100, max: 2_000 }));

function cutsOf(
  text: string,
  limit: number,
): { readonly pieces: readonly string[]; readonly cuts: ReturnType<typeof cutMarkdown> } {
  const cuts = cutMarkdown(text, limit, { steps: 0 });
  return { cuts, pieces: cuts.map((cut) => pieceOf(text, cut)) };
}

/** Fences that are open at the end of a piece, by a reader that knows no containers but quotes. */
function openFence(piece: string): string | undefined {
  let open: string | undefined;
  for (const line of piece.split("\n")) {
    const marker = /^(?:[ \t>]|(?:[-*+]|\d+[.)])[ \t])*(`{3,}(?!.*`)|~{3,})/.exec(line)?.[1];
    if (open === undefined) open = marker;
    else if (new RegExp(`^[ \\t>]*${open.charAt(0)}{${open.length},}\\s*$`).test(line)) open = undefined;
  }
  return open;
}

describe(`${promises("whole-pieces")}splitMarkdown`, () => {
  it("never gives a piece over the limit, an empty one, or half a character", () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        for (const piece of splitMarkdown(text, { limit })) {
          expect(piece.length).toBeLessThanOrEqual(limit);
          expect(piece.trim()).not.toBe("");
          expect(piece.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("leaves the indentation away of what fits into a piece only without it", () => {
    const link = "https://example.com/path?x=(1)";
    expect(splitMarkdown(`\t${link} word`, { limit: link.length })).toEqual([link, "word"]);
  });

  it("loses nothing but white space at the cuts", () => {
    fc.assert(
      fc.property(texts, limits, (text, limit) => {
        // What closes a fence may be left out when the piece before closed it.
        const dropped = /^\s*(?:[\s>]*(?:`{3,}|~{3,})\s*)?$/;
        let end = 0;
        for (const cut of cutMarkdown(text, limit, { steps: 0 })) {
          expect(text.slice(end, cut.start)).toMatch(dropped);
          end = cut.end;
        }
        expect(text.slice(end)).toMatch(dropped);
      }),
      { numRuns: 1_000 },
    );
  });

  it("splits a piece into itself, but for backticks that a cut within a line puts at its beginning", () => {
    const whole = texts.map((text) => text.replaceAll(/(?<=[^\s>`~-][^\n]*)[`~]{2,}/g, "`"));
    fc.assert(
      fc.property(whole, fc.integer({ min: 40, max: 500 }), (text, limit) => {
        for (const piece of splitMarkdown(text, { limit })) expect(splitMarkdown(piece, { limit })).toEqual([piece]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("cuts between graphemes, as long as one fits into a piece", () => {
    const words = fc.constantFrom(
      "👩‍👩‍👧‍👦",
      "🇩🇪",
      "🇫🇷",
      "e\u0301\u0302",
      "नि",
      "각",
      "👍🏽",
      "我",
      "。",
      " ",
      "a",
      "\n",
      " \u0301",
      "\r\n",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 200 }), fc.integer({ min: 12, max: 60 }), (parts, limit) => {
        const text = parts.join("");
        const boundaries = new Set([...new Intl.Segmenter("en").segment(text)].map(({ index }) => index));
        const { cuts } = cutsOf(text, limit);
        expect(cuts.slice(1).filter(({ start }) => !boundaries.has(start))).toEqual([]);
        expect(cuts.slice(0, -1).filter(({ end }) => !boundaries.has(end))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps links, addresses, mentions and code within lines whole", () => {
    const tokens = [
      '[a b](https://x.example/(1) "t t")',
      "![an image](u)",
      "[![i](u)](v)",
      "https://x.example/a?b=c.d,e",
      "<@1234567890>",
      "<#1234567890>",
      "<:wave_hand:123>",
      "<t:1700000000:R>",
      "<https://x.example|a label>",
      "<!date^1^{date} at|x>",
      "`some code. here`",
      "``a ` b c``",
    ];
    const parts = fc.array(
      fc.oneof(
        fc.constantFrom(...tokens),
        fc.constantFrom("word", "Sentence.", "\n", "\n\n", "我。", "(", ")", "x".repeat(60)),
      ),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(parts, fc.integer({ min: 40, max: 200 }), (list, limit) => {
        const text = list.join(" ");
        const count = (where: string): number => tokens.reduce((sum, token) => sum + where.split(token).length - 1, 0);
        expect(splitMarkdown(text, { limit }).reduce((sum, piece) => sum + count(piece), 0)).toBe(count(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps the rest of a cut line in its quote", () => {
    const pieces = splitMarkdown(`> \`\`\`py\n> ${"word ".repeat(12)}\n> \`\`\``, { limit: 45 });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.flatMap((piece) => piece.split("\n")).filter((line) => !line.startsWith("> "))).toEqual([]);
  });

  it("cuts no line of code where its rest or beginning would end the fence", () => {
    const pieces = splitMarkdown("code();\n~~~~ py\n~~~~ py and more of it\nx", { limit: 32 });
    expect(pieces.map(openFence)).toEqual(pieces.map(() => undefined));
  });

  it.each([
    ["a paragraph", "One two three four.\n\nFive. Six.", ["One two three four.", "Five. Six."]],
    ["a line", "One two three.\nFour. Five six.", ["One two three.", "Four. Five six."]],
    ["a sentence", "One two three. Four five six.", ["One two three.", "Four five six."]],
    ["a space", "one two three four five six", ["one two three four five", "six"]],
    [
      "a Chinese sentence",
      "我们今天去公园玩，天气很好。明天再去吧，好吗？你说呢",
      ["我们今天去公园玩，天气很好。", "明天再去吧，好吗？你说呢"],
    ],
    ["characters", "x".repeat(30), ["x".repeat(25), "x".repeat(5)]],
    ["a word that fits into the next piece", `Hi ${"x".repeat(24)}`, ["Hi", "x".repeat(24)]],
    [
      "the limit, where a word is longer than any piece",
      `Hi ${"x".repeat(40)}`,
      [`Hi ${"x".repeat(22)}`, "x".repeat(18)],
    ],
    ["a heading's beginning", "Some longer text.\n\n# H\n\nmore", ["Some longer text.", "# H\n\nmore"]],
  ])("ends a piece at %s", (_, text, pieces) => {
    expect(splitMarkdown(text, { limit: text.startsWith("我") ? 16 : 25 })).toEqual(pieces);
  });

  it.each([0, 1, -5, 2.5, Number.NaN, Infinity])("refuses the limit %d", (limit) => {
    expect(() => splitMarkdown("text", { limit })).toThrow(/The limit of a piece is/);
  });

  it("closes in each piece the fences that it opens", () => {
    const lines = fc.constantFrom(
      "code();",
      "  more code();",
      "",
      "text. text",
      "```js",
      "```",
      "~~~",
      "~~~~ py",
      "    indented",
      "x".repeat(150),
      "# a",
      "- b",
    );
    fc.assert(
      fc.property(fc.array(lines, { maxLength: 60 }), fc.integer({ min: 40, max: 300 }), (list, limit) => {
        for (const piece of splitMarkdown(list.join("\n"), { limit })) expect(openFence(piece)).toBeUndefined();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the effort of splitMarkdown", () => {
  const hostile = [
    ...fragments,
    "[a](",
    "[[",
    "(((",
    "](",
    "<<",
    "`a``b",
    "https://",
    "- ",
    "> ",
    "\\",
    "``` a ",
    "\n```" + "b".repeat(500),
    "a\n```\nb\n",
    "*a **b ",
    "\u0301",
    "a\n\n",
    "a\n",
    " a",
    "。a",
    "1. ",
  ];

  it.each([16, 40, 2_000, 3_900])("grows with the text alone, at %d characters a piece", (limit) => {
    const size = 100_000;
    const slow = hostile.filter((fragment) => {
      const text = fragment.repeat(Math.ceil(size / fragment.length));
      const effort = { steps: 0 };
      cutMarkdown(text, limit, effort);
      return effort.steps > 30 * text.length;
    });
    expect(slow).toEqual([]);
  });

  it("stays below 30 steps a character for mixed texts of up to 100 kB", () => {
    const long = fc.array(fc.tuple(fc.constantFrom(...hostile), fc.integer({ min: 1, max: 2_000 })), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(long, limits, (parts, limit) => {
        const text = parts
          .map(([fragment, times]) => fragment.repeat(times))
          .join("")
          .slice(0, 100_000);
        const effort = { steps: 0 };
        cutMarkdown(text, limit, effort);
        expect(effort.steps).toBeLessThan(30 * text.length + 1_000);
      }),
      { numRuns: 60 },
    );
  });
});
