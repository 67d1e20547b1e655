/** `pnpm bench`: runs the benchmarks and prints medians and ratios. A missed target is told, and fails nothing. */
import { accessSync, constants, writeFileSync } from "node:fs";
import { DataFolders } from "./harness/data-folders.ts";
import { formatHelp, type Options, readOptions } from "./harness/options.ts";
import { Progress } from "./harness/progress.ts";
import { describeMachine, formatRow, formatVerdict } from "./harness/report.ts";
import type { Bench, MeasuredRow } from "./harness/row.ts";
import { rows } from "./rows.ts";

const options = understand();
if (options?.isHelp === true) console.log(formatHelp(rows));
else if (options !== undefined) await measureAll(options);

function understand(): Options | undefined {
  try {
    const understood = readOptions(process.argv.slice(2), rows);
    accessSync(understood.folder, constants.W_OK);
    // Minutes later would be a bad time to find out that it cannot be written.
    if (understood.jsonFile !== undefined) writeFileSync(understood.jsonFile, formatJson([]));
    return understood;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error("`pnpm bench --help` tells what can be asked for.");
    process.exitCode = 2;
    return undefined;
  }
}

async function measureAll({ rows: chosen, isQuick, isLong, jsonFile, folder }: Options): Promise<void> {
  const progress = new Progress(process.stderr);
  const folders = new DataFolders(folder, (text) => progress.tell(text));
  process.once("exit", () => folders.remove());
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  console.log(`${describeMachine()}\n`);
  if (isQuick) console.log("Quick: tiny sizes, the figures mean nothing.\n");
  if (folders.isInMemory) console.log(`${folder} lies in memory: figures of durable writes mean nothing.\n`);
  const bench: Bench = { isQuick, isLong, folders, progress: (text) => progress.tell(text) };
  const measured: MeasuredRow[] = [];
  for (const row of chosen) {
    progress.announce(`${row.name} (${measured.length + 1} of ${chosen.length})`);
    const start = performance.now();
    const result = await row.measure(bench);
    const done: MeasuredRow = { row, result, seconds: (performance.now() - start) / 1_000 };
    measured.push(done);
    progress.clear();
    console.log(formatRow(done));
    if (jsonFile !== undefined) writeFileSync(jsonFile, formatJson(measured));
  }
  if (!isQuick) console.log(formatVerdict(measured));
}

function formatJson(measured: readonly MeasuredRow[]): string {
  const data = {
    at: new Date().toISOString(),
    machine: describeMachine(),
    rows: measured.map(({ row: { name, title }, result, seconds }) => ({ name, title, seconds, ...result })),
  };
  return `${JSON.stringify(data, undefined, 2)}\n`;
}
