import { setImmediate as nextTurn } from "node:timers/promises";
import type { ListFilter, ListPosition, SessionId, Sessions } from "@keyturn/core";
import type { LabelledActor } from "../access/caller.ts";
import { throwIfGone } from "../http/client-gone.ts";
import { Problem } from "../problems/problem.ts";

const pageLength = 200;

/**
 * The ids of all sessions that meet a filter, from the index, with turns for everybody else in between.
 * @param gone aborts when the client goes away: it could not be told what was done, so nothing is.
 * @throws Problem `COUNT_CHANGED` when there are more or fewer than was expected.
 */
export async function chooseSessions(
  sessions: Sessions,
  filter: ListFilter,
  expectedCount: number,
  actor: LabelledActor,
  gone: AbortSignal,
): Promise<readonly SessionId[]> {
  checkCount(await sessions.count(filter, actor), expectedCount);
  const ids = new Set<SessionId>();
  // By a time that does not change: else a session that is written to moves between the pages.
  const sort = { by: "createdAt", direction: "ascending" } as const;
  let after: ListPosition | undefined;
  do {
    const page = await sessions.list({ ...filter, sort, after, limit: pageLength }, actor);
    for (const { id } of page) ids.add(id);
    const last = page.length === pageLength ? page.at(-1) : undefined;
    after = last && { at: last.createdAt, id: last.id };
    await nextTurn();
    throwIfGone(gone);
  } while (after !== undefined && ids.size <= expectedCount);
  checkCount(ids.size, expectedCount);
  return [...ids];
}

function checkCount(actualCount: number, expectedCount: number): void {
  if (actualCount === expectedCount) return;
  throw new Problem(
    "COUNT_CHANGED",
    `The filter has ${actualCount} sessions now, not ${expectedCount}. Nothing was done: look at them again.`,
    { extensions: { actualCount } },
  );
}
