import type { Nodes } from "mdast";

/** Where a node stands in the text, in UTF-16 code units; undefined for a node that was made without a text. */
export function stretchOf(node: Nodes): { readonly start: number; readonly end: number } | undefined {
  const [start, end] = [node.position?.start.offset, node.position?.end.offset];
  return start === undefined || end === undefined ? undefined : { start, end };
}

/** What lines after the first need before them to stay in the quote or list that the place is in. */
export function continuationAt(text: string, start: number): string {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  return start === 0 ? "" : text.slice(lineStart, start).replaceAll(/[^>\s]/g, " ");
}
