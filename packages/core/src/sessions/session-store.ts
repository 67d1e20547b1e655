import type { FenceValues } from "../errors.ts";
import type { DeliveryId, MessageId, RunId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { Actor } from "./actor.ts";
import type { InboundAttachment } from "./attachment.ts";
import type { Fence } from "./fence.ts";
import type { AcceptedMark, InboxEntry, OverlapMode } from "./inbox.ts";
import type { EditOutcome, EditRequest, WithdrawOutcome, WithdrawRequest } from "./message-amendments.ts";
import type { OutboxEntry } from "./outbox.ts";
import type { ListFilter, ListQuery } from "./session-list.ts";
import type { SessionKey, SessionKeyText } from "./session-key.ts";
import type {
  RemovedSession,
  RetiredSession,
  SessionSettings,
  SessionSummary,
  SessionVersion,
  Usage,
} from "./session.ts";
import type { ConversationSummary, NewSummary } from "./summary.ts";
import type { NewTranscriptEntry, Person, TranscriptEntry } from "./transcript.ts";

/** What an accept stores. */
export interface AcceptRequest {
  readonly key: SessionKey;
  readonly mark: AcceptedMark;
  readonly sender: Person;
  /** Whose a new session is. Default: the sender's. */
  readonly owner?: Person | undefined;
  readonly text: string;
  readonly attachments?: readonly InboundAttachment[] | undefined;
  readonly replyAddress?: JsonValue | undefined;
  readonly mode: OverlapMode;
  /** How many messages may wait in one conversation. */
  readonly capacity: number;
  /** What the run in flight has written so far, kept when `interrupt` stops it. */
  readonly partialAnswer: PartialAnswer | undefined;
  /** The id that a new session gets. */
  readonly newSessionId: SessionId;
  /** Takes the turn in the same step when nothing else waits or runs: one durable write instead of two. */
  readonly claim?: TurnRequest | undefined;
  /** The session that the message is for: no other takes it, and none is made for it. */
  readonly target?: TargetSession | undefined;
}

/** The session that a write is for, as the writer saw it: once it was reset or deleted it takes nothing any more. */
export interface TargetSession {
  readonly sessionId: SessionId;
  readonly epoch: number;
  /** Undefined: any of that epoch. */
  readonly version?: number | undefined;
}

/** The session that a write was for is not there any more, or not as the writer saw it: nothing was done. */
export type MissedOutcome = ChangedOutcome | { readonly kind: "gone"; readonly retired: RetiredSession | undefined };

/** How a turn is to be taken. */
export interface TurnRequest {
  readonly runId: RunId;
  /** Take everything that waits as one turn, not the first message alone. */
  readonly isCollecting: boolean;
  /** How many transcript entries the run wants to see, newest first chosen. */
  readonly historyLimit: number;
}

/** What an accept came to. `accepted` means durable. */
export type AcceptOutcome =
  | {
      readonly kind: "accepted";
      readonly messageId: MessageId;
      readonly session: SessionSummary;
      readonly isNew: boolean;
      /** Set when `interrupt` stopped a run. */
      readonly stoppedRunId: RunId | undefined;
      /** Set when the message's turn was asked for and could be taken at once. */
      readonly turn?: ClaimedTurn | undefined;
    }
  | { readonly kind: "duplicate"; readonly messageId: MessageId }
  | { readonly kind: "full"; readonly sessionId: SessionId; readonly waiting: number }
  | { readonly kind: "busy"; readonly sessionId: SessionId };

/** What a claim takes. */
export interface ClaimRequest extends TurnRequest {
  readonly sessionId: SessionId;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A turn that belongs to one run until its fence moves on. */
export interface ClaimedTurn {
  readonly fence: Fence;
  readonly key: SessionKey;
  readonly runId: RunId;
  readonly messages: readonly InboxEntry[];
  /** How many runs have begun with these messages, this one included. */
  readonly attempt: number;
  /** Oldest first; those that the summary covers included, as far as the limit reaches. */
  readonly history: readonly TranscriptEntry[];
  /** Stands for the oldest entries. */
  readonly summary?: ConversationSummary | undefined;
  /** As in `EntriesPage`. Undefined: none. */
  readonly amendments?: number | undefined;
  readonly settings: SessionSettings;
  readonly replyAddress: JsonValue | undefined;
  readonly version: number;
  /** Present when nobody is to answer: the session is muted, or was when the messages came. */
  readonly isMuted?: true | undefined;
}

/** What a run leaves behind: all of it is stored in one write, or nothing. */
export interface TurnCommit {
  readonly entries: readonly NewTranscriptEntry[];
  readonly outbox: readonly OutboxEntry[];
  readonly usage: Usage;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Made on the way: stands for the oldest entries from now on. */
  readonly summary?: NewSummary | undefined;
  /** Begins the first piece's delivery in the same step, when no older piece is open: one durable write instead of two. */
  readonly beginsDelivery?: boolean | undefined;
}

/** How a turn is given back. */
export interface TurnRelease {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** False when the run was no fair try, as when the process is told to end: its attempt is then not counted. */
  readonly isAttemptCounted: boolean;
}

/** What a stopped run had written until then. */
export interface PartialAnswer {
  readonly runId: RunId;
  readonly text: string;
}

/** The outcome of a fenced write: the session as it is now, or what stood against it (undefined: the session is gone). */
export type WriteOutcome =
  | {
      readonly kind: "ok";
      readonly session: SessionSummary;
      /** The piece to send next, begun already: of commits that were asked to. */
      readonly delivery?: DeliveryClaim | undefined;
    }
  | { readonly kind: "fenced"; readonly actual: FenceValues | undefined };

/** The session is no longer as the caller saw it: nothing was done. */
export interface ChangedOutcome {
  readonly kind: "changed";
  /** As it is now. */
  readonly session: SessionSummary;
  /** Messages accepted since then; of very many, as many as the store still knows. */
  readonly newMessages: number;
}

/** What a change of settings came to; `changed` only when a state was expected. */
export type PatchOutcome = WriteOutcome | ChangedOutcome;

/** What an operator writes into a session. */
export interface PostRequest {
  readonly target: TargetSession;
  /** Names the message; the same deduplication key twice is the same message. */
  readonly mark: AcceptedMark;
  readonly role: "operator" | "note";
  readonly author: Person;
  readonly text: string;
  /** The pieces that go to the channel: none of a note. */
  readonly outbox: readonly OutboxEntry[];
}

/** What a post came to. `posted` means durable. */
export type PostOutcome =
  | { readonly kind: "posted"; readonly session: SessionSummary }
  | { readonly kind: "duplicate"; readonly messageId: MessageId }
  | MissedOutcome;

/** A session that is to be made of an export. */
export interface ImportRequest {
  readonly key: SessionKey;
  /** The id that it gets; those of an export are never used again. */
  readonly newSessionId: SessionId;
  readonly owner: Person;
  readonly settings: SessionSettings;
  readonly usage: Usage;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The whole transcript, in order. */
  readonly entries: readonly NewTranscriptEntry[];
  /** Where the bytes of the attachments of its entries are kept now; undefined: nowhere, they are only told of. */
  readonly attachmentsOf?: AttachmentPlace | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Under which epoch of a session the bytes of attachments are kept. */
export interface AttachmentPlace {
  readonly sessionId: SessionId;
  readonly epoch: number;
}

/** Which attachment is to be read. */
export interface AttachmentQuery {
  readonly sessionId: SessionId;
  readonly messageId: MessageId;
  /** Its place among those of its message, from 0. */
  readonly index: number;
  /** Only while the session is in that epoch. Undefined: whichever it is in. */
  readonly epoch?: number | undefined;
}

/** What an import came to. `imported` means durable. */
export type ImportOutcome =
  | { readonly kind: "imported"; readonly session: SessionSummary }
  /** The key names a session already. */
  | { readonly kind: "occupied"; readonly sessionId: SessionId };

/** Which waiting message is to be cancelled. */
export interface CancelRequest {
  readonly sessionId: SessionId;
  readonly messageId: MessageId;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a cancel came to. `cancelled` means durable. */
export type CancelOutcome =
  | { readonly kind: "cancelled"; readonly session: SessionSummary }
  /** A run took it: stop the run instead. */
  | { readonly kind: "taken"; readonly session: SessionSummary }
  /** It does not wait here: never did, or was answered, cancelled or removed. */
  | { readonly kind: "unknown"; readonly session: SessionSummary }
  | { readonly kind: "gone"; readonly retired: RetiredSession | undefined };

/** Which state of a piece somebody saw: each send makes another one. Over HTTP it is the ETag. */
export interface PieceVersion {
  readonly epoch: number;
  readonly attempts: number;
}

/** What a person decides about a piece that failed, or that nobody knows to have arrived. */
export interface DecisionRequest {
  readonly sessionId: SessionId;
  readonly deliveryId: DeliveryId;
  readonly decision: "resend" | "dismiss";
  /** The state that the person saw: in any other, nothing is done. Undefined: whichever it is in. */
  readonly expected: PieceVersion | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a decision came to. `decided` means durable. */
export type DecisionOutcome =
  | { readonly kind: "decided"; readonly session: SessionSummary; readonly entry: OutboxEntry }
  /** It is being sent again, or was since the person looked. */
  | { readonly kind: "overtaken"; readonly session: SessionSummary; readonly entry: OutboxEntry }
  /** It is not in this conversation: never was, was delivered, dismissed, taken back, or gone with a reset. */
  | { readonly kind: "unknown"; readonly session: SessionSummary }
  | { readonly kind: "gone"; readonly retired: RetiredSession | undefined };

/** What the settling of a delivery came to; `session` is undefined when only a deleted session's recalls are left. */
export type SettleOutcome =
  | {
      readonly kind: "ok";
      readonly session: SessionSummary | undefined;
      /** The piece to send or to take back next, begun already, where that was asked for. */
      readonly delivery?: DeliveryClaim | undefined;
      /** Older pieces that were dismissed to make room: more wait for a decision than are kept. Undefined: none. */
      readonly dismissed?: readonly OutboxEntry[] | undefined;
    }
  | {
      readonly kind: "fenced";
      readonly actual: FenceValues | undefined;
      /** The conversation was reset or deleted, or the answer taken out; false when a later attempt at the same piece has begun. */
      readonly isCancelled: boolean;
    };

/** What a stop, reset or delete is told. */
export interface DestroyRequest {
  readonly sessionId: SessionId;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The mark of the typed command that asked; a mark that is there already makes this a `duplicate`. */
  readonly mark: AcceptedMark | undefined;
  /** The state that the caller saw: in any other, nothing is done. Undefined: whichever it is in. */
  readonly expected?: SessionVersion | undefined;
  /** Until when a reset or delete can be undone, in milliseconds since 1970. Without it nothing is kept. */
  readonly undoUntil?: number | undefined;
  /** Who asked; kept with a reset. */
  readonly actor?: Actor | undefined;
}

/** What a stop is told. */
export interface StopRequest extends DestroyRequest {
  /** The one run to stop: a later one is left alone. Undefined stops whichever is in flight. */
  readonly runId: RunId | undefined;
  /** What the run has written so far. */
  readonly partialAnswer: PartialAnswer | undefined;
}

/** What a stop came to. */
export type StopOutcome =
  | { readonly kind: "stopped"; readonly session: SessionSummary; readonly stoppedRunId: RunId | undefined }
  | ChangedOutcome
  | { readonly kind: "duplicate" }
  | { readonly kind: "gone"; readonly retired: RetiredSession | undefined };

/** What a regeneration is told. */
export interface RegenerateRequest extends DestroyRequest {
  /** The run whose answer is to go: any other is left alone. Undefined: the newest answer. */
  readonly runId: RunId | undefined;
}

/** What a regeneration came to. `regenerated` means durable. */
export type RegenerateOutcome =
  | { readonly kind: "regenerated"; readonly session: SessionSummary }
  /** A run is at work or about to be. */
  | { readonly kind: "busy"; readonly session: SessionSummary }
  /** The conversation does not end with an answer, or not with that one; or it is muted. */
  | { readonly kind: "nothing"; readonly session: SessionSummary }
  | ChangedOutcome
  | { readonly kind: "duplicate" }
  | { readonly kind: "gone"; readonly retired: RetiredSession | undefined };

/** What a reset or delete removed. */
export interface Removal {
  readonly sessionId: SessionId;
  readonly key: SessionKey;
  readonly oldEpoch: number;
  /** The session's epoch from now on; of a deleted one, the epoch that its id is retired at. */
  readonly epoch: number;
  readonly version: number;
  readonly stoppedRunId: RunId | undefined;
  readonly removedEntries: number;
  /** Accepted messages that no run had finished. */
  readonly discardedMessages: number;
  /** Pieces that were never tried. */
  readonly cancelledDeliveries: number;
  /** Pieces that may be visible already and are taken back. */
  readonly recalledDeliveries: number;
  /** Until when it can be undone, in milliseconds since 1970. */
  readonly undoUntil: number | undefined;
}

/** What a reset or delete came to. `removed` means durable. */
export type RemoveOutcome =
  | { readonly kind: "removed"; readonly removal: Removal }
  | ChangedOutcome
  | { readonly kind: "duplicate" }
  | { readonly kind: "gone"; readonly retired: RetiredSession | undefined };

/** What a restore came to. `restored` means durable. */
export type RestoreOutcome =
  | { readonly kind: "restored"; readonly session: SessionSummary }
  /** There is something in its place: messages since the reset, or a new session on the key of a deleted one. */
  | { readonly kind: "occupied"; readonly sessionId: SessionId }
  /** The newest removal is not the one that was to be undone. */
  | { readonly kind: "superseded" }
  /** There is nothing to undo, or no longer. */
  | { readonly kind: "nothing"; readonly session: SessionSummary | RetiredSession | undefined };

/** What a removal keeps, as an import takes it. */
export type RemovedContent = Omit<ImportRequest, "newSessionId" | "at">;

/** What looking at what a removal keeps came to. */
export type RemovedContentOutcome =
  | { readonly kind: "found"; readonly content: RemovedContent }
  /** The newest removal is not the one that was asked for. */
  | { readonly kind: "superseded" }
  /** Nothing is kept, or no longer. */
  | { readonly kind: "nothing" };

/** A removal that can be undone until then. */
export interface UndoableRemoval extends SessionReference {
  /** Milliseconds since 1970. */
  readonly until: number;
  /** When the session was deleted, in milliseconds since 1970; undefined when it was reset. */
  readonly deletedAt?: number | undefined;
}

/** The right to send one piece, or to take one back. Its writes are refused once the epoch or the attempt moved on. */
export interface DeliveryClaim extends SessionReference {
  readonly key: SessionKey;
  readonly epoch: number;
  readonly attempt: number;
  /** With the error of the try before, if it told one: a retry without one follows a crash. */
  readonly entry: OutboxEntry;
  readonly replyAddress: JsonValue | undefined;
}

/** How a delivery attempt ended. */
export type DeliveryOutcome =
  | { readonly kind: "delivered"; readonly platformMessageId: string | undefined }
  | { readonly kind: "unconfirmed" | "failed"; readonly error: string }
  /** Tried without success; it stays first in its queue. */
  | { readonly kind: "retry"; readonly error: string }
  /** A recall that is done, or that the channel can do nothing about. */
  | { readonly kind: "recalled" };

/** A page of a transcript, newest entries first chosen, given oldest first. */
export interface EntriesQuery {
  /** Only entries with a lower sequence. */
  readonly before?: number | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
}

/** A page of a transcript, and of which state of the session it is. */
export interface EntriesPage {
  readonly session: SessionSummary;
  readonly entries: readonly TranscriptEntry[];
  readonly hasMore: boolean;
  /** How often in this epoch something was changed or taken out: pages with different counts do not fit together. */
  readonly amendments: number;
  /** What stands for the oldest entries where models read them. */
  readonly summary?: ConversationSummary | undefined;
}

/** A summary that is to be kept, and what its making used. */
export interface SummaryCommit {
  readonly summary: NewSummary;
  readonly usage: Usage;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A session and the key whose lock guards it. */
export interface SessionReference {
  readonly sessionId: SessionId;
  readonly keyText: SessionKeyText;
}

/**
 * Where sessions are kept. Every write is one atomic, conditional step; resolved means durable, rejected (`StoreError`)
 * means that nothing changed as far as the store knows. Only `Sessions` calls it, with the lock of the session's key
 * held for every write: calls for one key never overlap within one process. The testkit's contract suite holds every
 * store to these promises.
 */
export interface SessionStore {
  /**
   * Deduplicates, creates the session where there is none, and appends to its inbox. Besides `import` the only place that
   * creates sessions.
   */
  accept(request: AcceptRequest): Promise<AcceptOutcome | MissedOutcome>;
  /** Takes the next turn and raises the fence; undefined when nothing waits, a run holds the turn, or the session is gone. */
  claim(request: ClaimRequest): Promise<ClaimedTurn | undefined>;
  /** Ends the turn with an answer: transcript, inbox and outbox change together. An update, never an upsert. */
  commit(fence: Fence, commit: TurnCommit): Promise<WriteOutcome>;
  /** Keeps a summary in place of the one before, and counts its usage; an outdated one is not kept. The run goes on. */
  commitSummary(fence: Fence, commit: SummaryCommit): Promise<WriteOutcome>;
  /** Ends the turn without an answer: its messages wait again, first in line. */
  release(fence: Fence, release: TurnRelease): Promise<WriteOutcome>;
  /**
   * Changes settings; one that is given as undefined is taken away. What waits when a session is unmuted stays unanswered.
   * `expected` as in `DestroyRequest`.
   */
  patch(fence: Fence, settings: SessionSettings, at: number, expected?: SessionVersion): Promise<PatchOutcome>;
  /** Appends what an operator wrote to the transcript, and its pieces to the outbox. The run in flight goes on. */
  post(request: PostRequest): Promise<PostOutcome>;
  /** Makes a session of an export, in an epoch above every one before, where its key names none. Nothing is sent or run. */
  import(request: ImportRequest): Promise<ImportOutcome>;
  /** Takes a message that waits out of the inbox; its mark stays, so that it is known when its service sends it again. */
  cancel(request: CancelRequest): Promise<CancelOutcome>;
  /** Gives a message the text that its person changed it to. One that a run has is left alone. */
  edit(request: EditRequest): Promise<EditOutcome>;
  /**
   * Takes a message out of inbox, run or transcript, and out of what a restore would bring back; nothing of its text
   * stays. Its mark stays, and is made where there is none.
   */
  withdraw(request: WithdrawRequest): Promise<WithdrawOutcome>;
  /** Ends the turn for good, keeps its messages and what was written of the answer in the transcript, raises the fence. */
  stop(request: StopRequest): Promise<StopOutcome>;
  /**
   * Takes the newest answer out of transcript and outbox, and lets what it answered wait again, first in line and with no
   * attempt counted; raises the fence.
   */
  regenerate(request: RegenerateRequest): Promise<RegenerateOutcome>;
  /** Empties the session under a new epoch. */
  reset(request: DestroyRequest): Promise<RemoveOutcome>;
  /** Removes the session and retires its id. */
  delete(request: DestroyRequest): Promise<RemoveOutcome>;
  /**
   * Undoes the session's newest reset, or its delete, under a new epoch: transcript, waiting messages and pieces that
   * were never tried are as they were, and a run from before still cannot write.
   * @param epoch the epoch that the removal made: any other removal is left alone. Undefined: whichever is the newest.
   */
  restore(sessionId: SessionId, at: number, epoch?: number): Promise<RestoreOutcome>;
  /** Removals that can be undone, and those whose time is over and that are to be purged. */
  undoable(): Promise<readonly UndoableRemoval[]>;
  /** Drops what a removal kept, when its time is over by then. Nothing of it stays. */
  purge(sessionId: SessionId, at: number): Promise<void>;
  /** Drops what is kept of a deleted session, whatever its time; what a reset kept is left alone. */
  purgeDeleted(sessionId: SessionId): Promise<void>;
  /** What is kept of a deleted session to bring it back; undefined when there is nothing. */
  removed(sessionId: SessionId): Promise<RemovedSession | undefined>;
  /** What the newest reset or delete keeps to be undone. @param epoch the epoch that the removal made; undefined: whichever. */
  removedContent(sessionId: SessionId, at: number, epoch?: number): Promise<RemovedContentOutcome>;
  /** The next piece to send (marked `sending`) or to take back; undefined when there is none. */
  claimDelivery(sessionId: SessionId, at: number): Promise<DeliveryClaim | undefined>;
  /**
   * Records how it ended; `fenced` when the piece was cancelled or recalled meanwhile. With `beginsNext` it begins the
   * next piece in the same step, unless this one is to be tried again: one durable write instead of two.
   */
  settleDelivery(
    claim: DeliveryClaim,
    outcome: DeliveryOutcome,
    at: number,
    beginsNext?: boolean,
  ): Promise<SettleOutcome>;
  /**
   * Has a piece that failed or is unconfirmed sent again in its place, with a full count of tries; or dismisses it: it waits
   * for nobody any more, and one that may be visible counts as delivered. The transcript stays.
   */
  decide(request: DecisionRequest): Promise<DecisionOutcome>;

  /** The session that the key names today. */
  find(keyText: SessionKeyText): Promise<SessionId | undefined>;
  /** The session, what is known of its deletion, or undefined. */
  summary(id: SessionId): Promise<SessionSummary | RetiredSession | undefined>;
  /** The messages that wait or run, in order. */
  waiting(id: SessionId): Promise<readonly InboxEntry[]>;
  /** The pieces that wait for a person's decision, in order. */
  undelivered(id: SessionId): Promise<readonly OutboxEntry[]>;
  entries(id: SessionId, query: EntriesQuery): Promise<EntriesPage | undefined>;
  /** The bytes of an attachment of a message that waits or is in the transcript; undefined when there are none. */
  attachment(query: AttachmentQuery): Promise<Uint8Array | undefined>;
  /** A page of the sessions that meet the query; complete over all pages, also where many have one time. */
  list(query: ListQuery): Promise<readonly SessionSummary[]>;
  /** How many sessions meet the filter. */
  count(filter: ListFilter): Promise<number>;
  /** Sessions (retired ones too) with messages to answer or pieces to deliver or recall; read once, after a start. */
  unfinished(): Promise<readonly SessionReference[]>;
  /** Whether this message was accepted within the retention of marks. */
  wasAccepted(keyText: SessionKeyText, deduplicationKey: string): Promise<boolean>;
  /** Remembers a message that was handled without a session, such as a typed `/help`. */
  remember(keyText: SessionKeyText, mark: AcceptedMark): Promise<void>;
  /** Forgets marks and retired ids that are older than their retention. Returns how many. */
  sweep(at: number): Promise<number>;
  /** Confirms, by a durable write that means nothing, that the store can store something just now. */
  probe(): Promise<void>;
  /** Flushes what is not essential and gives the store's place free. Every later call rejects. */
  close(): Promise<void>;
}

/** Whether an answer of `SessionStore.summary` is of a deleted session. */
export function isRetired(session: SessionSummary | RetiredSession): session is RetiredSession {
  return "deletedAt" in session;
}
