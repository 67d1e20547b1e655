import type { SessionId } from "@keyturn/core";
import { z } from "zod";
import { reasonSchema } from "./fields.ts";
import { sessionIdSchema } from "./ids.ts";
import { type ReadSessionFilter, type WireSessionFilter, sessionFilterFields } from "./session-query.ts";

/** What can be done to many sessions at once. */
export const bulkActions = ["delete", "reset", "restore"] as const;

/** One of `bulkActions`. */
export type BulkAction = (typeof bulkActions)[number];

/** Sessions that one request may name: a screen of a list, several times over. */
const mostIds = 500;

/** Sessions that one filter may choose, so that what it holds in memory is bounded. */
const mostMatches = 10_000;

interface BulkDemand {
  readonly action: BulkAction;
  /** For the audit log, with each session; at most 500 characters. */
  readonly reason?: string | undefined;
  /** Keeps nothing to be undone; for admins, with `delete` and `reset`. */
  readonly purge?: boolean | undefined;
}

/** What is to be done to which sessions: those that are named, or those that meet a filter. */
export type WireBulk = BulkDemand &
  (
    | {
        /** 1 to 500; one that is named twice counts once. */
        readonly ids: readonly string[];
      }
    | {
        readonly filter: WireSessionFilter;
        /** How many sessions the filter had when it was looked at, 1 to 10,000: with any other number nothing is done. */
        readonly expectedCount: number;
      }
  );

/** A bulk as it was read; it has either `ids`, or `filter` and `expectedCount`. */
export interface ReadBulk extends BulkDemand {
  readonly ids?: readonly SessionId[] | undefined;
  readonly filter?: ReadSessionFilter | undefined;
  readonly expectedCount?: number | undefined;
}

/** The form of a bulk. */
export const bulkSchema: z.ZodType<ReadBulk> = z
  .strictObject({
    action: z.enum(bulkActions),
    ids: z.array(sessionIdSchema).min(1).max(mostIds).optional(),
    filter: z.strictObject({ ...sessionFilterFields, pinned: z.boolean().optional() }).optional(),
    expectedCount: z.number().int().min(1).max(mostMatches).optional(),
    reason: reasonSchema.optional(),
    purge: z.boolean().optional(),
  })
  .superRefine(({ action, ids, filter, expectedCount, purge }, context) => {
    const isBoth = ids !== undefined && filter !== undefined;
    if (isBoth || (ids === undefined && filter === undefined)) {
      context.addIssue({ code: "custom", path: ["ids"], message: "give either ids, or filter with expectedCount" });
    }
    if ((filter === undefined) !== (expectedCount === undefined)) {
      const message = "goes with filter: how many sessions it had when you looked";
      context.addIssue({ code: "custom", path: ["expectedCount"], message });
    }
    if (purge === true && action === "restore") {
      context.addIssue({ code: "custom", path: ["purge"], message: "goes with delete and reset alone" });
    }
  })
  .meta({ id: "Bulk" });
