import { type ListFilter, parseSessionKey } from "@keyturn/core";
import { z } from "zod";
import { instantSchema } from "./fields.ts";

/** The orders of a list of sessions: a time, with `-` in front for the newest first. */
export const sessionSorts = ["-updatedAt", "updatedAt", "-createdAt", "createdAt"] as const;

/** What a list of sessions may ask of their state; see the core's `SessionState`. */
export const sessionStates = ["running", "waiting", "idle", "failed"] as const;

/** Which sessions a client asks for: those that meet everything that is given. */
export interface WireSessionFilter {
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
}

/** What a client may ask of a list of sessions. */
export interface WireSessionQuery extends WireSessionFilter {
  /** @default "-updatedAt" */
  readonly sort?: (typeof sessionSorts)[number] | undefined;
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before, of the same query. */
  readonly cursor?: string | undefined;
  /** How many sessions of the list stand before the page, from 0: for a look into its middle. Not with `cursor`. */
  readonly offset?: number | undefined;
  /** Whether the answer is to have the `total` of all pages. */
  readonly count?: boolean | undefined;
}

/** A session key in a query, as one line. */
export const sessionKeyTextSchema: z.ZodType<string> = z
  .string()
  .max(2_000)
  .refine(isSessionKey, "must be a session key: adapter/account/place, then /t:thread and /p:person where needed")
  .meta({ description: "A session key: adapter/account/place, then /t:thread and /p:person where needed." });

const nameSchema = z.string().min(1).max(256);

/** What a list and a bulk choose sessions by; whether they are pinned is text in a query, and none in a body. */
export const sessionFilterFields: {
  readonly q: z.ZodOptional<z.ZodType<string>>;
  readonly adapter: z.ZodOptional<z.ZodType<string>>;
  readonly state: z.ZodOptional<z.ZodType<(typeof sessionStates)[number]>>;
  readonly owner: z.ZodOptional<z.ZodType<string>>;
  readonly key: z.ZodOptional<z.ZodType<string>>;
  readonly updatedBefore: z.ZodOptional<z.ZodType<number>>;
  readonly updatedAfter: z.ZodOptional<z.ZodType<number>>;
} = {
  q: z
    .string()
    .min(1)
    .max(200)
    .meta({ description: "Looked for in title, person, place, thread and preview, without regard to case." })
    .optional(),
  adapter: nameSchema.meta({ description: "The channel adapter's name." }).optional(),
  state: z.enum(sessionStates).optional(),
  owner: nameSchema.meta({ description: "The chat service's id of whoever's message began the session." }).optional(),
  key: sessionKeyTextSchema.optional(),
  updatedBefore: instantSchema.optional(),
  updatedAfter: instantSchema.optional(),
};

/** A filter as it was read. */
export interface ReadSessionFilter {
  readonly q?: string | undefined;
  readonly adapter?: string | undefined;
  readonly state?: (typeof sessionStates)[number] | undefined;
  readonly owner?: string | undefined;
  readonly key?: string | undefined;
  readonly pinned?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly updatedBefore?: number | undefined;
  readonly updatedAfter?: number | undefined;
}

/** A filter in the core's words. */
export function listFilterOf({ q, owner, pinned, ...rest }: ReadSessionFilter): ListFilter {
  return { ...rest, search: q, ownerId: owner, isPinned: pinned };
}

function isSessionKey(text: string): boolean {
  try {
    parseSessionKey(text);
    return true;
  } catch {
    return false;
  }
}
