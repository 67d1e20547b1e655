import { type Logger, describeError } from "@keyturn/core";
import { type DestinationStream, destination, pino } from "pino";
import type { LogLevel } from "../configuration/bot-configuration.ts";
import { formatLogLine } from "./human-line.ts";
import type { LogBuffer } from "./log-buffer.ts";
import { isTextSafe, toLoggedError } from "./safe-error.ts";

/** A log whose level can be changed. */
export interface AdjustableLog extends Logger {
  setLevel(level: LogLevel): void;
}

/** How a log is written. */
export interface LogOptions {
  readonly level: LogLevel;
  /** Lines for a person at a terminal, instead of JSON for machines. */
  readonly isHuman: boolean;
  readonly hasColor: boolean;
  /** Is given every line as well, for machines. */
  readonly buffer?: Pick<LogBuffer, "add"> | undefined;
  /** Takes whole lines. Default: the standard error of the process, written at once, so that a crash loses nothing. */
  readonly writeLine?: ((line: string) => void) | undefined;
}

/**
 * Names of fields that hold secrets or what people wrote, wherever in an entry they stand: should anybody log one, its
 * value does not come out.
 */
const unwantedFields: readonly string[] = [
  "token",
  "apiKey",
  "authorization",
  "cookie",
  "password",
  "secret",
  "text",
  "content",
  "prompt",
  "body",
  "preview",
];

/** Makes the log of the application, on pino. Entries hold no message text and no secret. */
export function createLog({ level, isHuman, hasColor, buffer, writeLine }: LogOptions): AdjustableLog {
  const write = writeLine ?? writeToStandardError();
  const stream: DestinationStream = {
    write(line) {
      buffer?.add(line);
      write(isHuman ? formatLogLine(JSON.parse(line), hasColor) : line.trimEnd());
    },
  };
  const logger = pino(
    {
      level,
      base: null,
      redact: { paths: unwantedFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: "[redacted]" },
      serializers: { err: (error: unknown) => toLoggedError(error) },
    },
    stream,
  );
  return {
    setLevel(next) {
      logger.level = next;
    },
    debug: (fields, message) => logger.debug(fields, withoutForeignText(fields, message)),
    info: (fields, message) => logger.info(fields, withoutForeignText(fields, message)),
    warn: (fields, message) => logger.warn(fields, withoutForeignText(fields, message)),
    error: (fields, message) => logger.error(fields, withoutForeignText(fields, message)),
  };
}

/** An error that nobody foresaw comes with its own text as the message: its class says enough, and the text may be anybody's. */
function withoutForeignText(fields: object, message: string): string {
  const error: unknown = "err" in fields ? fields.err : undefined;
  if (error === undefined || isTextSafe(error)) return message;
  const text = describeError(error);
  if (text === "" || !message.includes(text)) return message;
  const name = error instanceof Error ? error.name : typeof error;
  return message.replaceAll(text, `(${name}; its text is left out of the log)`);
}

function writeToStandardError(): (line: string) => void {
  const stream = destination({ fd: 2, sync: true });
  return (line) => void stream.write(`${line}\n`);
}
