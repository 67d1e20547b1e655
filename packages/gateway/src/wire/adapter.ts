import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** How a channel adapter can stand. */
export const adapterStates = ["stopped", "starting", "connected", "reconnecting", "failed", "misconfigured"] as const;

/** A channel adapter, as operators see it. */
export interface WireAdapter {
  readonly name: string;
  readonly state: (typeof adapterStates)[number];
  /** Why it is not connected, or not wholly, and what to do, where it is known. */
  readonly reason: string | null;
  /** Since when it is in this state, RFC 3339. */
  readonly since: string;
  /** The newest trouble, also when it is over; null when there was none since the bot's start. */
  readonly lastError: { readonly at: string; readonly reason: string } | null;
  /** When its service was heard of last, RFC 3339; null when it is not known. */
  readonly lastEventAt: string | null;
  /** How long the service took to answer the newest sign of life, in milliseconds; null when it is not known. */
  readonly pingMilliseconds: number | null;
  /** Until when the service has asked it to send less, RFC 3339; null when it has not. */
  readonly limitedUntil: string | null;
  /** How often it came back after it had been connected, since the bot's start. */
  readonly reconnects: number;
  /** Whether its service calls it under `/hooks/<name>/`. */
  readonly hasWebhook: boolean;
}

/** Every channel adapter. */
export interface WireAdapterList {
  readonly items: readonly WireAdapter[];
  /** RFC 3339. */
  readonly asOf: string;
}

/** The form of a `WireAdapter`. */
export const adapterSchema: z.ZodType<WireAdapter> = z
  .object({
    name: z.string(),
    state: z.enum(adapterStates),
    reason: z.string().nullable(),
    since: timestampSchema,
    lastError: z.object({ at: timestampSchema, reason: z.string() }).nullable(),
    lastEventAt: timestampSchema.nullable(),
    pingMilliseconds: z.number().nullable(),
    limitedUntil: timestampSchema.nullable(),
    reconnects: z.number().int(),
    hasWebhook: z.boolean(),
  })
  .meta({ id: "Adapter" });

/** The form of a `WireAdapterList`. */
export const adapterListSchema: z.ZodType<WireAdapterList> = z
  .object({ items: z.array(adapterSchema), asOf: timestampSchema })
  .meta({ id: "AdapterList" });

/** An adapter's name in a path: 1 to 64 letters, digits, `-` and `_`. */
export const adapterNameSchema: z.ZodType<string> = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/)
  .meta({ description: "The name of a channel adapter." });
