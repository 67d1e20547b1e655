import { inspect } from "node:util";
import type { Logger } from "@keyturn/core";

/** A logger that keeps what it was told. */
export interface RecordingLog extends Logger {
  /** Each line with everything in its fields. */
  readonly lines: readonly string[];
}

/** Makes a logger that keeps what it was told. */
export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  const record = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${inspect(fields, { depth: 10, breakLength: Infinity })}`);
  };
  return { lines, debug: record("debug"), info: record("info"), warn: record("warn"), error: record("error") };
}
