import type { Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { isTooNested } from "./markdown-nesting.ts";

/**
 * Markdown with GitHub's extensions as a tree, with positions. A text that is nested deeper than any person would write
 * it is one paragraph with the text as it stands: the parser's time and stack grow with the square of the depth.
 */
export function parseMarkdown(markdown: string): Root {
  if (isTooNested(markdown)) {
    return { type: "root", children: [{ type: "paragraph", children: [{ type: "text", value: markdown }] }] };
  }
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}
