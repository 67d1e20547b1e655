import type { DeliveryId, MessageId, RunId, SessionId } from "../identifiers.ts";
import type { Actor } from "./actor.ts";
import type { InboundMessage, OverlapMode } from "./inbox.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { SessionKey } from "./session-key.ts";
import type { DeliveryClaim, EntriesPage, PieceVersion, Removal, TargetSession } from "./session-store.ts";
import type { ListPosition } from "./session-list.ts";
import type {
  RemovedSession,
  RetiredSession,
  SessionSettings,
  SessionSummary,
  SessionVersion,
  Usage,
} from "./session.ts";
import type { NewTranscriptEntry, Person, TranscriptEntry } from "./transcript.ts";

/** How a message is accepted. */
export interface AcceptOptions {
  readonly mode: OverlapMode;
  /** How many messages may wait in one conversation. */
  readonly capacity: number;
  /** Takes the message's turn in the same step when nothing else waits or runs; the caller then executes it. */
  readonly claim?: ClaimOptions | undefined;
  /** Whose session it is, when the message begins one. Default: its sender. */
  readonly owner?: Person | undefined;
}

/** How a turn is claimed. */
export interface ClaimOptions {
  readonly isCollecting: boolean;
  readonly historyLimit: number;
}

/** Who asks for a stop, reset or delete, and why. */
export interface Demand {
  readonly actor: Actor;
  /** In the actor's words, for the audit log; at most 500 characters. */
  readonly reason: string;
  /** The typed command that asked: when its service sends it again, nothing happens. */
  readonly command?: InboundMessage | undefined;
  /** Gives up waiting for the lock. */
  readonly signal?: AbortSignal | undefined;
  /** The state that the actor saw: in any other, nothing is done. */
  readonly expected?: SessionVersion | undefined;
  /** Keeps nothing to be undone: what is removed is gone at once. */
  readonly isPurging?: boolean | undefined;
}

/** Who asks for a restore, and why. */
export interface RestoreDemand {
  readonly actor: Actor;
  /** In the actor's words, for the audit log; at most 500 characters. */
  readonly reason: string;
  /** Gives up waiting for the lock. */
  readonly signal?: AbortSignal | undefined;
  /** The epoch that the removal made, to undo this one and no later one. Undefined: whichever is the newest. */
  readonly epoch?: number | undefined;
}

/** What a reset came to; `repeated` when the same typed command had been carried out before. */
export type ResetResult = { readonly kind: "reset"; readonly removal: Removal } | { readonly kind: "repeated" };

/** What a delete came to; deleting twice is no error. */
export type DeleteResult =
  | { readonly kind: "deleted"; readonly removal: Removal }
  | { readonly kind: "already-deleted"; readonly retired: RetiredSession }
  | { readonly kind: "repeated" };

/** What a stop came to: which run it ended, if any was in flight. */
export interface StopResult {
  readonly session: SessionSummary;
  readonly stoppedRunId: RunId | undefined;
}

/**
 * What a cancel came to. `taken`: a run took the message, so stop that. `unknown`: it does not wait here; it never did, or
 * was answered, cancelled or removed.
 */
export interface CancelResult {
  readonly kind: "cancelled" | "taken" | "unknown";
  readonly session: SessionSummary;
}

/** Which piece an operator decides on. */
export interface PieceTarget {
  readonly sessionId: SessionId;
  readonly deliveryId: DeliveryId;
  /** The state that the operator saw: in any other, nothing is done. Undefined: whichever it is in. */
  readonly expected?: PieceVersion | undefined;
}

/**
 * What a decision about a piece came to. `overtaken`: it is being sent again, or was since the operator looked. `unknown`:
 * it does not wait in this conversation; it never did, or was delivered, dismissed, taken back, or went with a reset.
 */
export interface DecisionResult {
  readonly kind: "decided" | "overtaken" | "unknown";
  readonly session: SessionSummary;
}

/** A piece that waits for a person's decision, and its conversation. */
export interface UndeliveredPiece {
  readonly session: SessionSummary;
  readonly entry: OutboxEntry;
}

/** Where a page of such pieces ended: a session, and a piece of it. */
export interface UndeliveredPosition {
  readonly session: ListPosition;
  /** When the piece was written, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly piece: number;
  readonly deliveryId: DeliveryId;
}

/** Which of the pieces that wait for a person's decision. */
export interface UndeliveredQuery {
  /** Undefined: both. */
  readonly state?: "failed" | "unconfirmed" | undefined;
  /** Of a page of the same state. */
  readonly after?: UndeliveredPosition | undefined;
  /** 1 to 200. */
  readonly limit: number;
}

/** A page of pieces that wait for a person's decision. */
export interface UndeliveredPage {
  /** The conversations that were updated last come first; within one the pieces have their order. */
  readonly items: readonly UndeliveredPiece[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: UndeliveredPosition | undefined;
}

/**
 * What a regeneration came to.
 * - `regenerated`: the newest answer is gone, and what it answered is being answered anew;
 * - `busy`: a run is at work or about to be;
 * - `nothing`: the conversation does not end with an answer, or not with that of the run that was named; or it is muted,
 *   or the same command was carried out before.
 */
export interface RegenerateResult {
  readonly kind: "regenerated" | "busy" | "nothing";
  readonly session: SessionSummary;
}

/** What an operator writes into a session. */
export interface Post {
  /** The session, as the operator saw it: once it was reset or deleted it takes nothing any more. */
  readonly target: TargetSession;
  /** `channel`: said in the conversation as the bot's own words. `note`: for those who run the bot alone. */
  readonly mode: "channel" | "note";
  /** Unique in its place: the same id twice is the same message. */
  readonly postId: string;
  /** The operator, as readers of the transcript see them. */
  readonly author: Person;
  /** 1 to 100,000 characters (UTF-16 code units). */
  readonly text: string;
  /** The pieces that go to the channel: none of a note. */
  readonly outbox: readonly OutboxEntry[];
}

/** What a post came to. */
export interface PostResult {
  readonly messageId: MessageId;
  /** Whether it had been posted before. */
  readonly isRepeated: boolean;
}

/** What a session is made of that was exported. */
export interface ImportedSession {
  readonly key: SessionKey;
  readonly owner: Person;
  readonly settings: SessionSettings;
  readonly usage: Usage;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The whole transcript, in order. */
  readonly entries: readonly NewTranscriptEntry[];
}

/** A session after a write, and the delivery that the write began, if it was asked to. */
export interface WrittenSession {
  readonly session: SessionSummary;
  readonly delivery?: DeliveryClaim | undefined;
}

/** A page of deleted sessions that can be brought back. */
export interface TrashPage {
  /** The most recently deleted first. */
  readonly items: readonly RemovedSession[];
  /** Where the next page begins; undefined on the last one. */
  readonly next: ListPosition | undefined;
}

/** A transcript as it was at one version, to be read bit by bit. */
export interface SessionReading {
  readonly session: SessionSummary;
  /** Oldest first. Reading on rejects with `StaleFenceError` when the session is reset or deleted meanwhile. */
  readonly pages: AsyncIterable<readonly TranscriptEntry[]>;
}

/** A transcript as it was at one version. */
export interface SessionExport {
  readonly session: SessionSummary;
  readonly entries: EntriesPage["entries"];
}

/** What a compaction came to: how many entries the summary covers that none covered before; `nothing` when there are none. */
export type CompactResult =
  | { readonly kind: "compacted"; readonly session: SessionSummary; readonly entries: number }
  | { readonly kind: "nothing"; readonly session: SessionSummary };
