import { KeyturnError } from "../errors.ts";

/** What became of one thing that was looked at on a chat service. */
export interface ServiceFinding {
  readonly isWell: boolean;
  /** What was looked at, such as `token`. */
  readonly subject: string;
  /** What was found; where it is not well, with what to do. No token is in it, but names that others gave are. */
  readonly text: string;
}

/** What was looked at is not as it has to be; the message says what to do. */
export class NotWellError extends Error {
  override readonly name = "NotWellError";
}

/** Looks at one thing on a chat service. A throw is a finding that is not well. */
export async function lookAtService(subject: string, check: () => Promise<string> | string): Promise<ServiceFinding> {
  try {
    return { isWell: true, subject, text: await check() };
  } catch (error) {
    return { isWell: false, subject, text: describe(error) };
  }
}

/** Of errors that are not ours the kind alone is told: their texts may hold anything. */
function describe(error: unknown): string {
  if (error instanceof NotWellError || error instanceof KeyturnError) return error.message;
  return `It could not be looked at (${error instanceof Error ? error.name : "unknown error"}). Try again.`;
}
