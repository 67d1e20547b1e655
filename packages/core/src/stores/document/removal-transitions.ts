import type { OutboxEntry } from "../../sessions/outbox.ts";
import type { DestroyRequest, Removal } from "../../sessions/session-store.ts";
import { type RetiredDocument, type SessionDocument, countEntries } from "./session-document.ts";

/** Empties the session under a new epoch; settings and marks stay. */
export function reset(document: SessionDocument, request: DestroyRequest, epoch: number): SessionDocument {
  return {
    ...document,
    epoch,
    version: document.version + 1,
    fence: document.fence + 1,
    updatedAt: request.at,
    turn: undefined,
    inbox: [],
    accepted: request.mark === undefined ? document.accepted : [...document.accepted, request.mark],
    outbox: toRecall(document.outbox),
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    sealedSegments: 0,
    tail: [],
  };
}

/** What stays of a deleted session. */
export function retire(document: SessionDocument, request: DestroyRequest, epoch: number): RetiredDocument {
  return {
    id: document.id,
    key: document.key,
    epoch,
    deletedAt: request.at,
    replyAddress: document.replyAddress,
    outbox: toRecall(document.outbox),
  };
}

/** What a reset or delete took away. */
export function describeRemoval(document: SessionDocument, epoch: number): Removal {
  const count = (...states: readonly OutboxEntry["state"][]) =>
    document.outbox.filter((entry) => states.includes(entry.state)).length;
  return {
    sessionId: document.id,
    key: document.key,
    oldEpoch: document.epoch,
    epoch,
    version: document.version + 1,
    stoppedRunId: document.turn?.runId,
    removedEntries: countEntries(document),
    discardedMessages: document.inbox.length,
    cancelledDeliveries: count("pending", "failed"),
    recalledDeliveries: count("sending", "unconfirmed"),
  };
}

/** Pieces never tried are gone; pieces that may be visible are taken back, without their text. */
function toRecall(outbox: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const recalls: OutboxEntry[] = [];
  for (const entry of outbox) {
    const mayBeVisible = entry.state === "sending" || entry.state === "unconfirmed" || entry.state === "recall";
    if (mayBeVisible) recalls.push({ ...entry, state: "recall", text: "", error: undefined });
  }
  return recalls;
}
