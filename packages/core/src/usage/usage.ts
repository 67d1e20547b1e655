/** What runs used. */
export interface UsageFigures {
  /** Runs whose answer, or error message, was stored. */
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the input: what services had in their caches. Undefined: nothing. */
  readonly cachedInputTokens?: number | undefined;
}

/** What figures cost. */
export interface UsageCost {
  /** In the currency of the settings, of what has a price. */
  readonly amount: number;
  /** Tokens of models without a price: the amount is without them. */
  readonly unpricedTokens: number;
}

/** Figures, and what they cost; undefined where no prices are set. */
export interface PricedFigures extends UsageFigures {
  readonly cost?: UsageCost | undefined;
}

/** What the runs of one day, model and adapter used: nothing of it tells a person or a conversation. */
export interface UsageRow extends UsageFigures {
  /** The day in UTC, as `2030-01-31`. */
  readonly day: string;
  /** `provider/model`. */
  readonly model: string;
  /** The channel adapter's name. */
  readonly adapter: string;
}

/** What figures are added up by. */
export type UsageGrouping = "day" | "model" | "adapter";

/** Which figures, and how. */
export interface UsageQuery {
  readonly groupBy: UsageGrouping;
  /** The first day, in UTC, as `2030-01-31`. Default: the first that is kept. */
  readonly since?: string | undefined;
  /** The last day. Default: today. */
  readonly until?: string | undefined;
}

/** Figures of one group. */
export interface UsageGroup extends PricedFigures {
  /** The day, model or adapter. */
  readonly name: string;
}

/** What was used. */
export interface UsageReport {
  /** Days in their order; models and adapters by their names. */
  readonly groups: readonly UsageGroup[];
  readonly total: PricedFigures;
}

/** Nothing used. */
export const noUsage: UsageFigures = Object.freeze({ runs: 0, inputTokens: 0, outputTokens: 0 });

/** Both together. */
export function addFigures(one: UsageFigures, other: UsageFigures): UsageFigures {
  const cached = (one.cachedInputTokens ?? 0) + (other.cachedInputTokens ?? 0);
  return {
    runs: one.runs + other.runs,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(cached > 0 && { cachedInputTokens: cached }),
  };
}

/** Both together; undefined where neither is known. */
export function addCosts(one: UsageCost | undefined, other: UsageCost | undefined): UsageCost | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { amount: one.amount + other.amount, unpricedTokens: one.unpricedTokens + other.unpricedTokens };
}
