import type { PricedFigures } from "@keyturn/core";
import type { WireUsageFigures } from "../wire/usage.ts";

/** Figures of usage for the API. Costs are exact to a millionth. */
export function presentFigures({
  runs,
  inputTokens,
  outputTokens,
  cachedInputTokens = 0,
  cost,
}: PricedFigures): WireUsageFigures {
  const tokens = inputTokens + outputTokens;
  const unpricedTokens = cost?.unpricedTokens ?? tokens;
  const isUnknown = cost === undefined || (tokens > 0 && unpricedTokens === tokens);
  const amount = isUnknown ? null : Math.round(cost.amount * 1e6) / 1e6;
  return { runs, inputTokens, outputTokens, cachedInputTokens, cost: amount, unpricedTokens };
}
