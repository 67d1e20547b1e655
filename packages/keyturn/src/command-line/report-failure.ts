import { KeyturnError, describeError } from "@keyturn/core";
import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** Tells a person why a command failed; returns the exit code that it comes to. */
export function reportFailure(error: unknown, terminal: Terminal): ExitCode {
  const [first = "", ...rest] = describeError(error).split("\n");
  terminal.printError(`keyturn: ${first}`);
  for (const line of rest) terminal.printError(`keyturn: ${line}`);
  // What nobody foresaw is a fault of the program: the place where it happened helps whoever mends it.
  if (error instanceof Error && !(error instanceof KeyturnError)) terminal.printError(placesOf(error));
  return exitCodeOf(error);
}

function placesOf(error: Error): string {
  return (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)).slice(0, 5).join("\n");
}
