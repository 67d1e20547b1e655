import { displayWidth } from "./display-width.ts";

/** On which side of its column a cell stands. */
export type CellAlignment = "left" | "right" | "center" | undefined;

/**
 * A table as lines of text, for services that have no tables: columns as wide as their widest cell, the first row parted
 * from the others by a line. Wide characters count as two columns. Cells must have no line breaks. A row with fewer cells than the first is filled up.
 */
export function alignTable(
  rows: readonly (readonly string[])[],
  alignments: readonly CellAlignment[] = [],
): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: count }, (_, column) => column);
  const widths = columns.map((column) => Math.max(1, ...rows.map((row) => displayWidth(row[column] ?? ""))));
  const lines = rows.map((row) =>
    columns
      .map((column) => alignCell(row[column] ?? "", widths[column] ?? 0, alignments[column]))
      .join(" | ")
      .trimEnd(),
  );
  const [head, ...body] = lines;
  return head === undefined ? [] : [head, widths.map((width) => "-".repeat(width)).join("-|-"), ...body];
}

function alignCell(cell: string, width: number, alignment: CellAlignment): string {
  const free = width - displayWidth(cell);
  const before = alignment === "right" ? free : alignment === "center" ? Math.floor(free / 2) : 0;
  return " ".repeat(before) + cell + " ".repeat(free - before);
}
