import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** Somebody who wrote a message. */
export interface WirePerson {
  /** The chat service's id of the person. */
  readonly id: string;
  readonly name: string | null;
}

/** What names a conversation at its chat service. */
export interface WireSessionKey {
  readonly adapter: string;
  readonly account: string;
  readonly place: string;
  readonly thread: string | null;
  readonly person: string | null;
}

/** The turn that is being answered. */
export interface WireTurn {
  readonly runId: string;
  readonly messageIds: readonly string[];
  /** RFC 3339. */
  readonly since: string;
}

/** The reset that a session's epoch began with. */
export interface WireSessionReset {
  /** RFC 3339. */
  readonly at: string;
  readonly actor: {
    readonly kind: string;
    readonly id: string;
    readonly name: string | null;
    readonly surface: string;
  };
  /** How many transcript entries it took away. */
  readonly entries: number;
  /** Until when it can be undone, RFC 3339; null when it cannot. */
  readonly undoUntil: string | null;
}

/** A session as lists show it. */
export interface WireSession {
  /** Opaque, never reused. */
  readonly id: string;
  readonly key: WireSessionKey;
  /** Raised by reset and delete. */
  readonly epoch: number;
  /** Raised by every write; `"<epoch>.<version>"` is the session's ETag. */
  readonly version: number;
  readonly title: string | null;
  /** `provider/model`; null: the bot's default. */
  readonly model: string | null;
  readonly pinned: boolean;
  /** Messages are kept and not answered. */
  readonly muted: boolean;
  /** Whoever's message began the session. */
  readonly owner: WirePerson;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339. */
  readonly updatedAt: string;
  /** Transcript entries of the current epoch. */
  readonly entries: number;
  /** Accepted messages that no run has taken yet. */
  readonly waiting: number;
  readonly running: WireTurn | null;
  /** Pieces of answers on their way, unconfirmed and failed, each counted. */
  readonly deliveries: { readonly open: number; readonly unconfirmed: number; readonly failed: number };
  /** Of the current epoch. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly runs: number };
  /** The first 120 characters of the newest entry that a person or the agent wrote. */
  readonly preview: string;
  /** How this epoch began; null when no reset began it. */
  readonly reset: WireSessionReset | null;
}

/** The form of a `WirePerson`. */
export const personSchema: z.ZodType<WirePerson> = z.object({ id: z.string(), name: z.string().nullable() });

/** The form of a `WireSessionKey`. */
export const sessionKeySchema: z.ZodType<WireSessionKey> = z
  .object({
    adapter: z.string(),
    account: z.string(),
    place: z.string(),
    thread: z.string().nullable(),
    person: z.string().nullable(),
  })
  .meta({ id: "SessionKey" });

/** The form of a `WireSession`. */
export const sessionSchema: z.ZodType<WireSession> = z
  .object({
    id: z.string(),
    key: sessionKeySchema,
    epoch: z.number().int(),
    version: z.number().int(),
    title: z.string().nullable(),
    model: z.string().nullable(),
    pinned: z.boolean(),
    muted: z.boolean(),
    owner: personSchema,
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    entries: z.number().int(),
    waiting: z.number().int(),
    running: z.object({ runId: z.string(), messageIds: z.array(z.string()), since: timestampSchema }).nullable(),
    deliveries: z.object({ open: z.number().int(), unconfirmed: z.number().int(), failed: z.number().int() }),
    usage: z.object({ inputTokens: z.number(), outputTokens: z.number(), runs: z.number().int() }),
    preview: z.string(),
    reset: z
      .object({
        at: timestampSchema,
        actor: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable(), surface: z.string() }),
        entries: z.number().int(),
        undoUntil: timestampSchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: "Session" });

/** A page of sessions, the most recently updated first. */
export interface WireSessionPage {
  readonly items: readonly WireSession[];
  /** Where the next page begins; null on the last one. A page that is just full may be followed by an empty one. */
  readonly nextCursor: string | null;
  /** When the page was read, RFC 3339. */
  readonly asOf: string;
  /** How many sessions meet the query on all pages; where that was asked for. */
  readonly total?: number | undefined;
}

/** The form of a `WireSessionPage`. */
export const sessionPageSchema: z.ZodType<WireSessionPage> = z
  .object({
    items: z.array(sessionSchema),
    nextCursor: z.string().nullable(),
    asOf: timestampSchema,
    total: z.number().int().optional(),
  })
  .meta({ id: "SessionPage" });
