import type { WireUsageFigures } from "../../src/wire/usage.ts";
import type { Language } from "../text/words.ts";

/** What figures can be looked at by. */
export const usageMeasures = ["cost", "tokens", "runs"] as const;

/** One of them. */
export type UsageMeasure = (typeof usageMeasures)[number];

/** The figure; null where a cost is not known. */
export function measureOf(figures: WireUsageFigures, measure: UsageMeasure): number | null {
  if (measure === "tokens") return figures.inputTokens + figures.outputTokens;
  return figures[measure];
}

/** The figure for people; a dash where it is not known. */
export function showMeasure(
  value: number | null,
  measure: UsageMeasure,
  currency: string | null,
  language: Language,
): string {
  if (value === null) return "–";
  if (measure !== "cost" || currency === null) return value.toLocaleString(language);
  // Small sums are of interest too: a cent is many answers.
  const digits = value !== 0 && value < 1 ? 4 : 2;
  return value.toLocaleString(language, {
    style: "currency",
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  });
}
