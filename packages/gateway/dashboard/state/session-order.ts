import type { WireSession } from "../../src/wire/session.ts";
import type { WireSessionFilter, WireSessionQuery } from "../../src/wire/session-query.ts";

/** The order of a list: a time, with `-` in front for the newest first. */
export type SessionSort = NonNullable<WireSessionQuery["sort"]>;

/** What a list shows, and in which order. It stands in the address, so that a link is a saved view. */
export interface ListQuery {
  readonly filter: WireSessionFilter;
  readonly sort: SessionSort;
}

/** Compares two sessions as the gateway's lists do: by time, then by id. */
export function compareBy(sort: SessionSort): (one: WireSession, other: WireSession) => number {
  const time = sort.endsWith("updatedAt") ? "updatedAt" : "createdAt";
  const direction = sort.startsWith("-") ? -1 : 1;
  return (one, other) => {
    if (one[time] !== other[time]) return one[time] < other[time] ? -direction : direction;
    if (one.id === other.id) return 0;
    return one.id < other.id ? -direction : direction;
  };
}

/** Whether a list of this filter has the session, as the gateway would decide. */
export function meets(session: WireSession, filter: WireSessionFilter): boolean {
  const { q, adapter, state, pinned, owner } = filter;
  if (adapter !== undefined && session.key.adapter !== adapter) return false;
  if (pinned !== undefined && session.pinned !== pinned) return false;
  if (owner !== undefined && session.owner.id !== owner) return false;
  if (state !== undefined && !hasState(session, state)) return false;
  return q === undefined || textsOf(session).some((text) => text.toLowerCase().includes(q.toLowerCase()));
}

function hasState(session: WireSession, state: NonNullable<WireSessionFilter["state"]>): boolean {
  const { running, waiting, deliveries } = session;
  if (state === "running") return running !== null;
  if (state === "waiting") return waiting > 0;
  if (state === "idle") return running === null && waiting === 0;
  return deliveries.failed + deliveries.unconfirmed > 0;
}

function textsOf({ title, owner, key, preview }: WireSession): readonly string[] {
  return [title, owner.name, owner.id, key.place, key.thread, preview].filter((text) => text !== null);
}
