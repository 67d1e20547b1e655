import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** What a reset or delete took away. It is durable: nothing of the old epoch can be written or sent any more. */
export interface WireRemoval {
  readonly sessionId: string;
  readonly oldEpoch: number;
  /** The session's epoch from now on; of a deleted one, the epoch that its id is retired at. */
  readonly epoch: number;
  readonly version: number;
  /** The run that was stopped by it. */
  readonly stoppedRunId: string | null;
  readonly removedEntries: number;
  /** Accepted messages that no run had finished. */
  readonly discardedMessages: number;
  /** Pieces of answers that were never tried. */
  readonly cancelledDeliveries: number;
  /** Pieces of answers that may be visible already and are taken back. */
  readonly recalledDeliveries: number;
  /** Until when it can be undone, RFC 3339; null when it cannot. */
  readonly undoUntil: string | null;
}

/** What a reset came to. */
export interface WireReset extends WireRemoval {
  readonly outcome: "reset";
}

/** What a delete came to; deleting twice is no error. */
export type WireDeletion =
  | (WireRemoval & { readonly outcome: "deleted" })
  | {
      readonly outcome: "already-deleted";
      readonly sessionId: string;
      readonly epoch: number;
      /** RFC 3339. */
      readonly deletedAt: string;
      /** Until when it can be undone, RFC 3339; null when it cannot. */
      readonly undoUntil: string | null;
    };

/** What a stop came to. */
export interface WireStop {
  readonly sessionId: string;
  readonly epoch: number;
  /** Null when nothing was running. */
  readonly stoppedRunId: string | null;
}

const removal = {
  sessionId: z.string(),
  oldEpoch: z.number().int(),
  epoch: z.number().int(),
  version: z.number().int(),
  stoppedRunId: z.string().nullable(),
  removedEntries: z.number().int(),
  discardedMessages: z.number().int(),
  cancelledDeliveries: z.number().int(),
  recalledDeliveries: z.number().int(),
  undoUntil: timestampSchema.nullable(),
};

/** What a regeneration came to. */
export interface WireRegeneration {
  /** `busy`: a run is at work; `nothing`: no answer comes last, or not that of the run that was named. */
  readonly outcome: "regenerated" | "busy" | "nothing";
  readonly sessionId: string;
  readonly epoch: number;
  readonly version: number;
}

/** The form of a `WireReset`. */
export const resetSchema: z.ZodType<WireReset> = z
  .object({ outcome: z.literal("reset"), ...removal })
  .meta({ id: "Reset" });

/** The form of a `WireDeletion`. */
export const deletionSchema: z.ZodType<WireDeletion> = z
  .discriminatedUnion("outcome", [
    z.object({ outcome: z.literal("deleted"), ...removal }),
    z.object({
      outcome: z.literal("already-deleted"),
      sessionId: z.string(),
      epoch: z.number().int(),
      deletedAt: timestampSchema,
      undoUntil: timestampSchema.nullable(),
    }),
  ])
  .meta({ id: "Deletion" });

/** The form of a `WireRegeneration`. */
export const regenerationSchema: z.ZodType<WireRegeneration> = z
  .object({
    outcome: z.enum(["regenerated", "busy", "nothing"]),
    sessionId: z.string(),
    epoch: z.number().int(),
    version: z.number().int(),
  })
  .meta({ id: "Regeneration" });

/** The form of a `WireStop`. */
export const stopSchema: z.ZodType<WireStop> = z
  .object({ sessionId: z.string(), epoch: z.number().int(), stoppedRunId: z.string().nullable() })
  .meta({ id: "Stop" });
