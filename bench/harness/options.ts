import { tmpdir } from "node:os";
import { parseArgs } from "node:util";
import type { Row } from "./row.ts";

/** What the person asked for. */
export interface Options {
  readonly rows: readonly Row[];
  readonly isQuick: boolean;
  readonly isLong: boolean;
  readonly isHelp: boolean;
  /** Where the figures are also written, as JSON. */
  readonly jsonFile: string | undefined;
  /** Where data folders lie while the benchmarks run. */
  readonly folder: string;
}

/**
 * Reads the command line.
 * @throws Error that says which argument is wrong and what is allowed.
 */
export function readOptions(commandLine: readonly string[], rows: readonly Row[]): Options {
  const { values, positionals } = parseArgs({
    args: [...commandLine],
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      long: { type: "boolean", default: false },
      json: { type: "string" },
      folder: { type: "string", default: tmpdir() },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const names = rows.map(({ name }) => name);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no row "${unknown}". The rows are ${names.join(", ")}.`);
  }
  return {
    rows: positionals.length === 0 ? rows : rows.filter(({ name }) => positionals.includes(name)),
    isQuick: values.quick,
    isLong: values.long,
    isHelp: values.help,
    jsonFile: values.json,
    folder: values.folder,
  };
}

/** What `--help` prints. */
export function formatHelp(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    "Measures Keyturn and prints medians and ratios. Takes under 5 minutes on two cores that have nothing else to do.",
    "",
    "  pnpm bench [row ...] [--quick] [--long] [--json FILE] [--folder DIRECTORY]",
    "",
    "Rows (all, when none is named):",
    ...rows.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`),
    "",
    "  --quick             tiny sizes, to see that everything runs; the figures mean nothing",
    '  --long              1,000,000 messages instead of 200,000 in the row "endurance"',
    "  --json FILE         also writes every measured value there",
    "  --folder DIRECTORY  where data folders lie meanwhile, on the disk to be measured; 1 GB free",
    "                      (default: the system's folder for temporary files)",
  ].join("\n");
}
