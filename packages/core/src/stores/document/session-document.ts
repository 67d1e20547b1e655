import type { SessionId } from "../../identifiers.ts";
import type { JsonValue } from "../../json.ts";
import type { AcceptedMark, InboxEntry } from "../../sessions/inbox.ts";
import type { OutboxEntry } from "../../sessions/outbox.ts";
import type { SessionKey } from "../../sessions/session-key.ts";
import type {
  RemovedSession,
  RetiredSession,
  SessionReset,
  SessionSettings,
  SessionSummary,
  TurnInFlight,
  Usage,
} from "../../sessions/session.ts";
import type { ConversationSummary } from "../../sessions/summary.ts";
import { type Person, type TranscriptEntry, textOfParts } from "../../sessions/transcript.ts";

/**
 * Everything of one session in one immutable value, but for the sealed part of its transcript. Each transition
 * (`transitions.ts`) makes a new one, and one write stores it whole: that is what makes every operation atomic.
 */
export interface SessionDocument {
  readonly id: SessionId;
  readonly key: SessionKey;
  readonly epoch: number;
  readonly version: number;
  readonly fence: number;
  readonly settings: SessionSettings;
  readonly owner: Person;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly replyAddress?: JsonValue | undefined;
  readonly turn?: TurnInFlight | undefined;
  /** Not yet answered, in order. */
  readonly inbox: readonly InboxEntry[];
  /** The newest marks; older ones that may still be needed are in the storage's own record. */
  readonly accepted: readonly DocumentMark[];
  readonly outbox: readonly OutboxEntry[];
  readonly usage: Usage;
  /** How many segments of `segmentLength` entries were moved out of `tail`. */
  readonly sealedSegments: number;
  /** The epoch that the segments were sealed under, where it is not the session's own: a removal was undone, or what was sealed was changed. */
  readonly segmentEpoch?: number | undefined;
  /** How often something in this epoch's transcript was changed or taken out; undefined: never. */
  readonly amendments?: number | undefined;
  /** The epoch that the bytes of its attachments are kept under; undefined: nothing came with any message. */
  readonly attachmentEpoch?: number | undefined;
  /** The transcript's newest entries. */
  readonly tail: readonly TranscriptEntry[];
  /** What stands for the oldest entries where models read them. */
  readonly summary?: ConversationSummary | undefined;
  /** The reset that this epoch began with. */
  readonly lastReset?: SessionReset | undefined;
  /** What the newest reset removed, while it can be undone. */
  readonly undo?: Undo | undefined;
}

/** A mark, with what tells messages that arrived since somebody looked. */
export interface DocumentMark extends AcceptedMark {
  /** The version that accepting the message made; commands have none. */
  readonly version?: number | undefined;
}

/** What a reset or delete removed, kept in the same file for as long as it can be undone, and not a moment longer. */
export interface Undo {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly document: RemovedDocument;
}

/** A session as it was, but for what a removal keeps in any case. */
export type RemovedDocument = Omit<SessionDocument, "accepted" | "undo">;

/** What stays of a deleted session for a while: no text, no person, once its delete can no longer be undone. */
export interface RetiredDocument {
  readonly id: SessionId;
  readonly key: SessionKey;
  readonly epoch: number;
  readonly deletedAt: number;
  readonly replyAddress?: JsonValue | undefined;
  /** Pieces to take back from the channel. */
  readonly outbox: readonly OutboxEntry[];
  readonly undo?: Undo | undefined;
}

/**
 * Entries in one sealed segment. 16 entries of a chat are about 4 KB: the tail (16 to 31 entries) is small enough to be
 * written whole at every turn, also late in a long conversation, and segments are read once and kept in memory.
 */
export const segmentLength = 16;

const previewLength = 120;

/** A session without anything in it. */
export function createDocument(
  session: Pick<SessionDocument, "id" | "key" | "epoch" | "owner" | "createdAt">,
): SessionDocument {
  return {
    ...session,
    version: 0,
    fence: 0,
    settings: {},
    updatedAt: session.createdAt,
    inbox: [],
    accepted: [],
    outbox: [],
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    sealedSegments: 0,
    tail: [],
  };
}

/** The epoch that a document's segments are kept under. */
export function segmentEpochOf(document: Pick<SessionDocument, "epoch" | "segmentEpoch">): number {
  return document.segmentEpoch ?? document.epoch;
}

/** The epochs of which segments are needed: the document's own, and that of what can be brought back. */
export function segmentEpochsOf(document: SessionDocument | RetiredDocument): readonly number[] {
  const epochs: number[] = [];
  if ("sealedSegments" in document && document.sealedSegments > 0) epochs.push(segmentEpochOf(document));
  const removed = document.undo?.document;
  if (removed !== undefined && removed.sealedSegments > 0) epochs.push(segmentEpochOf(removed));
  return epochs;
}

/** The epochs of which attachments are needed: the document's own, and that of what can be brought back. */
export function attachmentEpochsOf(document: SessionDocument | RetiredDocument): readonly number[] {
  const own = "sealedSegments" in document ? document.attachmentEpoch : undefined;
  return [own, document.undo?.document.attachmentEpoch].filter((epoch) => epoch !== undefined);
}

/** Whether all segments and attachments that were needed before are needed now, but for those of single messages. */
export function keepsSegments(
  before: SessionDocument | RetiredDocument,
  after: SessionDocument | RetiredDocument,
): boolean {
  if (before.epoch !== after.epoch || before.undo !== after.undo) return false;
  return !("sealedSegments" in before) || !("sealedSegments" in after) || before.segmentEpoch === after.segmentEpoch;
}

/** How many entries lie in segments. */
export function countSealed(document: Pick<SessionDocument, "sealedSegments">): number {
  return document.sealedSegments * segmentLength;
}

/** How many entries the whole transcript has. */
export function countEntries(document: Pick<SessionDocument, "sealedSegments" | "tail">): number {
  return document.sealedSegments * segmentLength + document.tail.length;
}

/** Who asked for what is being written, or was written last. */
function askersOf({ turn, inbox, tail }: SessionDocument): readonly string[] {
  const ids = new Set<string>();
  if (turn !== undefined) {
    for (const { sender } of inbox.slice(0, turn.messageIds.length)) ids.add(sender.id);
  } else {
    const newest = tail.findLastIndex(({ role }) => role === "user");
    for (let index = newest; index >= 0; index -= 1) {
      const entry = tail[index];
      if (entry?.role !== "user") break;
      ids.add(entry.sender.id);
    }
  }
  return [...ids];
}

/** What lists show of a document. */
export function summarize(document: SessionDocument): SessionSummary {
  let waiting = 0;
  for (const entry of document.inbox) if (entry.state === "received") waiting += 1;
  return {
    id: document.id,
    key: document.key,
    epoch: document.epoch,
    version: document.version,
    fence: document.fence,
    settings: document.settings,
    owner: document.owner,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    entries: countEntries(document),
    waiting,
    running: document.turn,
    askerIds: askersOf(document),
    deliveries: countDeliveries(document.outbox),
    usage: document.usage,
    preview: previewOf(document.tail),
    replyAddress: document.replyAddress,
    undoUntil: document.undo?.until,
    lastReset: document.lastReset,
  };
}

/** What is told of a deleted session. */
export function describeRetired({ id, epoch, deletedAt, undo }: RetiredDocument): RetiredSession {
  return { id, epoch, deletedAt, undoUntil: undo?.until };
}

/** What a list of deleted sessions shows; undefined when nothing is kept of this one. */
export function describeRemoved({ id, key, epoch, deletedAt, undo }: RetiredDocument): RemovedSession | undefined {
  if (undo === undefined) return undefined;
  const { settings, owner } = undo.document;
  const entries = countEntries(undo.document);
  return { id, key, epoch, title: settings.title, owner, entries, deletedAt, undoUntil: undo.until };
}

function countDeliveries(outbox: readonly OutboxEntry[]): SessionSummary["deliveries"] {
  let open = 0;
  let unconfirmed = 0;
  let failed = 0;
  for (const { state } of outbox) {
    if (state === "unconfirmed") unconfirmed += 1;
    else if (state === "failed") failed += 1;
    else if (state !== "delivered") open += 1;
  }
  return { open, unconfirmed, failed };
}

function previewOf(tail: readonly TranscriptEntry[]): string {
  for (let index = tail.length - 1; index >= 0; index -= 1) {
    const entry = tail[index];
    if (entry === undefined || entry.role === "notice" || entry.role === "note") continue;
    const text = entry.role === "assistant" ? textOfParts(entry.parts) : entry.text;
    // A cut between the two halves of a character would leave a lone surrogate.
    if (text !== "") return text.slice(0, previewLength).replace(/[\uD800-\uDBFF]$/, "");
  }
  return "";
}

/** Whether somebody must come back to the document after a start. */
export function hasWork(
  document: Pick<SessionDocument, "outbox"> & { readonly inbox?: readonly InboxEntry[] },
): boolean {
  return (
    (document.inbox?.length ?? 0) > 0 ||
    document.outbox.some(({ state }) => state === "pending" || state === "sending" || state === "recall")
  );
}
