import { z } from "zod";
import { type BulkAction, bulkActions } from "./bulk.ts";
import { timestampSchema } from "./fields.ts";

/** What became of one session of a bulk. */
export interface WireBulkResult {
  readonly id: string;
  readonly status: "deleted" | "already-deleted" | "reset" | "restored" | "failed";
  /** The epoch that it made: names a removal when it is undone. Null when it failed. */
  readonly epoch: number | null;
  /** Until when it can be undone, RFC 3339; null when it cannot. */
  readonly undoUntil: string | null;
  /** Why it failed, as the session's own route would have said; null when it did not. */
  readonly problem: { readonly code: string; readonly status: number; readonly detail: string } | null;
}

/** How far a bulk has come. */
export interface WireOperation {
  /** Names it, to read, cancel or undo it. Nothing is known by it where it was over at once and did nothing. */
  readonly id: string;
  readonly action: BulkAction;
  /** `cancelled`, also when the process ends: what is done stays done, the rest is left alone. */
  readonly state: "running" | "done" | "cancelled";
  readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
  readonly total: number;
  /** Of `total`, those that it was done to. */
  readonly done: number;
  /** Of `total`, those that it failed for. */
  readonly failed: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** RFC 3339; null while sessions are being worked on, also for a moment after a cancel. */
  readonly endedAt: string | null;
  /** The first moment at which something that it did can no longer be undone, RFC 3339; null when nothing can be. */
  readonly undoUntil: string | null;
}

/** An operation with what became of its sessions. */
export interface WireOperationDetail extends WireOperation {
  /** At most 500: failures are kept before others. */
  readonly results: readonly WireBulkResult[];
  /** How many results there were beside these. */
  readonly omittedResults: number;
}

/** Operations, the newest first. */
export interface WireOperationList {
  readonly items: readonly WireOperation[];
  /** RFC 3339. */
  readonly asOf: string;
}

const fields = {
  id: z.string(),
  action: z.enum(bulkActions),
  state: z.enum(["running", "done", "cancelled"]),
  actor: z.object({ kind: z.string(), id: z.string(), surface: z.string() }),
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  startedAt: timestampSchema,
  endedAt: timestampSchema.nullable(),
  undoUntil: timestampSchema.nullable(),
};

const resultSchema: z.ZodType<WireBulkResult> = z.object({
  id: z.string(),
  status: z.enum(["deleted", "already-deleted", "reset", "restored", "failed"]),
  epoch: z.number().int().nullable(),
  undoUntil: timestampSchema.nullable(),
  problem: z.object({ code: z.string(), status: z.number().int(), detail: z.string() }).nullable(),
});

/** The form of a `WireOperation`. */
export const operationSchema: z.ZodType<WireOperation> = z.object(fields).meta({ id: "Operation" });

/** The form of a `WireOperationDetail`. */
export const operationDetailSchema: z.ZodType<WireOperationDetail> = z
  .object({ ...fields, results: z.array(resultSchema), omittedResults: z.number().int() })
  .meta({ id: "OperationDetail" });

/** The form of a `WireOperationList`. */
export const operationListSchema: z.ZodType<WireOperationList> = z
  .object({ items: z.array(operationSchema), asOf: timestampSchema })
  .meta({ id: "OperationList" });
