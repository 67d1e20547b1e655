import { createStore } from "./store.ts";

/*
 * What was asked for and not answered yet. The page shows it as done at once; when it is refused, the name is taken out
 * here, and everything is as it was, since nothing else was changed.
 */

/** Runs that are being stopped. */
export const stopping = createStore<ReadonlySet<string>>(new Set());

/** Sessions that are being reset, by id, with the epoch that is to go. */
export const resetting = createStore<ReadonlyMap<string, number>>(new Map());

/** Shows a run as being stopped while the work goes on. */
export async function whileStopping(runId: string, work: () => Promise<void>): Promise<void> {
  stopping.update((runs) => new Set(runs).add(runId));
  try {
    await work();
  } finally {
    stopping.update((runs) => new Set([...runs].filter((id) => id !== runId)));
  }
}

/** Shows a session as emptied while the work goes on. */
export async function whileResetting<Answer>(
  sessionId: string,
  epoch: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  resetting.update((sessions) => new Map(sessions).set(sessionId, epoch));
  try {
    return await work();
  } finally {
    resetting.update((sessions) => new Map([...sessions].filter(([id]) => id !== sessionId)));
  }
}
