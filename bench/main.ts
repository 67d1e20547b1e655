/** `pnpm bench`: runs the benchmarks and prints medians and ratios. A missed target is told, and fails nothing. */
import { writeFileSync } from "node:fs";
import { DataFolders } from "./harness/data-folders.ts";
import { formatHelp, type Options, readOptions } from "./harness/options.ts";
import { describeMachine, formatRow, formatVerdict } from "./harness/report.ts";
import type { Bench, MeasuredRow } from "./harness/row.ts";
import { rows } from "./rows.ts";

const options = understand();
if (options?.isHelp === true) console.log(formatHelp(rows));
else if (options !== undefined) await run(options);

function understand(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2), rows);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${formatHelp(rows)}`);
    process.exitCode = 2;
    return undefined;
  }
}

async function run(options: Options): Promise<void> {
  const progress = (text: string) => console.error(`    ${text}`);
  const folders = new DataFolders(options.folder, progress);
  process.once("exit", () => folders.remove());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  console.log(`${describeMachine()}\n`);
  if (options.isQuick) console.log("Quick: tiny sizes, the figures mean nothing.\n");
  if (folders.isInMemory) console.log(`${options.folder} lies in memory: figures of durable writes mean nothing.\n`);
  const measured: MeasuredRow[] = [];
  for (const row of options.rows) {
    console.error(`${row.name} (${measured.length + 1} of ${options.rows.length})`);
    const start = performance.now();
    const bench: Bench = { isQuick: options.isQuick, isLong: options.isLong, folders, progress };
    const result = await row.measure(bench);
    const done: MeasuredRow = { row, result, seconds: (performance.now() - start) / 1_000 };
    measured.push(done);
    console.log(formatRow(done));
    if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, formatJson(measured));
  }
  console.log(formatVerdict(measured));
}

function formatJson(measured: readonly MeasuredRow[]): string {
  const data = {
    at: new Date().toISOString(),
    machine: describeMachine(),
    rows: measured.map(({ row: { name, title }, result, seconds }) => ({ name, title, seconds, ...result })),
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
