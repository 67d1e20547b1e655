import { parseMarkdown } from "@keyturn/core/text";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { hostileMarkdown } from "../../../test-support/hostile-markdown.ts";
import { toMarkdownBlockText } from "./markdown-block-text.ts";

const mention = /(?:<|&lt;)(?:!(?:channel|here|everyone|subteam|date)|[@#][A-Z0-9])/i;

/** The text without its code. */
function withoutCode(markdown: string): string {
  let text = markdown;
  const blank = (node: Nodes): void => {
    const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
    if (node.type === "code" || node.type === "inlineCode") {
      text = text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
    }
    if ("children" in node) node.children.forEach(blank);
  };
  blank(parseMarkdown(markdown));
  return text;
}

describe(`${promises("nobody-mentioned")}toMarkdownBlockText`, () => {
  it.each([
    "# Title\n\n**bold** _it_ ~~no~~ `a < b`\n\n- a\n  - b\n\n| a | b |\n|---|---|\n| c | d |",
    "```html\n<!DOCTYPE html>\n<!-- a -->\n<div>&amp;</div>\n```",
    "[text](https://x.example) ![a](https://x.example/a.png) https://y.example",
    "> quote & more > less",
  ])("leaves %j as it is", (markdown) => {
    expect(toMarkdownBlockText(markdown)).toBe(markdown);
  });

  it.each([
    ["<!channel>", "&lt;\u2060!channel>"],
    ["`<@U1>`", "`<\u2060@U1>`"],
    ["1 < 2 <b>x</b>", "1 &lt; 2 &lt;b>x&lt;/b>"],
    ["\\<b>", "&lt;b>"],
    ["[x](!channel)", "x (!channel)"],
    ["[x](<https://x.example/a b>)", "[x](https://x.example/a%20b)"],
    ["<https://x.example>", "https://x.example"],
    ["a<br>b", "a\nb"],
    ["[x][1]\n\n[1]: @U1", "[x][1]\n\n"],
  ])("writes %j safely", (markdown, expected) => {
    expect(toMarkdownBlockText(markdown)).toBe(expected);
  });

  it("leaves no < outside of code and nothing anywhere that looks like a mention", () => {
    fc.assert(
      fc.property(hostileMarkdown, (markdown) => {
        const text = toMarkdownBlockText(markdown);
        expect(mention.exec(text)?.[0]).toBeUndefined();
        expect(withoutCode(text)).not.toContain("<");
      }),
      { numRuns: 1_000 },
    );
  });

  it("changes nothing more when words and code are written twice", () => {
    const parts = fc.constantFrom(
      "<!channel> ",
      "&lt;@U1> ",
      "`<!here>` ",
      "\\<b> ",
      "word\n",
      "\n\n",
      "```\n<#C1>\n```\n",
      "a < b ",
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (list) => {
        const once = toMarkdownBlockText(list.join(""));
        expect(toMarkdownBlockText(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });
});
