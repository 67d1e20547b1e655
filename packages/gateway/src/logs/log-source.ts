/** A line of the log of the process. */
export interface LogLine {
  /** Counts lines from the start of the process. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** What else it says, such as `requestId`, `runId`, `sessionId` and `err`; redacted. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Which lines of the log: those that meet everything that is given. */
export interface LogQuery {
  readonly limit: number;
  /** Of this level and above. */
  readonly level?: LogLine["level"] | undefined;
  /** Not before this, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Older than the line of this sequence. */
  readonly before?: number | undefined;
  readonly requestId?: string | undefined;
  readonly runId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** The newest lines of the log of the process. */
export interface LogSource {
  /** Newest first. */
  read(query: LogQuery): readonly LogLine[];
}
