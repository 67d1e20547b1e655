import { readFile } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError } from "@keyturn/core";
import type { ImportOptions } from "@keyturn/gateway/client";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import { printableLine } from "../command-line/printable.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { ExportingOptions, ImportingOptions } from "./sessions-options.ts";
import { withSessions } from "./with-sessions.ts";

/** `keyturn sessions export`: sessions one after the other; of JSON, each on a line of its own. */
export async function exportSessions(
  ids: readonly string[],
  { format, ...options }: ExportingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  return withSessions(options, terminal, async (client) => {
    for (const id of ids) {
      for await (const text of client.exportText(id, format)) terminal.write(text);
      if (format === "json") terminal.write("\n");
    }
    return exitCodes.done;
  });
}

/** `keyturn sessions import`: makes a new session of a file that `export` wrote. */
export async function importSession(
  file: string,
  { json, key, ...options }: ImportingOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const exported = await readExport(path.resolve(terminal.folder, file), file);
  return withSessions(options, terminal, async (client) => {
    const session = await client.import(exported, { format: formatOf(exported), key });
    if (json === true) terminal.print(JSON.stringify(session, undefined, 2));
    else terminal.print(`${session.id}: imported, ${session.entries} ${session.entries === 1 ? "entry" : "entries"}`);
    return exitCodes.done;
  });
}

async function readExport(target: string, file: string): Promise<string> {
  try {
    return await readFile(target, "utf8");
  } catch (cause) {
    const name = printableLine(file);
    throw new ConfigurationError(`The file ${name} cannot be read. Name one that "sessions export" wrote.`, cause);
  }
}

/** By how it begins: a file may have any name. */
function formatOf(exported: string): ImportOptions["format"] {
  return exported.startsWith('{"type":"session",') ? "jsonl" : "json";
}
