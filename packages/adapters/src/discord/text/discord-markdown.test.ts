import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDiscordMarkdown } from "./discord-markdown.ts";

describe("toDiscordMarkdown", () => {
  it("shows a table as an aligned block of code, in quotes and lists too", () => {
    const table = "| Name | Count |\n|:--|--:|\n| 漢字 | **7** |\n| [b](u) | `12` |";
    expect(toDiscordMarkdown(`before\n\n${table}\n\nafter`)).toBe(
      "before\n\n```\nName | Count\n-----|------\n漢字 |     7\nb    |    12\n```\n\nafter",
    );
    expect(toDiscordMarkdown("> | a | b |\n> |---|---|\n> | c | d |")).toBe("> ```\n> a | b\n> --|--\n> c | d\n> ```");
    expect(toDiscordMarkdown("- x\n\n  | a | b |\n  |---|---|")).toBe("- x\n\n  ```\n  a | b\n  --|--\n  ```");
  });

  it.each([
    ["a heading deeper than three", "##### Deep **one**", "### Deep **one**"],
    ["an underlined heading", "Title\n=====\n\ntext", "# Title\n\ntext"],
    ["boxes of a task list", "- [ ] open\n- [x] done", "- ☐ open\n- ☑ done"],
    ["the marker +", "+ one\n+ two", "- one\n- two"],
    ["an image", 'see ![a cat](https://c.example/(1).png "t")', "see [a cat](https://c.example/%281%29.png)"],
    ["an image without a description", "![](https://c.example/1.png)", "https://c.example/1.png"],
    ["an image within a link", "[![logo](i.png)](https://x.example)", "[logo](https://x.example)"],
    ["a reference", "[text][1]\n\n[1]: https://x.example", "[text](https://x.example)\n\n"],
    ["tags that have a mark", "a <b>bold</b> <u>line</u><br>new", "a **bold** __line__\nnew"],
    ["a comment", "a<!-- hidden -->b", "ab"],
    ["a fence of tildes", "~~~python\nx = 1\n~~~", "```python\nx = 1\n```"],
    ["a fence with more than a language", '```js title="a"\nx\n```', "```js\nx\n```"],
    ["a longer fence with a fence in it", "````md\n```js\nx\n```\n````", "```md\n``\u200b`js\nx\n``\u200b`\n```"],
    ["indented code", "text\n\n    code\n    more", "text\n\n```\ncode\nmore\n```"],
    ["a rule", "a\n\n***\n\nb", "a\n\n──────────\n\nb"],
    ["a break by backslash", "a\\\nb", "a\nb"],
  ])("rewrites %s", (_, markdown, expected) => {
    expect(toDiscordMarkdown(markdown)).toBe(expected);
  });

  it.each([
    "**bold** _it_ ~~no~~ ||spoiler|| __under__",
    "# One\n## Two\n### Three\n-# small",
    "```js\nconst a = `x`;\n```\n`inline`",
    "<@123> <@&5> <#7> <:wave:8> <a:wave:9> <t:1700000000:R> </reset:1> <https://x.example> @everyone",
    "- a\n  - b\n1. c\n> quote\n>>> all",
    "[text](https://x.example) https://y.example/_a_b_",
    "a | b\nnot a table",
    "<div>kept</div> &amp; &lt;",
  ])("leaves %j as it is", (markdown) => {
    expect(toDiscordMarkdown(markdown)).toBe(markdown);
  });

  it("changes nothing more when it is done twice", () => {
    const parts = [
      "| a | b |\n|--|--|\n| c | d |\n\n",
      "#### h\n\n",
      "- [ ] t\n",
      "~~~\nx\n~~~\n\n",
      "text **b** ",
      "![a](u) ",
      "\n\n",
      "> q\n",
      "+ x\n",
      "T\n==\n\n",
      "```\ncode\n```\n\n",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 20 }), (list) => {
        const once = toDiscordMarkdown(list.join(""));
        expect(toDiscordMarkdown(once)).toBe(once);
      }),
    );
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom("|", "\n", "-", "[", "](", "![", "<", "> ", "```", "    "), fc.string()), {
          maxLength: 60,
        }),
        (list) => {
          expect(toDiscordMarkdown(list.join(""))).toBeTypeOf("string");
        },
      ),
    );
  });
});
