import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** What figures of usage are added up by. */
export const usageGroupings = ["day", "model", "adapter"] as const;

/** What runs used. */
export interface WireUsageFigures {
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input: what services had in their caches. */
  readonly cachedInputTokens: number;
  /** In the currency, of what has a price; null where nothing has one. */
  readonly cost: number | null;
  /** Tokens of models without a price: the cost is without them. */
  readonly unpricedTokens: number;
}

/** What was used, by day, model or adapter. */
export interface WireUsage {
  readonly groupBy: (typeof usageGroupings)[number];
  /** `name` is the day in UTC, as `2030-01-31`, the model, or the adapter. */
  readonly items: readonly (WireUsageFigures & { readonly name: string })[];
  readonly total: WireUsageFigures;
  /** Of the costs, as `USD`; null where no prices are set. */
  readonly currency: string | null;
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
  cachedInputTokens: z.number().int(),
  cost: z.number().nullable(),
  unpricedTokens: z.number().int(),
};

/** The form of a `WireUsage`. */
export const usageSchema: z.ZodType<WireUsage> = z
  .object({
    groupBy: z.enum(usageGroupings),
    items: z.array(z.object({ name: z.string(), ...figures })),
    total: z.object(figures),
    currency: z.string().nullable(),
    asOf: timestampSchema,
  })
  .meta({ id: "Usage" });
