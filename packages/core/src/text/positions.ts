import type { Effort } from "./effort.ts";

/** A stretch of a text, in UTF-16 code units; the end is not part of it. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The last of the sorted stretches that begins before the position; undefined when none does. */
export function lastBefore<T extends Stretch>(sorted: readonly T[], position: number, effort: Effort): T | undefined {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    effort.steps += 1;
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return sorted[low - 1];
}

/** A line of a text. */
export interface Line extends Stretch {
  /** Where the next line begins: after the line break, or at the end of the text. */
  readonly next: number;
}

/** The lines of a part of a text, in order. A carriage return before the line break belongs to the line. */
export function* linesOf(text: string, from: number, to: number): Generator<Line> {
  for (let start = from; start < to;) {
    const found = text.indexOf("\n", start);
    const end = found === -1 || found >= to ? to : found;
    const next = Math.min(end + 1, to);
    yield { start, end, next };
    start = next;
  }
}
