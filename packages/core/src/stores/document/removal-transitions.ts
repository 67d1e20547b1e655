import type { InboxEntry } from "../../sessions/inbox.ts";
import type { OutboxEntry } from "../../sessions/outbox.ts";
import type { SessionReset } from "../../sessions/session.ts";
import type { DestroyRequest, Removal } from "../../sessions/session-store.ts";
import {
  type RetiredDocument,
  type SessionDocument,
  type Undo,
  countEntries,
  segmentEpochOf,
} from "./session-document.ts";

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
    segmentEpoch: undefined,
    amendments: undefined,
    summary: undefined,
    attachmentEpoch: undefined,
    tail: [],
    lastReset: describeReset(document, request),
    undo: keep(document, request),
  };
}

/** What is told of a reset afterwards. People of a conversation are known by the name that they wrote under in it. */
function describeReset(document: SessionDocument, { at, actor }: DestroyRequest): SessionReset | undefined {
  if (actor === undefined) return undefined;
  const { kind, id, surface } = actor;
  const name = kind === "operator" ? actor.label : nameOf(document, id);
  return { at, by: { kind, id, surface, name }, entries: countEntries(document) };
}

function nameOf({ owner, inbox, tail }: SessionDocument, personId: string): string | undefined {
  const senders = [...inbox, ...tail].flatMap((entry) => ("sender" in entry ? [entry.sender] : []));
  return [owner, ...senders].findLast(({ id }) => id === personId)?.name;
}

/** What a restore brings back later: the session as it is now, its run given back, what is not tried yet to be sent. */
function keep(document: SessionDocument, { undoUntil }: DestroyRequest): Undo | undefined {
  if (undoUntil === undefined) return undefined;
  const { accepted: _accepted, undo: _undo, ...kept } = document;
  return {
    until: undoUntil,
    document: {
      ...kept,
      turn: undefined,
      inbox: document.inbox.map((entry): InboxEntry => ({ ...entry, state: "received" })),
      // Delivered ones hold no text; without them nobody could take the answer back that is to be written anew.
      outbox: document.outbox.filter(({ state }) => state === "pending" || state === "delivered"),
    },
  };
}

/** Whether a reset session is as the reset left it, so that undoing it takes nothing else away. */
export function isUntouched(document: SessionDocument): boolean {
  return document.inbox.length === 0 && countEntries(document) === 0;
}

/** The session as it was before its newest reset, under a new epoch. */
export function undoReset(document: SessionDocument, undo: Undo, epoch: number, at: number): SessionDocument {
  const { inbox, outbox, usage, sealedSegments, tail, summary, attachmentEpoch, lastReset } = undo.document;
  return {
    ...document,
    epoch,
    version: document.version + 1,
    fence: document.fence + 1,
    updatedAt: at,
    inbox,
    // What is to be taken back stays to be taken back.
    outbox: [...document.outbox, ...outbox],
    usage,
    sealedSegments,
    segmentEpoch: segmentEpochOf(undo.document),
    tail,
    summary,
    attachmentEpoch,
    lastReset,
    undo: undefined,
  };
}

/** The session as it was before its delete, under a new epoch. */
export function undoDelete(retired: RetiredDocument, undo: Undo, epoch: number, at: number): SessionDocument {
  const { document } = undo;
  return {
    ...document,
    accepted: [],
    epoch,
    version: document.version + 2,
    fence: document.fence + 2,
    updatedAt: at,
    outbox: [...retired.outbox, ...document.outbox],
    segmentEpoch: segmentEpochOf(document),
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
    undo: keep(document, request),
  };
}

/** What a reset or delete took away. */
export function describeRemoval(document: SessionDocument, request: DestroyRequest, epoch: number): Removal {
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
    undoUntil: request.undoUntil,
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
