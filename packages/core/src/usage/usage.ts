/** What runs used. */
export interface UsageFigures {
  /** Runs whose answer, or error message, was stored. */
  readonly runs: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
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
export interface UsageGroup extends UsageFigures {
  /** The day, model or adapter. */
  readonly name: string;
}

/** What was used. */
export interface UsageReport {
  /** Days in their order; models and adapters by their names. */
  readonly groups: readonly UsageGroup[];
  readonly total: UsageFigures;
}

/** Nothing used. */
export const noUsage: UsageFigures = Object.freeze({ runs: 0, inputTokens: 0, outputTokens: 0 });

/** Both together. */
export function addFigures(one: UsageFigures, other: UsageFigures): UsageFigures {
  return {
    runs: one.runs + other.runs,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
