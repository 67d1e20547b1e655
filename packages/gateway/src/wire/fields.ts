import type { RunId } from "@keyturn/core";
import { z } from "zod";
import { runIdSchema } from "./ids.ts";

/** A point in time: RFC 3339, in UTC with `Z`, to the millisecond. */
export const timestampSchema: z.ZodType<string> = z.iso.datetime().meta({ examples: ["2030-01-01T09:41:00.000Z"] });

/** Why something is stopped, reset or deleted, for the audit log: at most 500 characters. */
export const reasonSchema: z.ZodType<string> = z.string().max(500);

/** What may be said with a stop, reset or delete. */
export interface WireDemand {
  /** For the audit log; at most 500 characters. */
  readonly reason?: string | undefined;
}

/** The optional body of a stop, reset or delete. */
export const demandSchema: z.ZodType<WireDemand> = z
  .strictObject({ reason: reasonSchema.optional() })
  .meta({ id: "Demand" });

/** What may be said with a reset. */
export interface WireResetDemand extends WireDemand {
  /** Keeps nothing to be undone; for admins. */
  readonly purge?: boolean | undefined;
}

/** The optional body of a reset. */
export const resetDemandSchema: z.ZodType<WireResetDemand> = z
  .strictObject({ reason: reasonSchema.optional(), purge: z.boolean().optional() })
  .meta({ id: "ResetDemand" });

/** What may be said with a regeneration. */
export interface WireRegenerateDemand extends WireDemand {
  /** The run whose answer is to be written anew: any other is left alone. */
  readonly runId?: RunId | undefined;
}

/** The optional body of a regeneration. */
export const regenerateDemandSchema: z.ZodType<WireRegenerateDemand> = z
  .strictObject({ reason: reasonSchema.optional(), runId: runIdSchema.optional() })
  .meta({ id: "RegenerateDemand" });

/** What may be said with a restore. */
export interface WireRestoreDemand extends WireDemand {
  /** The `epoch` in the answer of the removal: undoes this one and no other. */
  readonly epoch?: number | undefined;
  /** `copy`: as a new session, beside whatever has taken its place. */
  readonly as?: "copy" | undefined;
}

/** The optional body of a restore. */
export const restoreDemandSchema: z.ZodType<WireRestoreDemand> = z
  .strictObject({
    reason: reasonSchema.optional(),
    epoch: z.number().int().min(1).optional(),
    as: z.literal("copy").optional(),
  })
  .meta({ id: "RestoreDemand" });

/** Entries that stand before a page: a whole number from 0, as digits. */
export const offsetSchema: z.ZodType<number> = z
  .string()
  .regex(/^\d{1,9}$/, "must be a whole number from 0 to 999999999")
  .transform(Number)
  .meta({ description: "How many of the list stand before the page; in place of a cursor." });

/** How many entries of a list to answer with: 1 to 200. Queries hold text, so it is read from digits. */
export const limitSchema: z.ZodType<number> = z
  .string()
  .regex(/^\d{1,3}$/, "must be a whole number from 1 to 200")
  .transform(Number)
  .refine((limit) => limit >= 1 && limit <= 200, "must be a whole number from 1 to 200")
  .meta({ description: "How many at most, 1 to 200; 50 when left out." });

/** The place of an entry in a transcript, in a query: a page has the entries before it. */
export const sequenceSchema: z.ZodType<number> = z
  .string()
  .regex(/^\d{1,15}$/, "must be the sequence of an entry")
  .transform(Number)
  .meta({ description: "Only entries before the one of this sequence: the nextBefore of the page before." });

/** How many entries a list has when nobody says: a screen or two. */
export const defaultLimit = 50;

/** A point in time in a query: RFC 3339, with `Z` or an offset, for milliseconds since 1970. */
export const instantSchema: z.ZodType<number> = z.iso
  .datetime({ offset: true, error: "must be a time as RFC 3339 has it, such as 2030-01-01T09:41:00Z" })
  .transform((text) => Date.parse(text))
  .meta({ description: "A time as RFC 3339 has it, such as 2030-01-01T09:41:00Z." });

/** The `Idempotency-Key` of a request: 1 to 200 visible ASCII characters. */
export const idempotencyKeySchema: z.ZodType<string> = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 visible ASCII characters")
  .meta({ description: "A name for this request, so that sending it again does nothing a second time." });

/** The headers of a request that creates something. */
export const idempotencyHeaders: z.ZodObject<{ "idempotency-key": z.ZodOptional<z.ZodType<string>> }> = z.object({
  "idempotency-key": idempotencyKeySchema.optional(),
});

/** The headers of a request that opens a stream of events. */
export const lastEventIdHeaders: z.ZodObject<{ "last-event-id": z.ZodOptional<z.ZodType<string>> }> = z.object({
  "last-event-id": z
    .string()
    .max(200)
    .meta({ description: "The id of the last event that was read; what came after it comes again." })
    .optional(),
});
