import { exitCodeOf, type ExitCode } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** How many places of the stack are shown. */
const shownPlaces = 5;

/** Tells a person why a command failed; returns the exit code that it comes to. */
export function reportFailure(error: unknown, terminal: Terminal): ExitCode {
  const text = error instanceof Error ? error.message : String(error);
  for (const line of text.split("\n")) terminal.printError(`keyturn: ${line}`);
  // What has no code was foreseen by nobody: the place where it happened helps whoever mends it.
  if (error instanceof Error && !("code" in error)) terminal.printError(placesOf(error));
  return exitCodeOf(error);
}

function placesOf({ stack = "" }: Error): string {
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  return places.slice(0, shownPlaces).join("\n");
}
