import { describe, expect, it } from "vitest";
import { parseMarkdown } from "./parse-markdown.ts";

const kindsOf = (markdown: string): readonly string[] => parseMarkdown(markdown).children.map(({ type }) => type);

describe("parseMarkdown", () => {
  it("knows tables, task lists and strikethrough", () => {
    expect(kindsOf("| a |\n|---|\n| b |\n\n- [x] done\n\n~~gone~~")).toEqual(["table", "list", "paragraph"]);
  });

  it("takes nesting as people write it", () => {
    expect(kindsOf("> > > - 1. deep")).toEqual(["blockquote"]);
    expect(kindsOf(`| a | b |\n|---|---|\n${"| **a** | [b](c) |\n".repeat(200)}`)).toEqual(["table"]);
  });

  it.each([
    ["quotes", ">".repeat(100_000)],
    ["lists", "- ".repeat(50_000)],
    ["quotes and lists", "> - ".repeat(25_000)],
    ["lists by indentation", Array.from({ length: 300 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n")],
    ["marks", "*a **b ".repeat(10_000) + "c** d* ".repeat(10_000)],
    ["links", `${"[".repeat(5_000)}a${"](b)".repeat(5_000)}`],
  ])("shows %s that are nested to keep it busy as they stand", (_, markdown) => {
    expect(parseMarkdown(markdown).children).toEqual([
      { type: "paragraph", children: [{ type: "text", value: markdown }] },
    ]);
  });
});
