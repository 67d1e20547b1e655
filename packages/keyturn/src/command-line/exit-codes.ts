import { ConfigurationError, KeyturnError } from "@keyturn/core";

/** What the exit codes of the command mean. */
export const exitCodes = {
  done: 0,
  /** It was tried and did not succeed. */
  failed: 1,
  /** The command or the configuration was not right; nothing was tried. */
  usage: 2,
  /** There is no such session or run. */
  notFound: 4,
} as const;

/** One of the exit codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code that an error comes to. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof ConfigurationError) return exitCodes.usage;
  if (error instanceof KeyturnError && isNotFound(error.code)) return exitCodes.notFound;
  return exitCodes.failed;
}

function isNotFound(code: string): boolean {
  return code === "SESSION_NOT_FOUND" || code === "SESSION_DELETED" || code === "RUN_NOT_FOUND";
}
