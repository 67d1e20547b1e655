import type { Readable } from "node:stream";
import type { Environment } from "../configuration/environment.ts";

/** Where a command is called, reads from and writes to. */
export interface Terminal {
  /** What somebody types, or a pipe. */
  readonly input: Readable;
  /** Whether a person sits at both ends, so that a conversation can be offered. */
  readonly isInteractive: boolean;
  /** Whether text may be coloured. */
  readonly hasColor: boolean;
  /** Width of a line, in columns; undefined where nobody looks at one. */
  readonly columns: number | undefined;
  readonly environment: Environment;
  /** How the command is called here, for hints. */
  readonly command: string;
  /** The folder that the command is called in. */
  readonly folder: string;
  /** Writes text as it is. */
  write(text: string): void;
  /** Writes a line of what was asked for. */
  print(line: string): void;
  /** Writes a line about how it went: kept apart from what was asked for, so that that can be piped. */
  printError(line: string): void;
}

/** The terminal that the process was started in. */
export function createProcessTerminal(): Terminal {
  const { stdin, stdout, stderr, env, argv } = process;
  endQuietlyWhenNobodyReads();
  return {
    input: stdin,
    isInteractive: stdin.isTTY && stdout.isTTY,
    hasColor: stdout.isTTY && stdout.hasColors(),
    get columns() {
      return stdout.isTTY ? stdout.columns : undefined;
    },
    environment: env,
    command: nameOfCommand(argv[1] ?? ""),
    folder: process.cwd(),
    write: (text) => void stdout.write(text),
    print: (line) => void stdout.write(`${line}\n`),
    printError: (line) => void stderr.write(`${line}\n`),
  };
}

/** Run from its sources, in a clone of the repository, the command is a script of the root package. */
function nameOfCommand(script: string): string {
  return script.endsWith("main.ts") ? "npx -y pnpm@12 keyturn" : "keyturn";
}

/** In `keyturn sessions list | head -1` the reader leaves early: nothing is wrong then. */
function endQuietlyWhenNobodyReads(): void {
  process.stdout.on("error", (error) => {
    if ("code" in error && error.code === "EPIPE") process.exit(0);
    throw error;
  });
}
