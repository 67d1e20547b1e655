import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** What figures of usage are added up by. */
export const usageGroupings = ["day", "model", "adapter"] as const;

/** What runs used. */
export interface WireUsageFigures {
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What was used, by day, model or adapter. */
export interface WireUsage {
  readonly groupBy: (typeof usageGroupings)[number];
  /** `name` is the day in UTC, as `2030-01-31`, the model, or the adapter. */
  readonly items: readonly (WireUsageFigures & { readonly name: string })[];
  readonly total: WireUsageFigures;
  /** RFC 3339. */
  readonly asOf: string;
}

/** What a client may ask of the usage. */
export interface WireUsageQuery {
  /** @default "day" */
  readonly groupBy?: (typeof usageGroupings)[number] | undefined;
  /** The first day, in UTC, as `2030-01-31`. Default: the first of the 400 days that are kept. */
  readonly since?: string | undefined;
  /** The last day. Default: today. */
  readonly until?: string | undefined;
}

const figures = {
  runs: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
};

/** The form of a `WireUsage`. */
export const usageSchema: z.ZodType<WireUsage> = z
  .object({
    groupBy: z.enum(usageGroupings),
    items: z.array(z.object({ name: z.string(), ...figures })),
    total: z.object(figures),
    asOf: timestampSchema,
  })
  .meta({ id: "Usage" });
