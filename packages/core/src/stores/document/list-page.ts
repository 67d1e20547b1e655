import {
  type ListFilter,
  type ListPosition,
  type ListQuery,
  type ListSort,
  defaultListSort,
} from "../../sessions/session-list.ts";
import type { SessionSummary } from "../../sessions/session.ts";
import { Breath } from "./breath.ts";
import { createListMatcher } from "./list-filter.ts";
import { selectRanks } from "./select-ranks.ts";

/** What a page is chosen from. */
export interface ListedSessions {
  readonly summaries: () => Iterable<SessionSummary>;
  /** Whether a session is there now. */
  readonly isThere: (session: SessionSummary) => boolean;
}

/** Passes in which others have a turn, before one that nobody interrupts. */
const dividedPasses = 3;

/**
 * The page of matching sessions after a position. One pass over the summaries with a buffer of one page: with 100,000
 * sessions that is a few milliseconds, where sorting them all is above fifty. What cannot come onto the page is not
 * looked at any closer. A pass that takes longer lets others have their turn; what they removed meanwhile is on no page.
 */
export async function selectPage(
  { summaries, isThere }: ListedSessions,
  query: ListQuery,
): Promise<readonly SessionSummary[]> {
  for (let pass = 0; ; pass += 1) {
    const breath = pass < dividedPasses ? new Breath() : undefined;
    const choose = query.offset === undefined ? passThrough : passOver;
    const page = await choose(summaries(), query, breath);
    // One that is gone leaves a gap, and a page with a gap would look like the last: the next pass fills it.
    if (breath?.isTaken !== true || page.every(isThere)) return page;
  }
}

async function passThrough(
  summaries: Iterable<SessionSummary>,
  query: ListQuery,
  breath: Breath | undefined,
): Promise<readonly SessionSummary[]> {
  const { sort = defaultListSort, after, limit } = query;
  const matches = createListMatcher(query);
  const page: ListedSession[] = [];
  for (const summary of summaries) {
    if (breath?.isDue === true) await breath.take();
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

/** A page from the middle of the list: which sessions come before it shows only when all that match are known. */
async function passOver(
  summaries: Iterable<SessionSummary>,
  query: ListQuery,
  breath: Breath | undefined,
): Promise<readonly SessionSummary[]> {
  const { sort = defaultListSort, offset: from = 0, limit } = query;
  const matches = createListMatcher(query);
  const found: ListedSession[] = [];
  for (const summary of summaries) {
    if (breath?.isDue === true) await breath.take();
    if (matches(summary)) found.push({ at: summary[sort.by], id: summary.id, summary });
  }
  const page = await selectRanks(found, { from, to: from + limit }, (one, other) => compare(one, other, sort), breath);
  return page.map((listed) => listed.summary);
}

/**
 * How many of the summaries meet the filter, in one pass that lets others have their turn. What they change meanwhile
 * may be counted as it was or as it is.
 */
export async function countMatches(summaries: Iterable<SessionSummary>, filter: ListFilter): Promise<number> {
  const matches = createListMatcher(filter);
  const breath = new Breath();
  let count = 0;
  for (const summary of summaries) {
    if (breath.isDue) await breath.take();
    if (matches(summary)) count += 1;
  }
  return count;
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
