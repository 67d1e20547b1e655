import { median, percentile } from "./statistics.ts";

/** What a figure should come to. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the report: what was measured, and what it came to. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  /** Which of the values that is, such as `median of 5`. */
  readonly how: string;
  readonly least: number;
  readonly most: number;
  /** Undefined where the figure is there to be compared with others. */
  readonly target: Target | undefined;
  /** Everything that was measured, in the order in which it was. */
  readonly values: readonly number[];
}

/** The middle of several runs. */
export function medianOf(what: string, unit: string, values: readonly number[], target?: Target): Figure {
  return figure({ what, unit, values, target, value: median(values), how: `median of ${values.length}` });
}

/** What all but a few of many calls keep to. */
export function percentileOf(
  percent: number,
  what: string,
  unit: string,
  values: readonly number[],
  target?: Target,
): Figure {
  return figure({
    what,
    unit,
    values,
    target,
    value: percentile(values, percent),
    how: `p${percent} of ${values.length}`,
  });
}

/** Something that was measured once. */
export function valueOf(what: string, unit: string, value: number, target?: Target): Figure {
  return figure({ what, unit, values: [value], target, value, how: "1" });
}

/** How many times the one is the other: the ratio of the medians; its range is that of the runs made side by side. */
export function ratioOf(
  what: string,
  numerators: readonly number[],
  denominators: readonly number[],
  target?: Target,
): Figure {
  const values = numerators.flatMap((numerator, run) => {
    const denominator = denominators[run];
    return denominator === undefined ? [] : [numerator / denominator];
  });
  const value = median(numerators) / median(denominators);
  return figure({ what, unit: "×", values, target, value, how: `medians of ${numerators.length}` });
}

/** Whether the figure came to what it should; undefined where nothing was asked of it. */
export function isMet({ target, value }: Figure): boolean | undefined {
  if (target === undefined) return undefined;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

function figure(given: Omit<Figure, "least" | "most">): Figure {
  return { ...given, least: Math.min(...given.values), most: Math.max(...given.values) };
}
