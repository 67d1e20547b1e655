import { type Edit, parseMarkdown } from "@keyturn/core/text";
import type { Nodes } from "mdast";
import { editForMarkdownBlock } from "./markdown-block-edits.ts";
import { partMentions } from "./part-mentions.ts";

/**
 * Markdown for a `markdown` block, which reads it by itself. The text stays as it was written, but that no `<` is left
 * outside of code, no link leads to what Slack would take for a mention, and a joiner of no width parts what looks like
 * one, also in code. Slack does not say whether such a block reads mentions; so none is left, whichever way it does.
 */
export function toMarkdownBlockText(markdown: string): string {
  let text = markdown;
  // What was escaped can begin or end blocks otherwise than before: it is read again until nothing changes.
  for (let round = 0; round < maximumRounds; round += 1) {
    const next = rewrite(text);
    if (next === text) return text;
    text = next;
  }
  return escapeBrackets(text);
}

/** After so many rounds, code loses its brackets too. */
const maximumRounds = 4;

function rewrite(markdown: string): string {
  const edits: Edit[] = [];
  collect(markdown, parseMarkdown(markdown), undefined, edits);
  let [result, from] = ["", 0];
  for (const { start, end, replacement } of edits) {
    // Within what was replaced as a whole.
    if (start < from) continue;
    result += escapeBrackets(markdown.slice(from, start)) + replacement;
    from = end;
  }
  return result + escapeBrackets(markdown.slice(from));
}

/** The edits of a node and all within it, by where they begin, the outer before the inner. */
function collect(text: string, node: Nodes, parent: Nodes | undefined, edits: Edit[]): void {
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  const edit =
    start === undefined || end === undefined ? undefined : editForMarkdownBlock(text, node, parent, { start, end });
  const isTail = edit !== undefined && edit.start !== start;
  if (edit !== undefined && !isTail) edits.push(edit);
  if ("children" in node) for (const child of node.children) collect(text, child, node, edits);
  if (edit !== undefined && isTail) edits.push(edit);
}

/** Every `<` as an entity. An odd backslash before one has made its point. */
function escapeBrackets(text: string): string {
  const escaped = text.replaceAll(/(\\*)<|&#(?:0*60|x0*3c);/gi, (_, backslashes: string | undefined) => {
    const count = backslashes?.length ?? 0;
    return `${"\\".repeat(count - (count % 2))}&lt;`;
  });
  return partMentions(escaped);
}
