import { parseMarkdown } from "@keyturn/core/text";
import type { Nodes } from "mdast";

/** Longest text of one section, in UTF-16 code units; what is longer becomes several. */
const sectionLimit = 3_000;

/**
 * How many blocks Slack may make of the text of a `markdown` block: more rather than fewer, since it does not say. Each
 * heading, paragraph, list (also within a list), table, block of code, quote and rule counts, and each 3,000 characters of one again.
 */
export function estimateBlocks(markdown: string): number {
  return countBlocks(parseMarkdown(markdown));
}

function countBlocks(node: Nodes): number {
  switch (node.type) {
    case "root":
    case "blockquote":
    case "listItem":
    case "footnoteDefinition":
      return sumOf(node.children);
    case "list": {
      // Items are lines of one block; what else they hold is not.
      const within = node.children.flatMap((item) => item.children).filter((child) => child.type !== "paragraph");
      return sectionsOf(node) + sumOf(within);
    }
    default:
      return sectionsOf(node);
  }
}

function sectionsOf(node: Nodes): number {
  const [start, end] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
  return Math.max(1, Math.ceil((end - start) / sectionLimit));
}

function sumOf(nodes: readonly Nodes[]): number {
  return nodes.reduce((sum, node) => sum + countBlocks(node), 0);
}
