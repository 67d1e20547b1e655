import { linesOf } from "./positions.ts";

/** Most quotes and lists that stand within each other at the beginning of a line. */
const maximumDepth = 24;

/** Deepest indentation, in columns: 24 lists within each other. */
const maximumIndentation = 96;

/** Most signs that can begin or end a mark (`*`, `_`, `~`, brackets) between two blank lines. A large table has some hundred. */
const maximumMarks = 2_000;

/**
 * Whether a text is built to keep a parser busy. Measured with micromark 4: 65 kB of marks within marks took 70 s, 100 kB
 * of quotes within quotes 53 s and the stack; at these bounds 100 kB take below 10 s in the worst case, real texts a
 * fraction of a second.
 */
export function isTooNested(markdown: string): boolean {
  let marks = 0;
  for (const { start, end } of linesOf(markdown, 0, markdown.length)) {
    const line = markdown.slice(start, end);
    const [lead = ""] = /^(?:[ \t>]|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/.exec(line) ?? [];
    if (countOf(lead, /[>*+.)-]/g) > maximumDepth || widthOf(lead) > maximumIndentation) return true;
    marks = line.trim() === "" ? 0 : marks + countOf(line, /\*+|_+|~+|[[\]]/g);
    if (marks > maximumMarks) return true;
  }
  return false;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function widthOf(lead: string): number {
  return lead.length + 3 * countOf(lead, /\t/g);
}
