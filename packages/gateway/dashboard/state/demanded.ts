import type { WireSession } from "../../src/wire/session.ts";
import { type Store, createStore } from "./store.ts";

/*
 * What was asked for, as done from that moment on: runs, messages of a queue and epochs that have ended are never there
 * again, so their names may stay. When it is refused, the name is taken out here, and everything is as it was, since
 * nothing else was changed.
 */

/** Runs that are stopped. */
export const stopping = createStore<ReadonlySet<string>>(new Set());

/** Messages that are taken out of their queues. */
export const cancelling = createStore<ReadonlySet<string>>(new Set());

/** Sessions that are reset, by id, with the epoch that is to go. */
export const resetting = createStore<ReadonlyMap<string, number>>(new Map());

/** Shows a run as stopped, or a message as taken out, unless the work fails. */
export async function asGone<Answer>(
  names: Store<ReadonlySet<string>>,
  name: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  names.update((all) => new Set(all).add(name));
  try {
    return await work();
  } catch (error) {
    names.update((all) => new Set([...all].filter((each) => each !== name)));
    throw error;
  }
}

/** Shows sessions as emptied, unless the work fails. */
export async function asReset<Answer>(
  sessions: readonly Pick<WireSession, "id" | "epoch">[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  resetting.update((all) => new Map([...all, ...sessions.map(({ id, epoch }) => [id, epoch] as const)]));
  try {
    return await work();
  } catch (error) {
    notReset(sessions.map(({ id }) => id));
    throw error;
  }
}

/** Shows sessions as they are: their reset was refused. */
export function notReset(ids: readonly string[]): void {
  resetting.update((all) => new Map([...all].filter(([id]) => !ids.includes(id))));
}

/** Whether a session is being reset, or was. */
export function isReset({ id, epoch }: Pick<WireSession, "id" | "epoch">): boolean {
  return resetting.get().get(id) === epoch;
}
