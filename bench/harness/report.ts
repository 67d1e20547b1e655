import { cpus } from "node:os";
import { type Figure, isMet } from "./figure.ts";
import type { MeasuredRow } from "./row.ts";

/** The lines of a measured row, for a terminal. */
export function formatRow({ row, result, seconds }: MeasuredRow): string {
  const table = formatTable([
    ["", "value", "", "of", "range", "target", "met"],
    ...result.figures.map((figure) => cellsOf(figure)),
  ]);
  const notes = (result.notes ?? []).map((note) => `  ${note}`);
  return [`${row.name}: ${row.title} (${seconds.toFixed(0)} s)`, ...table, ...notes, ""].join("\n");
}

/** One line that says how many targets were met, and which were not. */
export function formatVerdict(rows: readonly MeasuredRow[]): string {
  const judged = rows.flatMap(({ row, result }) =>
    result.figures
      .filter((figure) => figure.target !== undefined)
      .map((figure) => ({ name: `${row.name}: ${figure.what}`, isMet: isMet(figure) === true })),
  );
  const missed = judged.filter((one) => !one.isMet);
  const lines = missed.map(({ name }) => `  missed  ${name}`);
  return [`${judged.length - missed.length} of ${judged.length} targets met.`, ...lines].join("\n");
}

/** On what it was measured. */
export function describeMachine(): string {
  const processors = cpus();
  return `Node ${process.versions.node}, ${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}, ${process.platform}`;
}

/** A number with three digits that count, and no more after the point than one can trust. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function cellsOf(figure: Figure): readonly string[] {
  const { target } = figure;
  const met = isMet(figure);
  return [
    figure.what,
    formatNumber(figure.value),
    figure.unit,
    figure.how,
    `${formatNumber(figure.least)} – ${formatNumber(figure.most)}`,
    target === undefined ? "" : "atLeast" in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`,
    met === undefined ? "" : met ? "yes" : "NO",
  ];
}

/** Numbers are flush right, words flush left. */
function formatTable(lines: readonly (readonly string[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) => {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return column === 1 ? cell.padStart(width) : cell.padEnd(width);
    });
    return `  ${cells.join("  ").trimEnd()}`;
  });
}
