import type { Effort } from "./effort.ts";
import type { Stretch } from "./positions.ts";

/**
 * The code within lines of one paragraph, `` `like this` ``, in order: a run of backticks and the next run of the same
 * length. By where each begins.
 */
export function findCodeSpans(text: string, { start, end }: Stretch, effort: Effort): ReadonlyMap<number, number> {
  const runs = findRuns(text, start, end, effort);
  const next = new Map<number, Stretch>();
  const partners = new Map<number, Stretch>();
  for (const run of runs.toReversed()) {
    effort.steps += 1;
    const partner = next.get(run.end - run.start);
    if (partner !== undefined) partners.set(run.start, partner);
    next.set(run.end - run.start, run);
  }
  const spans = new Map<number, number>();
  let after = start;
  for (const run of runs) {
    const partner = run.start < after ? undefined : partners.get(run.start);
    if (partner === undefined) continue;
    spans.set(run.start, partner.end);
    after = partner.end;
  }
  return spans;
}

function findRuns(text: string, start: number, end: number, effort: Effort): readonly Stretch[] {
  effort.steps += end - start;
  const runs = text.slice(start, end).matchAll(/`+/g);
  return [...runs].map((run) => ({ start: start + run.index, end: start + run.index + run[0].length }));
}
