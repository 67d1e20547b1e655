import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expandedBlockLimit,
  markdownBlockLimit,
  markdownMessagesOf,
  messageTextLimit,
  textLimit,
} from "./answer-pieces.ts";
import { estimateBlocks } from "./estimate-blocks.ts";

describe("markdownMessagesOf", () => {
  it("gives a short answer as one message with its fallback, and nothing for white space", () => {
    expect(markdownMessagesOf("**Hello**")).toEqual([{ markdown: "**Hello**", text: "*Hello*" }]);
    expect(markdownMessagesOf(" \n")).toEqual([]);
  });

  it("splits what would become more than 45 blocks", () => {
    const messages = markdownMessagesOf("# Heading\n\ntext\n\n".repeat(60));
    expect(messages.length).toBeGreaterThan(2);
    expect(messages.filter(({ markdown }) => estimateBlocks(markdown) > expandedBlockLimit)).toEqual([]);
  });

  it("keeps every message within all of Slack's limits", () => {
    const parts = fc.constantFrom(
      "word ",
      "\n\n",
      "```\n",
      "# h\n",
      "---\n",
      "- a\n",
      "<".repeat(400),
      "x".repeat(5_000),
      "| a |\n|---|\n",
      "> q\n",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 80 }), (list) => {
        const wrong = markdownMessagesOf(list.join("")).filter(
          ({ markdown, text }) =>
            markdown.length > markdownBlockLimit ||
            text.length > textLimit ||
            markdown.length + text.length > messageTextLimit ||
            estimateBlocks(markdown) > expandedBlockLimit ||
            markdown.trim() === "",
        );
        expect(wrong).toEqual([]);
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

describe("estimateBlocks", () => {
  it.each([
    ["text", 1],
    ["# h\n\ntext\n\n---", 3],
    ["- a\n- b\n- c", 1],
    ["- a\n  - b\n    ```\n    code\n    ```", 3],
    ["> a\n>\n> b", 2],
    [`${"word ".repeat(1_300)}`, 3],
  ])("of %j", (markdown, count) => {
    expect(estimateBlocks(markdown)).toBe(count);
  });
});
