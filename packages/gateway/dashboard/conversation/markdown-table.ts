/** A table that was found in a paragraph: what stood before it, its heading and its rows, as source text. */
export interface TableSource {
  /** Lines of text above the table, joined; empty where there are none. */
  readonly before: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly align: readonly ("left" | "center" | "right" | undefined)[];
}

const delimiterCell = /^:?-+:?$/;

/**
 * The table that a paragraph's source holds, as GitHub writes tables: a heading, a line of dashes with as many cells, and
 * rows. Undefined where there is none.
 */
export function findTable(source: string): TableSource | undefined {
  const lines = source.split("\n");
  const at = lines.findIndex((line, index) => index > 0 && isDelimiter(line, lines[index - 1] ?? ""));
  const head = cellsOf(lines[at - 1] ?? "");
  if (at === -1) return undefined;
  return {
    before: lines.slice(0, at - 1).join("\n"),
    head,
    align: cellsOf(lines[at] ?? "").map(alignOf),
    rows: lines.slice(at + 1).map((line) => {
      const cells = cellsOf(line);
      return head.map((_, column) => cells[column] ?? "");
    }),
  };
}

function isDelimiter(line: string, above: string): boolean {
  if (!line.includes("|") && !above.includes("|")) return false;
  const cells = cellsOf(line);
  return cells.every((cell) => delimiterCell.test(cell)) && cells.length === cellsOf(above).length;
}

/** The cells of a line. A bar behind a backslash belongs to the text. */
function cellsOf(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function alignOf(cell: string): "left" | "center" | "right" | undefined {
  if (cell.endsWith(":")) return cell.startsWith(":") ? "center" : "right";
  return cell.startsWith(":") ? "left" : undefined;
}
