import { displayWidth } from "./display-width.ts";

/** On which side of its column a cell stands. */
export type CellAlignment = "left" | "right" | "center" | undefined;

/** Largest table that is aligned, in columns of text times rows: 25 times what a message takes. */
const maximumArea = 50_000;

/**
 * A table as lines of text, for services that have no tables: columns as wide as their widest cell, the first row parted
 * from the others by a line. Wide characters count as two columns. Cells must have no
 * line breaks. Rows with fewer cells than others are filled up. A table too large to be read is left unaligned.
 */
export function alignTable(
  rows: readonly (readonly string[])[],
  alignments: readonly CellAlignment[] = [],
): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  if (count * rows.length > maximumArea) return rows.map((row) => row.join(" | "));
  const columns = Array.from({ length: count }, (_, column) => column);
  const widths = columns.map((column) => Math.max(1, ...rows.map((row) => displayWidth(row[column] ?? ""))));
  if (sumOf(widths) * rows.length > maximumArea) return rows.map((row) => row.join(" | "));
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

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}
