import { Readable } from "node:stream";
import { runCommandLine } from "../../../packages/keyturn/src/command-line/program.ts";
import type { KeyturnCall, KeyturnResult } from "./keyturn-process.ts";

/** Calls `keyturn` within this process, for commands that need none of their own: the same code, without the wait for Node. */
export async function runKeyturn({ parameters, folder, environment = {} }: KeyturnCall): Promise<KeyturnResult> {
  let output = "";
  let errors = "";
  const code = await runCommandLine(parameters, {
    input: Readable.from([]),
    isInteractive: false,
    hasColor: false,
    columns: undefined,
    environment,
    command: "keyturn",
    folder,
    write: (text) => void (output += text),
    print: (line) => void (output += `${line}\n`),
    printError: (line) => void (errors += `${line}\n`),
  });
  return { code, output, errors };
}
