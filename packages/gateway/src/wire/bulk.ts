import type { SessionId } from "@keyturn/core";
import { z } from "zod";
import { reasonSchema } from "./fields.ts";
import { operationIdSchema, sessionIdSchema } from "./ids.ts";
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

/** What is to be done to which sessions: those that are named, that meet a filter, or that an operation removed. */
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
    | {
        readonly action: "restore";
        /** The id of an operation that is over: undoes what it removed, and no removal that came after it. */
        readonly operation: string;
      }
  );

/** A bulk as it was read; it has one of `ids`, `filter` with `expectedCount`, and `operation`. */
export interface ReadBulk extends BulkDemand {
  readonly ids?: readonly SessionId[] | undefined;
  readonly filter?: ReadSessionFilter | undefined;
  readonly expectedCount?: number | undefined;
  readonly operation?: string | undefined;
}

/** The form of a bulk. */
export const bulkSchema: z.ZodType<ReadBulk> = z
  .strictObject({
    action: z.enum(bulkActions),
    ids: z.array(sessionIdSchema).min(1).max(mostIds).optional(),
    filter: z.strictObject({ ...sessionFilterFields, pinned: z.boolean().optional() }).optional(),
    expectedCount: z.number().int().min(1).max(mostMatches).optional(),
    operation: operationIdSchema.optional(),
    reason: reasonSchema.optional(),
    purge: z.boolean().optional(),
  })
  .superRefine(({ action, ids, filter, expectedCount, operation, purge }, context) => {
    if ([ids, filter, operation].filter((choice) => choice !== undefined).length !== 1) {
      const message = "give one of ids, filter with expectedCount, and operation";
      context.addIssue({ code: "custom", path: ["ids"], message });
    }
    if (operation !== undefined && action !== "restore") {
      context.addIssue({ code: "custom", path: ["operation"], message: "goes with restore alone" });
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
