import { KeyturnError } from "@keyturn/core";

/** What a log entry says of an error. */
export interface LoggedError {
  /** The error's class. */
  readonly type: string;
  readonly code?: string;
  /** Only where the text is known to hold no message of a person and no secret. */
  readonly message?: string;
  /** Where it was thrown: the lines of the stack, without the error's own text. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

const deepestCause = 5;

/**
 * An error as it may be logged. Errors of other people's code can carry anything in their text and fields, such as the
 * body of a request with the whole conversation, so of these only class, code and place are kept. Texts of Keyturn's own
 * errors and of the system are kept: they are made to be read.
 */
export function toLoggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const stack = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...("code" in error && typeof error.code === "string" && { code: error.code }),
    ...(isTextSafe(error) && { message: error.message }),
    ...(stack.length > 0 && { stack: stack.map((line) => line.trim()).join("\n") }),
    ...(error.cause !== undefined && depth < deepestCause && { cause: toLoggedError(error.cause, depth + 1) }),
  };
}

/** Whether the error's own text may be logged. */
export function isTextSafe(error: unknown): boolean {
  return error instanceof KeyturnError || (error instanceof Error && "syscall" in error);
}
