import type { Link } from "@opentelemetry/api";
import type { MessageId, RunId, SessionId } from "../identifiers.ts";
import type { Actor } from "./actor.ts";
import type { Fence } from "./fence.ts";
import type { InboundMessage, InboxEntry } from "./inbox.ts";
import type { EditOutcome, MessageEdit, MessageWithdrawal, WithdrawOutcome } from "./message-amendments.ts";
import type { Operation } from "./policy.ts";
import { SessionAmendments } from "./session-amendments.ts";
import { SessionCompaction } from "./session-compaction.ts";
import { SessionChanges } from "./session-changes.ts";
import { SessionDeliveries } from "./session-deliveries.ts";
import type {
  AcceptOptions,
  CancelResult,
  CompactResult,
  ClaimOptions,
  DecisionResult,
  DeleteResult,
  Demand,
  ImportedSession,
  PieceTarget,
  Post,
  PostResult,
  RegenerateResult,
  ResetResult,
  RestoreDemand,
  SessionExport,
  SessionReading,
  StopResult,
  TrashPage,
  UndeliveredPage,
  UndeliveredQuery,
  WrittenSession,
} from "./session-demands.ts";
import { type SessionKey, formatSessionKey } from "./session-key.ts";
import type { ListFilter, ListQuery, TrashQuery } from "./session-list.ts";
import { SessionReadings } from "./session-readings.ts";
import { SessionRemovals } from "./session-removals.ts";
import { SessionSections } from "./session-sections.ts";
import { SessionStops } from "./session-stops.ts";
import type {
  AcceptOutcome,
  ClaimedTurn,
  DeliveryClaim,
  DeliveryOutcome,
  EntriesPage,
  EntriesQuery,
  SessionReference,
  SettleOutcome,
  TargetSession,
  TurnCommit,
  UndoableRemoval,
} from "./session-store.ts";
import { SessionTurns } from "./session-turns.ts";
import type { SessionSettings, SessionSummary, SessionVersion } from "./session.ts";
import type { SessionsParts } from "./sessions-parts.ts";
import type { TranscriptEntry } from "./transcript.ts";

/** Names no conversation. */
const probeKey: SessionKey = { adapter: "keyturn", account: "probe", place: "probe" };

/**
 * The only door to sessions. Every change goes through here: permission first, then the lock of the session's key for as
 * long as the store takes, then, with the lock free, what follows (aborts, events, the audit). Nothing else holds a store.
 */
export class Sessions {
  readonly #sections: SessionSections;
  readonly #turns: SessionTurns;
  readonly #changes: SessionChanges;
  readonly #amendments: SessionAmendments;
  readonly #compaction: SessionCompaction;
  readonly #deliveries: SessionDeliveries;
  readonly #stops: SessionStops;
  readonly #removals: SessionRemovals;
  readonly #readings: SessionReadings;

  constructor(parts: SessionsParts) {
    const sections = new SessionSections(parts);
    this.#sections = sections;
    this.#turns = new SessionTurns(sections);
    this.#changes = new SessionChanges(sections);
    this.#amendments = new SessionAmendments(sections);
    this.#compaction = new SessionCompaction(sections);
    this.#deliveries = new SessionDeliveries(sections);
    this.#stops = new SessionStops(sections);
    this.#removals = new SessionRemovals(sections);
    this.#readings = new SessionReadings(sections);
  }

  /** How many writes the fence refused since the start. */
  get refusedWrites(): number {
    return this.#sections.refusedWrites;
  }

  /**
   * Takes a message in. When it resolves with `accepted` the message is durable and will be answered.
   * @throws InvalidInputError when the message is not well-formed; nothing was changed.
   * @throws StoreError when the store could not confirm; nothing was accepted.
   */
  accept(message: InboundMessage, options: AcceptOptions): Promise<AcceptOutcome> {
    return this.#turns.accept(message, options);
  }

  /**
   * Takes a message in that an operator wrote to the agent, into exactly the session that they saw.
   * @throws SessionNotFoundError, SessionChangedError when it was reset or deleted since, or is not as they saw it.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  ask(target: TargetSession, message: InboundMessage, options: AcceptOptions, actor: Actor): Promise<AcceptOutcome> {
    return this.#turns.ask(target, message, options, actor);
  }

  /**
   * Writes down what an operator says in the channel, or notes, and sees to its delivery. When it resolves it is durable.
   * @throws SessionNotFoundError, SessionChangedError when it was reset or deleted since, or is not as they saw it.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  post(post: Post, actor: Actor): Promise<PostResult> {
    return this.#changes.post(post, actor);
  }

  /**
   * Makes a new session of one that was exported: its transcript, settings and usage. Nothing is sent or run.
   * @throws SessionOccupiedError when its key names a session already.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  import(imported: ImportedSession, actor: Actor): Promise<SessionSummary> {
    return this.#changes.import(imported, actor);
  }

  /** Whether a typed command was carried out before (its service sent it again). */
  isHandled(command: InboundMessage): Promise<boolean> {
    return this.#turns.isHandled(command);
  }

  /** Remembers a typed command that was carried out. Stop, reset and delete do so by themselves. */
  remember(command: InboundMessage): Promise<void> {
    return this.#turns.remember(command);
  }

  /** Takes the session's next turn; undefined when there is none to take. */
  claimTurn(session: SessionReference, options: ClaimOptions): Promise<ClaimedTurn | undefined> {
    return this.#turns.claimTurn(session, options);
  }

  /**
   * Stores a turn's answer: transcript, inbox and outbox in one write.
   * @throws StaleFenceError when the session was reset, deleted or stopped since the claim; nothing was stored.
   */
  commitTurn(fence: Fence, commit: TurnCommit): Promise<WrittenSession> {
    return this.#turns.commitTurn(fence, commit);
  }

  /**
   * Gives a turn back without an answer: its messages wait again, first in line. Whether the run counts as one of the
   * few that they get is the caller's to say.
   * @throws StaleFenceError when the turn is no longer the caller's.
   */
  releaseTurn(fence: Fence, isAttemptCounted: boolean): Promise<SessionSummary> {
    return this.#turns.releaseTurn(fence, isAttemptCounted);
  }

  /**
   * Changes settings of the session as it was read: of that epoch and fence. One that is given as undefined is taken away.
   * @param expected the state that the actor saw.
   * @throws StaleFenceError when it was reset, stopped or claimed since.
   * @throws SessionChangedError when it is not in the state that was expected.
   * @throws NotAuthorizedError when no policy allows it.
   * @throws InvalidInputError when a value is not allowed.
   */
  patch(fence: Fence, settings: SessionSettings, actor: Actor, expected?: SessionVersion): Promise<SessionSummary> {
    return this.#changes.patch(fence, settings, actor, expected);
  }

  /**
   * Chooses the model of a conversation, whatever state it is in; undefined stands for the bot's own. Which may be chosen
   * is for the caller to say.
   * @throws SessionNotFoundError, NotAuthorizedError, InvalidInputError, StoreError
   */
  chooseModel(id: SessionId, model: string | undefined, demand: Demand): Promise<SessionSummary> {
    return this.#changes.chooseModel(id, model, demand);
  }

  /**
   * Has the older part of a conversation summarised: models are shown the summary in its place, people the entries. No lock
   * is held meanwhile, and a run goes on.
   * @throws StaleFenceError when it was reset, stopped or claimed meanwhile; nothing was kept.
   * @throws SessionNotFoundError, NotAuthorizedError, ProviderError, ConfigurationError, StoreError
   */
  compact(id: SessionId, demand: Demand): Promise<CompactResult> {
    return this.#compaction.compact(id, demand);
  }

  /**
   * Takes a message that waits out of the queue: no run will take it. Its sender's service is still known to have sent it.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  cancelMessage(id: SessionId, messageId: MessageId, demand: Demand): Promise<CancelResult> {
    return this.#stops.cancelMessage(id, messageId, demand);
  }

  /**
   * Gives a message of a person the text that they changed it to at their service: also one that waits, or is in the
   * transcript. One that a run has stays as it is, and the outcome names the run. No policy is asked: it has happened.
   * @throws InvalidInputError, StoreError; nothing was changed.
   */
  editMessage(edit: MessageEdit): Promise<EditOutcome> {
    return this.#amendments.editMessage(edit);
  }

  /**
   * Takes a message out that was deleted at its service, wherever it is: out of the queue, out of its run, which ends
   * without a trace, or out of the transcript, with the answer that was to it alone. When it resolves, nothing of it is
   * in the store any more, and it is not accepted again; also when it has yet to come. No policy is asked: it has happened.
   * @throws InvalidInputError
   * @throws StoreError when the store could not confirm; the withdrawal is then not claimed.
   */
  withdrawMessage(withdrawal: MessageWithdrawal, actor: Actor): Promise<WithdrawOutcome> {
    return this.#amendments.withdrawMessage(withdrawal, actor);
  }

  /**
   * Ends the run in flight, or only the run of that id, and keeps the transcript with what was written of the answer.
   * @throws SessionNotFoundError, SessionChangedError, NotAuthorizedError, StoreError
   */
  stop(id: SessionId, demand: Demand & { readonly runId?: RunId | undefined }): Promise<StopResult> {
    return this.#stops.stop(id, demand);
  }

  /**
   * Has the newest answer written anew, or only that of the run of that id: the answer leaves the transcript, with its tool
   * calls, its pieces are taken back where the channel can, and what it answered waits again, first in line.
   * @throws SessionNotFoundError, SessionChangedError, NotAuthorizedError, StoreError
   */
  regenerate(id: SessionId, demand: Demand & { readonly runId?: RunId | undefined }): Promise<RegenerateResult> {
    return this.#stops.regenerate(id, demand);
  }

  /**
   * Empties the session under a new epoch and stops its run, without waiting for it. When it resolves, the removal is
   * durable and nothing of the old epoch can be written or sent any more.
   * @throws SessionNotFoundError, SessionChangedError, NotAuthorizedError
   * @throws StoreError when the store could not confirm; the reset is then not claimed.
   */
  reset(id: SessionId, demand: Demand): Promise<ResetResult> {
    return this.#removals.reset(id, demand);
  }

  /**
   * Removes the session, retires its id and stops its run, without waiting for it. The next message on its key starts a
   * new session.
   * @throws SessionNotFoundError when the id was never known or is no longer.
   * @throws SessionChangedError when the session is not in the state that was expected.
   * @throws NotAuthorizedError
   * @throws StoreError when the store could not confirm; the delete is then not claimed.
   */
  delete(id: SessionId, demand: Demand): Promise<DeleteResult> {
    return this.#removals.delete(id, demand);
  }

  /**
   * Undoes the session's newest reset, or its delete, under a new epoch: a run from before still cannot write.
   * @throws RestoreError when something new has taken the place, there is nothing to undo any more, or the newest removal
   *   is not the one of the epoch that was named.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  restore(id: SessionId, demand: RestoreDemand): Promise<SessionSummary> {
    return this.#removals.restore(id, demand);
  }

  /**
   * Makes a new session of what the newest reset or delete removed, beside whatever has taken its place: for reading,
   * export and going on from the dashboard. Its key, `copy/<adapter>/<its id>`, is of no channel. What was removed can
   * still be restored, and is dropped when its time is over; the copy stays.
   * @throws RestoreError when nothing is kept any more, or the newest removal is not the one of the epoch that was named.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  restoreCopy(id: SessionId, demand: RestoreDemand): Promise<SessionSummary> {
    return this.#removals.restoreCopy(id, demand);
  }

  /**
   * Has a piece that failed or is unconfirmed sent again: in its place, under its own key, with a full count of tries. When
   * it resolves that is durable, and it is sent once however often it is asked for. An unconfirmed piece may be visible: where
   * the channel can neither find it nor tell it by its key, there may then be two.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  resend(target: PieceTarget, demand: Demand): Promise<DecisionResult> {
    return this.#deliveries.decide(target, "resend", demand);
  }

  /**
   * Takes a piece that failed or is unconfirmed off the list of those that wait for a decision. It is never sent again; the
   * transcript stays as it is.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  dismiss(target: PieceTarget, demand: Demand): Promise<DecisionResult> {
    return this.#deliveries.decide(target, "dismiss", demand);
  }

  /**
   * Asks the policy about something that names no session, such as looking at all of them. A denial is written down.
   * @param target what it is about, for the audit log.
   * @throws NotAuthorizedError
   */
  authorize(actor: Actor, operation: Operation, reason = "", target?: string): Promise<void> {
    return this.#sections.gate.decide(actor, operation, undefined, reason, target);
  }

  /** For the span of a turn: links to those that accepted its messages. */
  takeSpanLinks(messageIds: readonly MessageId[]): Link[] {
    return this.#sections.takeSpanLinks(messageIds);
  }

  /** Resolves when the lock of a key that no conversation has was given, and given back. */
  probeLock(signal: AbortSignal): Promise<void> {
    return this.#sections.locked(formatSessionKey(probeKey), "probe", () => Promise.resolve(), signal);
  }

  /** Resolves when the store could store something that means nothing. @throws StoreError */
  probeStore(): Promise<void> {
    return this.#sections.parts.store.probe();
  }

  /** The session that the key names today. */
  find(key: SessionKey): Promise<SessionId | undefined> {
    return this.#sections.parts.store.find(formatSessionKey(key));
  }

  /** @throws SessionNotFoundError, NotAuthorizedError */
  read(id: SessionId, actor: Actor): Promise<SessionSummary> {
    return this.#readings.read(id, actor);
  }

  /**
   * A page of the transcript. Waits for no run: runs do not hold the lock.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  entries(id: SessionId, query: EntriesQuery, actor: Actor): Promise<EntriesPage> {
    return this.#readings.entries(id, query, actor);
  }

  /**
   * A page of the pieces that wait for a person's decision: those that failed, and those that nobody knows to have arrived.
   * @throws NotAuthorizedError
   */
  undelivered(query: UndeliveredQuery, actor: Actor): Promise<UndeliveredPage> {
    return this.#deliveries.list(query, actor);
  }

  /**
   * The bytes of an attachment, by its message and its place among the message's attachments, from 0.
   * @throws AttachmentNotFoundError when there is none, or its bytes are not kept, as in an imported session.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  attachment(id: SessionId, messageId: MessageId, index: number, actor: Actor): Promise<Uint8Array> {
    return this.#readings.attachment(id, messageId, index, actor);
  }

  /** The bytes of an attachment, for the turn's run; undefined when there are none, or the session is in another epoch. */
  turnAttachment(fence: Fence, messageId: MessageId, index: number): Promise<Uint8Array | undefined> {
    return this.#readings.turnAttachment(fence, messageId, index);
  }

  /**
   * The messages that wait or run.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  waiting(id: SessionId, actor: Actor): Promise<readonly InboxEntry[]> {
    return this.#readings.waiting(id, actor);
  }

  /**
   * A page of sessions, by default of all of them and the most recently updated first.
   * @throws NotAuthorizedError
   * @throws InvalidInputError when the text to search for is empty or longer than 200 characters.
   */
  list(query: ListQuery, actor: Actor): Promise<readonly SessionSummary[]> {
    return this.#readings.list(query, actor);
  }

  /**
   * How many sessions meet a filter.
   * @throws NotAuthorizedError, InvalidInputError
   */
  count(filter: ListFilter, actor: Actor): Promise<number> {
    return this.#readings.count(filter, actor);
  }

  /**
   * A page of the deleted sessions that can be brought back, the most recently deleted first. One that was brought back
   * or dropped while the page was read is not on it.
   * @throws NotAuthorizedError
   */
  trash(query: TrashQuery, actor: Actor): Promise<TrashPage> {
    return this.#readings.trash(query, actor);
  }

  /**
   * The whole transcript as it is at one version.
   * @throws StaleFenceError when the session is reset or deleted meanwhile.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  async export(id: SessionId, actor: Actor): Promise<SessionExport> {
    const { session, pages } = await this.openExport(id, actor);
    const entries: TranscriptEntry[] = [];
    for await (const page of pages) entries.push(...page);
    return { session, entries };
  }

  /**
   * The whole transcript as it is at one version, page by page: entries are only ever added behind it.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  openExport(id: SessionId, actor: Actor): Promise<SessionReading> {
    return this.#readings.openExport(id, actor);
  }

  /** The next piece of an answer to send or to take back. */
  claimDelivery(session: SessionReference): Promise<DeliveryClaim | undefined> {
    return this.#turns.claimDelivery(session);
  }

  /**
   * Records how a delivery ended, and begins the next piece's. `fenced` means that the piece was cancelled or recalled
   * while it was being sent: what became visible is to be taken back.
   */
  settleDelivery(delivery: DeliveryClaim, outcome: DeliveryOutcome): Promise<SettleOutcome> {
    return this.#turns.settleDelivery(delivery, outcome);
  }

  /** Sessions that have messages to answer or pieces to deliver, from before the start. */
  unfinished(): Promise<readonly SessionReference[]> {
    return this.#sections.parts.store.unfinished();
  }

  /** Removals that can be undone, and until when. */
  undoable(): Promise<readonly UndoableRemoval[]> {
    return this.#removals.undoable();
  }

  /** Drops what can no longer be undone, and marks and retired ids past their retention. Returns how many of the latter. */
  sweep(): Promise<number> {
    return this.#removals.sweep();
  }
}
