import {
  type ListFilter,
  SessionChangedError,
  type SessionId,
  type SessionVersion,
  type Sessions,
  formatSessionKey,
} from "@keyturn/core";
import type { LabelledActor } from "../access/caller.ts";
import { presentDeletion, presentReset } from "../present/removal.ts";
import { Problem } from "../problems/problem.ts";
import type { BulkAction } from "../wire/bulk.ts";
import type { WireBulkResult } from "../wire/operation.ts";

/** What a bulk does to each of its sessions. */
export interface BulkTask {
  readonly action: BulkAction;
  readonly actor: LabelledActor;
  readonly reason: string;
  readonly isPurging: boolean;
  /** What chose the sessions: one that does not meet it any more is left alone. Undefined: they were named. */
  readonly filter: ListFilter | undefined;
  /** With `restore`: the removals that are to be undone, by their epochs. What is not in it: the newest one. */
  readonly epochs: ReadonlyMap<SessionId, number>;
}

/** A session that is written to at every moment cannot be caught in the state that was looked at. */
const mostTries = 5;

/**
 * Does it to one session, through the same door as its own route. Where a filter chose it, it is removed only in a state
 * in which it meets the filter: somebody may have written since it was chosen for being old.
 * @throws Problem `FILTER_NOT_MET`, and everything that the session's own route would answer with.
 */
export async function performBulkItem(sessions: Sessions, task: BulkTask, id: SessionId): Promise<WireBulkResult> {
  const { filter } = task;
  if (filter === undefined) return perform(sessions, task, id, undefined);
  for (let attempt = 1; ; attempt += 1) {
    const expected = await readMatching(sessions, task.actor, filter, id);
    try {
      return await perform(sessions, task, id, expected);
    } catch (error) {
      if (!(error instanceof SessionChangedError) || attempt === mostTries) throw error;
    }
  }
}

async function perform(
  sessions: Sessions,
  { action, actor, reason, isPurging, epochs }: BulkTask,
  id: SessionId,
  expected: SessionVersion | undefined,
): Promise<WireBulkResult> {
  const demand = { actor, reason, isPurging, expected };
  switch (action) {
    case "delete": {
      const { outcome, epoch, undoUntil } = presentDeletion(await sessions.delete(id, demand));
      return { id, status: outcome, epoch, undoUntil, problem: null };
    }
    case "reset": {
      const { outcome, epoch, undoUntil } = presentReset(await sessions.reset(id, demand));
      return { id, status: outcome, epoch, undoUntil, problem: null };
    }
    case "restore": {
      const { epoch } = await sessions.restore(id, { actor, reason, epoch: epochs.get(id) });
      return { id, status: "restored", epoch, undoUntil: null, problem: null };
    }
  }
}

async function readMatching(
  sessions: Sessions,
  actor: LabelledActor,
  filter: ListFilter,
  id: SessionId,
): Promise<SessionVersion> {
  const { key } = await sessions.read(id, actor);
  const [session] = await sessions.list({ ...filter, key: formatSessionKey(key), limit: 1 }, actor);
  if (session?.id === id) return session;
  throw new Problem("FILTER_NOT_MET", `The session ${id} has changed, and the filter does not choose it any more.`);
}
