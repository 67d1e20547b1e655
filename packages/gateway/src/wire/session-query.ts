import { parseSessionKey } from "@keyturn/core";
import { z } from "zod";

/** The orders of a list of sessions: a time, with `-` in front for the newest first. */
export const sessionSorts = ["-updatedAt", "updatedAt", "-createdAt", "createdAt"] as const;

/** What a list of sessions may ask of their state; see the core's `SessionState`. */
export const sessionStates = ["running", "waiting", "idle", "failed"] as const;

/** What a client may ask of a list of sessions. */
export interface WireSessionQuery {
  /** Looked for in title, person, place, thread and preview: 1 to 200 characters, literally, without regard to case. */
  readonly q?: string | undefined;
  /** The channel adapter's name. */
  readonly adapter?: string | undefined;
  readonly state?: (typeof sessionStates)[number] | undefined;
  /** The chat service's id of whoever's message began the session. */
  readonly owner?: string | undefined;
  /** Whether it is pinned. */
  readonly pinned?: boolean | undefined;
  /** The one session that a key names today: `adapter/account/place[/t:thread][/p:person]`. */
  readonly key?: string | undefined;
  /** RFC 3339. */
  readonly updatedBefore?: string | undefined;
  /** RFC 3339. */
  readonly updatedAfter?: string | undefined;
  /** @default "-updatedAt" */
  readonly sort?: (typeof sessionSorts)[number] | undefined;
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before, of the same query. */
  readonly cursor?: string | undefined;
}

/** A session key in a query, as one line. */
export const sessionKeyTextSchema: z.ZodType<string> = z
  .string()
  .max(2_000)
  .refine(isSessionKey, "must be a session key: adapter/account/place, then /t:thread and /p:person where needed");

function isSessionKey(text: string): boolean {
  try {
    parseSessionKey(text);
    return true;
  } catch {
    return false;
  }
}
