import { fitText, textWidth } from "./text-width.ts";

/** A column of a table. */
export interface TableColumn {
  readonly title: string;
  /** @default "left" */
  readonly align?: "left" | "right" | undefined;
  /** Gives way first where the line is too short for all; then the column to its left. */
  readonly isFlexible?: boolean | undefined;
}

const gap = "  ";
const leastFlexibleWidth = 8;

/**
 * Lines of a table, with a head. Where the width of the line is known, flexible columns are cut to fit it.
 * @param rows cells without line breaks, as many as there are columns.
 */
export function formatTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  lineWidth: number | undefined,
): readonly string[] {
  const head = columns.map(({ title }) => title);
  const all = [head, ...rows];
  const widths = columns.map((_, index) => Math.max(...all.map((row) => textWidth(row[index] ?? ""))));
  if (lineWidth !== undefined) shrink(columns, widths, lineWidth);
  return all.map((row) => formatRow(columns, row, widths));
}

/** Names with their values, one a line, the values aligned. */
export function formatPairs(
  pairs: readonly (readonly [name: string, value: string])[],
  indent = "",
): readonly string[] {
  const width = Math.max(0, ...pairs.map(([name]) => textWidth(name)));
  return pairs.map(([name, value]) => `${indent}${name}${" ".repeat(width - textWidth(name))}${gap}${value}`.trimEnd());
}

function shrink(columns: readonly TableColumn[], widths: number[], lineWidth: number): void {
  let excess = widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1) - lineWidth;
  for (const index of [...columns.keys()].toReversed()) {
    if (columns[index]?.isFlexible !== true || excess <= 0) continue;
    const width = widths[index] ?? 0;
    const given = Math.min(excess, Math.max(0, width - leastFlexibleWidth));
    widths[index] = width - given;
    excess -= given;
  }
}

function formatRow(columns: readonly TableColumn[], row: readonly string[], widths: readonly number[]): string {
  const cells = columns.map(({ align }, index) => {
    const width = widths[index] ?? 0;
    const text = fitText(row[index] ?? "", width);
    const padding = " ".repeat(Math.max(0, width - textWidth(text)));
    return align === "right" ? padding + text : text + padding;
  });
  return cells.join(gap).trimEnd();
}
