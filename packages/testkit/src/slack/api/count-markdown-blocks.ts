const fence = /^\s*(```|~~~)/;
const alone = /^\s*(#{1,6}\s|(?:[-*_]\s*){3,}$|!\[)/;
const item = /^\s*(?:[-*+]|\d+[.)])\s/;
const row = /^\s*\|/;

/**
 * How many blocks Slack makes of a markdown block: one for each paragraph, heading, list, quote, table, rule and piece
 * of code. Slack's own count is not documented; this one is never lower than what people saw (archestra#4980).
 */
export function countMarkdownBlocks(markdown: string): number {
  let count = 0;
  let openFence: string | undefined;
  let kind = "none";
  for (const line of markdown.split("\n")) {
    const mark = fence.exec(line)?.[1];
    if (openFence !== undefined) {
      if (mark === openFence) [openFence, kind] = [undefined, "none"];
      continue;
    }
    const next = mark !== undefined ? "code" : kindOf(line, kind);
    if (next !== "none" && (next !== kind || next === "alone" || next === "code")) count += 1;
    [kind, openFence] = [next, mark];
  }
  return Math.max(1, count);
}

function kindOf(line: string, before: string): string {
  if (line.trim() === "") return "none";
  if (alone.test(line)) return "alone";
  if (row.test(line)) return "table";
  if (/^\s*>/.test(line)) return "quote";
  if (item.test(line)) return "list";
  // A line that follows a list item belongs to it.
  return before === "list" ? "list" : "paragraph";
}
