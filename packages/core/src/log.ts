/** Where the core tells what happened, as a port; pino's loggers fit. Entries never hold message text or secrets. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What an entry is about, where it is about a session or a run: operators look entries up by these. */
export interface LogSubject {
  readonly sessionId?: string | undefined;
  readonly runId?: string | undefined;
}

/** Tells the log of an error that nobody could be told. Must not throw. */
export type ReportError = (error: unknown, subject?: LogSubject) => void;

function ignore(): void {
  // The default tells nobody: a library does not print.
}

/** A logger that tells nobody. */
export const silentLogger: Logger = Object.freeze({ debug: ignore, info: ignore, warn: ignore, error: ignore });
