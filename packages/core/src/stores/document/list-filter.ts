import type { ListFilter, SessionState } from "../../sessions/session-list.ts";
import type { SessionSummary } from "../../sessions/session.ts";

/** Tells whether a session meets a filter. The key is not looked at: the storage finds the one session that it names. */
export type ListMatcher = (session: SessionSummary) => boolean;

/** The function that tells whether a session meets the filter; its parts are prepared once, and the costliest comes last. */
export function createListMatcher(filter: ListFilter): ListMatcher {
  const { adapter, state, ownerId, isPinned, updatedBefore, updatedAfter } = filter;
  const search = filter.search?.toLowerCase();
  return (session) =>
    (adapter === undefined || session.key.adapter === adapter) &&
    (ownerId === undefined || session.owner.id === ownerId) &&
    (isPinned === undefined || (session.settings.isPinned === true) === isPinned) &&
    (updatedBefore === undefined || session.updatedAt < updatedBefore) &&
    (updatedAfter === undefined || session.updatedAt > updatedAfter) &&
    (state === undefined || isInState(session, state)) &&
    (search === undefined || mentions(session, search));
}

function isInState({ running, waiting, deliveries }: SessionSummary, state: SessionState): boolean {
  switch (state) {
    case "running":
      return running !== undefined;
    case "waiting":
      return waiting > 0;
    case "idle":
      return running === undefined && waiting === 0;
    case "failed":
      return deliveries.failed > 0 || deliveries.unconfirmed > 0;
  }
}

/** @param search in lower case. */
function mentions({ settings, owner, key, preview }: SessionSummary, search: string): boolean {
  return (
    includes(settings.title, search) ||
    includes(owner.id, search) ||
    includes(owner.name, search) ||
    includes(key.place, search) ||
    includes(key.thread, search) ||
    includes(preview, search)
  );
}

function includes(text: string | undefined, search: string): boolean {
  return text !== undefined && text.toLowerCase().includes(search);
}
