import { type Edit, applyEdits, parseMarkdown } from "@keyturn/core/text";
import type { Nodes } from "mdast";
import { editBlock } from "./block-edits.ts";
import { editInline } from "./inline-edits.ts";

/**
 * Markdown as a model writes it, in the dialect that Discord shows: tables and every kind of code as blocks between three
 * backticks, headings of three levels, boxes of task lists as signs, images and references as links, the few tags of HTML
 * that have a mark of their own. Everything else stays byte for byte. Mentions are left as they are: nobody is told of them
 * while messages are sent with `allowedMentions: { parse: [] }`.
 */
export function toDiscordMarkdown(markdown: string): string {
  const root = parseMarkdown(markdown);
  const definitions = new Map<string, string>();
  visit(root, (node) => {
    if (node.type === "definition" && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    return true;
  });
  const edits: Edit[] = [];
  visit(root, (node, parent) => {
    const block = editBlock(markdown, node);
    edits.push(...block, ...editInline(markdown, node, parent, definitions));
    // A table or block of code that was written anew has its content in it.
    return block.length === 0 || (node.type !== "table" && node.type !== "code");
  });
  return applyEdits(markdown, edits);
}

/** Calls `look` with every node and its parent, from the outside in, and goes no deeper where it says false. */
function visit(node: Nodes, look: (node: Nodes, parent: Nodes | undefined) => boolean, parent?: Nodes): void {
  if (!look(node, parent) || !("children" in node)) return;
  for (const child of node.children) visit(child, look, node);
}
