import { type ListPosition, type ListQuery, type ListSort, defaultListSort } from "../../sessions/session-list.ts";
import type { SessionSummary } from "../../sessions/session.ts";
import { createListMatcher } from "./list-filter.ts";

/**
 * The page of matching sessions after a position. One pass over the summaries with a buffer of one page: with 100,000
 * sessions that is a few milliseconds, where sorting them all is above fifty. What cannot come onto the page is not
 * looked at any closer.
 */
export function selectPage(summaries: Iterable<SessionSummary>, query: ListQuery): readonly SessionSummary[] {
  const { sort = defaultListSort, after, limit } = query;
  const matches = createListMatcher(query);
  const page: ListedSession[] = [];
  for (const summary of summaries) {
    const listed: ListedSession = { at: summary[sort.by], id: summary.id, summary };
    if (after !== undefined && compare(listed, after, sort) <= 0) continue;
    const last = page[page.length - 1];
    if (page.length === limit && last !== undefined && compare(listed, last, sort) > 0) continue;
    if (!matches(summary)) continue;
    page.splice(placeOf(page, listed, sort), 0, listed);
    if (page.length > limit) page.pop();
  }
  return page.map((listed) => listed.summary);
}

interface ListedSession extends ListPosition {
  readonly summary: SessionSummary;
}

/** Below 0 when `a` comes before `b`: by its time, at the same time by its id, both in the direction of the sort. */
function compare(a: ListPosition, b: ListPosition, { direction }: ListSort): number {
  if (a.at === b.at && a.id === b.id) return 0;
  const isHigher = a.at === b.at ? a.id > b.id : a.at > b.at;
  return isHigher === (direction === "descending") ? -1 : 1;
}

function placeOf(page: readonly ListedSession[], listed: ListedSession, sort: ListSort): number {
  let low = 0;
  let high = page.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = page[middle];
    if (candidate !== undefined && compare(candidate, listed, sort) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
