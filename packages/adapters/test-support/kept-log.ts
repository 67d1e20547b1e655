import { inspect } from "node:util";
import type { Logger } from "@keyturn/core";

/** A logger that keeps what it was told. */
export interface KeptLog extends Logger {
  /** Each line with everything in its fields. */
  readonly lines: readonly string[];
}

/** Makes a logger that keeps what it was told. */
export function createKeptLog(): KeptLog {
  const lines: string[] = [];
  const keep = (level: string) => (fields: object, message: string) => {
    lines.push(`${level} ${message} ${inspect(fields, { depth: 6, breakLength: Infinity })}`);
  };
  return { lines, debug: keep("debug"), info: keep("info"), warn: keep("warn"), error: keep("error") };
}
