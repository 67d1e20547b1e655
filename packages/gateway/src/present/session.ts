import { createHash } from "node:crypto";
import type { RemovedSession, SessionKey, SessionSummary, UserEntry } from "@keyturn/core";
import type { WirePerson, WireSession, WireSessionKey } from "../wire/session.ts";
import type { WireRemovedSession } from "../wire/trash.ts";
import { presentTime } from "./timestamp.ts";

/** A session for the API. Leaves out what adapters need to answer: it may hold a service's own addresses. */
export function presentSession(session: SessionSummary): WireSession {
  const { id, epoch, version, settings, entries, waiting, running, deliveries, usage, preview } = session;
  return {
    id,
    key: presentKey(session.key),
    epoch,
    version,
    title: settings.title ?? null,
    model: settings.model ?? null,
    pinned: settings.isPinned === true,
    muted: settings.isMuted === true,
    owner: presentPerson(session.owner),
    createdAt: presentTime(session.createdAt),
    updatedAt: presentTime(session.updatedAt),
    entries,
    waiting,
    running:
      running === undefined
        ? null
        : { runId: running.runId, messageIds: running.messageIds, since: presentTime(running.since) },
    deliveries,
    usage,
    preview,
    reset: presentReset(session),
  };
}

function presentReset({ lastReset, undoUntil }: SessionSummary): WireSession["reset"] {
  if (lastReset === undefined) return null;
  const { kind, id, surface, name } = lastReset.by;
  return {
    at: presentTime(lastReset.at),
    actor: { kind, id, name: name ?? null, surface },
    entries: lastReset.entries,
    undoUntil: undoUntil === undefined ? null : presentTime(undoUntil),
  };
}

/** A deleted session that can be brought back, for the API. */
export function presentRemoved(session: RemovedSession): WireRemovedSession {
  const { id, epoch, title, entries } = session;
  return {
    id,
    key: presentKey(session.key),
    epoch,
    title: title ?? null,
    owner: presentPerson(session.owner),
    entries,
    deletedAt: presentTime(session.deletedAt),
    undoUntil: presentTime(session.undoUntil),
  };
}

/** A session key for the API. */
export function presentKey({ adapter, account, place, thread, person }: SessionKey): WireSessionKey {
  return { adapter, account, place, thread: thread ?? null, person: person ?? null };
}

/** A person for the API. */
export function presentPerson({ id, name }: UserEntry["sender"]): WirePerson {
  return { id, name: name ?? null };
}

/** The strong ETag of a session: every write raises it. */
export function sessionTag({ epoch, version }: Pick<SessionSummary, "epoch" | "version">): string {
  return `"${epoch}.${version}"`;
}

/** The weak ETag of a page of sessions: it is another as soon as one of them changes, comes or goes. */
export function sessionPageTag(
  sessions: readonly SessionSummary[],
  nextCursor: string | null,
  total: number | undefined,
): string {
  const states = sessions.map(({ id, epoch, version }) => `${id}.${epoch}.${version}`);
  const digest = createHash("sha256").update(JSON.stringify([states, nextCursor, total]));
  return `W/"${digest.digest("base64url")}"`;
}
