import { SessionNotFoundError } from "@keyturn/core";

/** What an operation on a session came to; undefined when the session was deleted since it was looked up. */
export async function unlessGone<Result>(operation: Promise<Result>): Promise<Result | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof SessionNotFoundError) return undefined;
    throw error;
  }
}
