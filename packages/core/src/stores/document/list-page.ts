import type { ListPosition, ListQuery } from "../../sessions/session-store.ts";
import type { SessionSummary } from "../../sessions/session.ts";

/**
 * The page of the most recently updated sessions after a position. One pass over the summaries with a buffer of one page:
 * with 100,000 sessions that is a few milliseconds, where sorting them all is above fifty.
 */
export function selectPage(summaries: Iterable<SessionSummary>, query: ListQuery): readonly SessionSummary[] {
  const page: SessionSummary[] = [];
  for (const summary of summaries) {
    if (query.after !== undefined && compare(summary, query.after) <= 0) continue;
    const last = page[page.length - 1];
    if (page.length === query.limit && last !== undefined && compare(summary, last) > 0) continue;
    page.splice(placeOf(page, summary), 0, summary);
    if (page.length > query.limit) page.pop();
  }
  return page;
}

/** Below 0 when `a` comes before `b`: updated later, or at the same time with the higher id. */
function compare(a: ListPosition, b: ListPosition): number {
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt;
  if (a.id === b.id) return 0;
  return a.id > b.id ? -1 : 1;
}

function placeOf(page: readonly SessionSummary[], summary: SessionSummary): number {
  let low = 0;
  let high = page.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = page[middle];
    if (candidate !== undefined && compare(candidate, summary) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
