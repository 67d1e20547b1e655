import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../../test/requirements.ts";
import { textLimit, textPiecesOf } from "./answer-pieces.ts";
import { hostileMarkdown } from "../../../test-support/hostile-markdown.ts";
import { toMrkdwn } from "./mrkdwn.ts";

/** Whatever is left of a text, once the links that the serialiser writes and the marks of quotes are taken away. */
function unescapedIn(mrkdwn: string): string | undefined {
  const link = /<(?:https?|mailto|tel|ftp|slack):[^<>|\s]+(?:\|[^<>|]*)?>/gi;
  const rest = mrkdwn.replaceAll(link, "").replaceAll(/^(?:> ?)+/gm, "");
  return /[<>]|&(?!amp;|lt;|gt;)/.exec(rest)?.[0];
}

describe(`${promises("nobody-mentioned")}toMrkdwn`, () => {
  it.each([
    ["**bold** _it_ *it* ~~no~~ `code`", "*bold* _it_ _it_ ~no~ `code`"],
    ["***both***", "_*both*_"],
    ["**a _b_ c**", "*a _b_ c*"],
    ["这是**重点**内容", "这是\u200b*重点*\u200b内容"],
    ["**two\nlines**", "*two lines*"],
    ["# A **title**\n\ntext\nnext", "*A title*\n\ntext\nnext"],
    ["[text](https://x.example/?a=1&b=2)", "<https://x.example/?a=1&amp;b=2|text>"],
    ["[a|b](https://x.example/|)", "<https://x.example/%7C|a¦b>"],
    ["https://x.example and <https://y.example>", "<https://x.example> and <https://y.example>"],
    ["[text][1]\n\n[1]: https://x.example", "<https://x.example|text>"],
    ["[docs](./docs/a.md)", "docs (./docs/a.md)"],
    ["[x](javascript:alert(1))", "x (javascript:alert(1))"],
    ["![a cat](https://c.example/1.png)", "<https://c.example/1.png|a cat>"],
    ["- a\n- b\n  - c\n    1. d\n- [x] e", "• a\n• b\n    ◦ c\n        1. d\n• ☑ e"],
    ["3. a\n4. b", "3. a\n4. b"],
    ["- a\n\n  ```js\n  x\n    y\n  ```", "• a\n```\nx\n  y\n```"],
    ["> a\n>\n> b", "> a\n>\n> b"],
    ["```js\nif (a < b && c > d) {}\n```", "```\nif (a &lt; b &amp;&amp; c &gt; d) {}\n```"],
    ["````\n```\n````", "```\n``\u200b`\n```"],
    ["``a ` b``", "`a ˋ b`"],
    ["| a | b |\n|---|--:|\n| **c** | <d> |", "```\na |   b\n--|----\nc | &lt;d&gt;\n```"],
    ["a\n\n---\n\nb", "a\n\n──────────\n\nb"],
    ["a<br>b <!-- c -->", "a\nb"],
    ["fish & chips &amp; &lt;b&gt; 1 < 2", "fish &amp; chips &amp; &lt;b&gt; 1 &lt; 2"],
    ["", ""],
  ])("writes %j", (markdown, expected) => {
    expect(toMrkdwn(markdown)).toBe(expected);
  });

  it.each([
    ["<!channel> <!here> <@U012AB3CD>", "&lt;!channel&gt; &lt;!here&gt; &lt;@U012AB3CD&gt;"],
    ["`<!here>`", "`&lt;!here&gt;`"],
    ["&lt;!channel&gt;", "&lt;!channel&gt;"],
    ["[x](!channel)", "x (!channel)"],
    ["[<!here>](https://x.example)", "<https://x.example|&lt;!here&gt;>"],
    ["[x](https://x.example/<!here>)", "<https://x.example/%3C!here%3E|x>"],
  ])("mentions nobody with %j", (markdown, expected) => {
    expect(toMrkdwn(markdown)).toContain(expected);
  });

  it("leaves no bracket unescaped but those of its own links, in the whole and in every piece", () => {
    fc.assert(
      fc.property(hostileMarkdown, (markdown) => {
        expect(unescapedIn(toMrkdwn(markdown))).toBeUndefined();
        expect(textPiecesOf(markdown).map(unescapedIn).filter(Boolean)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it("shows a text that is nested to keep the parser busy, escaped", () => {
    const markdown = `${">".repeat(50_000)}<!channel>`;
    expect(unescapedIn(toMrkdwn(markdown))).toBeUndefined();
    expect(toMrkdwn(markdown)).toContain("&lt;!channel&gt;");
  });
});

describe("textPiecesOf", () => {
  it("gives pieces within Slack's limit, none of them empty", () => {
    const parts = fc.constantFrom(
      "word ",
      "\n\n",
      "```\n",
      "<".repeat(500),
      "& ",
      "[a](https://x.example) ",
      "x".repeat(3_000),
      "- i\n",
      `https://x.example/${"p".repeat(3_990)} `,
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 60 }), (list) => {
        const pieces = textPiecesOf(list.join(""));
        expect(pieces.filter((piece) => piece.length > textLimit || piece.trim() === "")).toEqual([]);
        expect(pieces.map(unescapedIn).filter(Boolean)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
