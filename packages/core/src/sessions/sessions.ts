import type { Link } from "@opentelemetry/api";
import {
  RestoreError,
  SessionChangedError,
  SessionNotFoundError,
  SessionOccupiedError,
  StaleFenceError,
} from "../errors.ts";
import { type MessageId, type RunId, type SessionId, createRunId, createSessionId } from "../identifiers.ts";
import type { KeyedLock } from "../locking/keyed-lock.ts";
import type { Actor } from "./actor.ts";
import type { EventBus, SessionEvent } from "./events.ts";
import type { Fence } from "./fence.ts";
import { createMark } from "./accepted-mark.ts";
import { checkSettings } from "./check-message.ts";
import type { InboundMessage, InboxEntry } from "./inbox.ts";
import type { Operation } from "./policy.ts";
import type { AbortReason, RunRegistry } from "./run-registry.ts";
import { type SessionKey, type SessionKeyText, formatSessionKey, parseSessionKey } from "./session-key.ts";
import type {
  AcceptOptions,
  CancelResult,
  ClaimOptions,
  DeleteResult,
  Demand,
  ImportedSession,
  Post,
  PostResult,
  ResetResult,
  RestoreDemand,
  SessionExport,
  SessionReading,
  StopResult,
  TrashPage,
  WrittenSession,
} from "./session-demands.ts";
import { SessionSpans } from "../telemetry/session-spans.ts";
import { SessionGate, type SessionGateParts } from "./session-gate.ts";
import { type ListFilter, type ListQuery, type TrashQuery, checkListFilter } from "./session-list.ts";
import {
  type AcceptOutcome,
  type ChangedOutcome,
  type ClaimedTurn,
  type DeliveryClaim,
  type DeliveryOutcome,
  type DestroyRequest,
  type EntriesPage,
  type EntriesQuery,
  type MissedOutcome,
  type Removal,
  type RemoveOutcome,
  type RestoreOutcome,
  type SessionReference,
  type SessionStore,
  type SettleOutcome,
  type TargetSession,
  type TurnCommit,
  type UndoableRemoval,
  type WriteOutcome,
  isRetired,
} from "./session-store.ts";
import type { RemovedSession, RetiredSession, SessionSettings, SessionSummary, SessionVersion } from "./session.ts";
import type { TranscriptEntry } from "./transcript.ts";
import { selectTrash } from "./trash-page.ts";

/** The parts that `Sessions` is made of. */
export interface SessionsParts extends SessionGateParts {
  readonly store: SessionStore;
  readonly lock: KeyedLock;
  readonly events: EventBus;
  readonly runs: RunRegistry;
  /** Told, with the lock free, of each session that was emptied or removed: of what is then to be done. Must not throw. */
  readonly afterRemoval: (session: SessionReference, removal: Removal) => void;
  /** Told, with the lock free, of each session that was brought back: it may have messages to answer. Must not throw. */
  readonly afterRestore: (session: SessionReference) => void;
  /** Told, with the lock free, of each session that an operator spoke in: there are pieces to deliver. Must not throw. */
  readonly afterPost: (session: SessionReference) => void;
  /** How long a reset or delete can be undone, in milliseconds; 0 keeps nothing. */
  readonly undoMilliseconds: number;
}

/** Names no conversation. */
const probeKey: SessionKey = { adapter: "keyturn", account: "probe", place: "probe" };

const exportPageLength = 1_000;

/**
 * The only door to sessions. Every change goes through here: permission first, then the lock of the session's key for as
 * long as the store takes, then, with the lock free, what follows (aborts, events, the audit). Nothing else holds a store.
 */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #gate: SessionGate;
  readonly #spans = new SessionSpans();
  #refusedWrites = 0;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#gate = new SessionGate(parts);
  }

  /** How many writes the fence refused since the start. */
  get refusedWrites(): number {
    return this.#refusedWrites;
  }

  /**
   * Takes a message in. When it resolves with `accepted` the message is durable and will be answered.
   * @throws InvalidInputError when the message is not well-formed; nothing was changed.
   * @throws StoreError when the store could not confirm; nothing was accepted.
   */
  async accept(message: InboundMessage, options: AcceptOptions): Promise<AcceptOutcome> {
    const outcome = await this.#accept(message, options, undefined);
    if (isMissed(outcome)) throw missedError("message.accept", message.platformMessageId, outcome);
    return outcome;
  }

  /**
   * Takes a message in that an operator wrote to the agent, into exactly the session that they saw.
   * @throws SessionNotFoundError, SessionChangedError when it was reset or deleted since, or is not as they saw it.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  async ask(
    target: TargetSession,
    message: InboundMessage,
    options: AcceptOptions,
    actor: Actor,
  ): Promise<AcceptOutcome> {
    await this.#gate.authorize(actor, "session.post", target.sessionId, "agent");
    const outcome = await this.#audited(actor, "session.post", target.sessionId, "agent", () =>
      this.#accept(message, options, target),
    );
    const isNew = outcome.kind === "accepted";
    await this.#gate.record(actor, "session.post", target.sessionId, "agent", isNew ? "done" : "nothing to do");
    if (isMissed(outcome)) throw missedError("session.post", target.sessionId, outcome);
    return outcome;
  }

  /**
   * Writes down what an operator says in the channel, or notes, and sees to its delivery. When it resolves it is durable.
   * @throws SessionNotFoundError, SessionChangedError when it was reset or deleted since, or is not as they saw it.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  async post({ target, mode, postId, author, text, outbox }: Post, actor: Actor): Promise<PostResult> {
    const { store, clock } = this.#parts;
    const { key } = await this.#gate.authorize(actor, "session.post", target.sessionId, mode);
    const keyText = formatSessionKey(key);
    const mark = createMark({ key, platformMessageId: postId, sender: author, text }, clock.now());
    const role = mode === "channel" ? "operator" : "note";
    const write = () => store.post({ target, mark, role, author, text, outbox });
    const outcome = await this.#audited(actor, "session.post", target.sessionId, mode, () =>
      this.#locked(keyText, "session.post", write),
    );
    const isPosted = outcome.kind === "posted";
    await this.#gate.record(actor, "session.post", target.sessionId, mode, isPosted ? "done" : "nothing to do");
    if (isMissed(outcome)) throw missedError("session.post", target.sessionId, outcome);
    if (outcome.kind === "duplicate") return { messageId: outcome.messageId, isRepeated: true };
    const { messageId } = mark;
    const { session } = outcome;
    this.#emit(session, () => ({ type: "message.post", messageId, mode, actor, session }));
    if (outbox.length > 0) this.#parts.afterPost({ sessionId: session.id, keyText });
    return { messageId, isRepeated: false };
  }

  /**
   * Makes a new session of one that was exported: its transcript, settings and usage. Nothing is sent or run.
   * @throws SessionOccupiedError when its key names a session already.
   * @throws NotAuthorizedError, InvalidInputError, StoreError
   */
  async import(imported: ImportedSession, actor: Actor): Promise<SessionSummary> {
    const { store, clock } = this.#parts;
    checkSettings(imported.settings);
    await this.#gate.decide(actor, "session.import", undefined, "");
    const keyText = formatSessionKey(imported.key);
    const request = { ...imported, newSessionId: createSessionId(), at: clock.now() };
    const outcome = await this.#audited(actor, "session.import", undefined, "", () =>
      this.#locked(keyText, "session.import", () => store.import(request)),
    );
    if (outcome.kind === "occupied") {
      await this.#gate.record(actor, "session.import", outcome.sessionId, "", "nothing to do");
      throw new SessionOccupiedError(keyText, outcome.sessionId);
    }
    const { session } = outcome;
    await this.#gate.record(actor, "session.import", session.id, "", "done");
    this.#emit(session, () => ({ type: "session.import", session, actor }));
    return session;
  }

  async #accept(
    message: InboundMessage,
    options: AcceptOptions,
    target: TargetSession | undefined,
  ): Promise<AcceptOutcome | MissedOutcome> {
    const { store, runs } = this.#parts;
    const keyText = formatSessionKey(message.key);
    const mark = createMark(message, this.#parts.clock.now());
    const outcome = await this.#locked(keyText, "message.accept", async () => {
      const current = options.mode === "interrupt" ? await store.find(keyText) : undefined;
      return store.accept({
        key: message.key,
        mark,
        sender: message.sender,
        owner: options.owner,
        text: message.text,
        replyAddress: message.replyAddress,
        mode: options.mode,
        capacity: options.capacity,
        partialAnswer: current === undefined ? undefined : runs.partialAnswer(current),
        newSessionId: createSessionId(),
        claim: options.claim && { runId: createRunId(), ...options.claim },
        target,
      });
    });
    if (outcome.kind !== "accepted") return outcome;
    runs.abort(outcome.stoppedRunId, "interrupt");
    this.#emit(outcome.session, () => ({
      type: "message.accept",
      messageId: mark.messageId,
      session: outcome.session,
      isNewSession: outcome.isNew,
    }));
    if (outcome.turn !== undefined) this.#announceRun(outcome.turn);
    return outcome;
  }

  /** Whether a typed command was carried out before (its service sent it again). */
  isHandled(command: InboundMessage): Promise<boolean> {
    const { deduplicationKey } = createMark(command, this.#parts.clock.now());
    const keyText = formatSessionKey(command.key);
    return this.#locked(keyText, "command.check", () => this.#parts.store.wasAccepted(keyText, deduplicationKey));
  }

  /** Remembers a typed command that was carried out. Stop, reset and delete do so by themselves. */
  remember(command: InboundMessage): Promise<void> {
    const mark = createMark(command, this.#parts.clock.now());
    const keyText = formatSessionKey(command.key);
    return this.#locked(keyText, "command.remember", () => this.#parts.store.remember(keyText, mark));
  }

  /** Takes the session's next turn; undefined when there is none to take. */
  async claimTurn(session: SessionReference, options: ClaimOptions): Promise<ClaimedTurn | undefined> {
    const { store, clock } = this.#parts;
    const turn = await this.#locked(session.keyText, "turn.claim", () =>
      store.claim({ sessionId: session.sessionId, runId: createRunId(), at: clock.now(), ...options }),
    );
    if (turn !== undefined) this.#announceRun(turn);
    return turn;
  }

  /**
   * Stores a turn's answer: transcript, inbox and outbox in one write.
   * @throws StaleFenceError when the session was reset, deleted or stopped since the claim; nothing was stored.
   */
  commitTurn(fence: Fence, commit: TurnCommit): Promise<WrittenSession> {
    return this.#fenced("turn.commit", fence, () => this.#parts.store.commit(fence, commit));
  }

  /**
   * Gives a turn back without an answer: its messages wait again, first in line. Whether the run counts as one of the
   * few that they get is the caller's to say.
   * @throws StaleFenceError when the turn is no longer the caller's.
   */
  async releaseTurn(fence: Fence, isAttemptCounted: boolean): Promise<SessionSummary> {
    const { store, clock } = this.#parts;
    const { session } = await this.#fenced("turn.release", fence, () =>
      store.release(fence, { at: clock.now(), isAttemptCounted }),
    );
    return session;
  }

  /**
   * Changes settings of the session as it was read: of that epoch and fence. One that is given as undefined is taken away.
   * @param expected the state that the actor saw.
   * @throws StaleFenceError when it was reset, stopped or claimed since.
   * @throws SessionChangedError when it is not in the state that was expected.
   * @throws NotAuthorizedError when no policy allows it.
   * @throws InvalidInputError when a value is not allowed.
   */
  async patch(
    fence: Fence,
    settings: SessionSettings,
    actor: Actor,
    expected?: SessionVersion,
  ): Promise<SessionSummary> {
    checkSettings(settings);
    const session = await this.#gate.authorize(actor, "session.patch", fence.sessionId, "");
    const write = async () => {
      const outcome = await this.#parts.store.patch(fence, settings, this.#parts.clock.now(), expected);
      if (outcome.kind === "changed") throw changedError("session.patch", outcome);
      return outcome;
    };
    const { session: changed } = await this.#audited(actor, "session.patch", session.id, "", () =>
      this.#fenced("session.patch", fence, write),
    );
    await this.#gate.record(actor, "session.patch", session.id, "", "done");
    this.#emit(changed, () => ({ type: "session.change", session: changed }));
    return changed;
  }

  /**
   * Takes a message that waits out of the queue: no run will take it. Its sender's service is still known to have sent it.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  async cancelMessage(id: SessionId, messageId: MessageId, demand: Demand): Promise<CancelResult> {
    const { store } = this.#parts;
    const session = await this.#gate.authorize(demand.actor, "session.cancel", id, demand.reason);
    const outcome = await this.#destroy("session.cancel", session, demand, ({ sessionId, at }) =>
      store.cancel({ sessionId, messageId, at }),
    );
    const audited = outcome.kind === "cancelled" ? "done" : "nothing to do";
    await this.#gate.record(demand.actor, "session.cancel", id, demand.reason, audited);
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    if (outcome.kind === "cancelled") {
      this.#emit(outcome.session, () => ({ type: "message.cancel", messageId, session: outcome.session }));
    }
    return outcome;
  }

  /**
   * Ends the run in flight, or only the run of that id, and keeps the transcript with what was written of the answer.
   * @throws SessionNotFoundError, SessionChangedError, NotAuthorizedError, StoreError
   */
  async stop(id: SessionId, demand: Demand & { readonly runId?: RunId | undefined }): Promise<StopResult> {
    const { store, runs } = this.#parts;
    const session = await this.#gate.authorize(demand.actor, "session.stop", id, demand.reason);
    const outcome = await this.#destroy("session.stop", session, demand, (request) =>
      store.stop({ ...request, runId: demand.runId, partialAnswer: runs.partialAnswer(id) }),
    );
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    const stopped: StopResult =
      outcome.kind === "duplicate"
        ? { session, stoppedRunId: undefined }
        : { session: outcome.session, stoppedRunId: outcome.stoppedRunId };
    runs.abort(stopped.stoppedRunId, "stop");
    if (stopped.stoppedRunId !== undefined) {
      this.#emit(stopped.session, () => ({ type: "session.change", session: stopped.session }));
    }
    const audited = stopped.stoppedRunId === undefined ? "nothing to do" : "done";
    await this.#gate.record(demand.actor, "session.stop", id, demand.reason, audited);
    return stopped;
  }

  /**
   * Empties the session under a new epoch and stops its run, without waiting for it. When it resolves, the removal is
   * durable and nothing of the old epoch can be written or sent any more.
   * @throws SessionNotFoundError, SessionChangedError, NotAuthorizedError
   * @throws StoreError when the store could not confirm; the reset is then not claimed.
   */
  async reset(id: SessionId, demand: Demand): Promise<ResetResult> {
    const outcome = await this.#remove("session.reset", id, demand);
    if (outcome.kind === "gone") throw new SessionNotFoundError(id, outcome.retired?.deletedAt);
    return outcome.kind === "duplicate" ? { kind: "repeated" } : { kind: "reset", removal: outcome.removal };
  }

  /**
   * Removes the session, retires its id and stops its run, without waiting for it. The next message on its key starts a
   * new session.
   * @throws SessionNotFoundError when the id was never known or is no longer.
   * @throws SessionChangedError when the session is not in the state that was expected.
   * @throws NotAuthorizedError
   * @throws StoreError when the store could not confirm; the delete is then not claimed.
   */
  async delete(id: SessionId, demand: Demand): Promise<DeleteResult> {
    const retired = await this.#parts.store.summary(id);
    if (retired !== undefined && isRetired(retired)) {
      await this.#gate.decide(demand.actor, "session.delete", undefined, demand.reason);
      if (demand.isPurging !== true) {
        await this.#gate.record(demand.actor, "session.delete", id, demand.reason, "nothing to do");
        return { kind: "already-deleted", retired };
      }
      const purged = await this.#purge(retired, demand);
      if (purged !== undefined) return { kind: "already-deleted", retired: purged };
    }
    const outcome = await this.#remove("session.delete", id, demand);
    if (outcome.kind === "duplicate") return { kind: "repeated" };
    if (outcome.kind === "removed") return { kind: "deleted", removal: outcome.removal };
    if (outcome.retired === undefined) throw new SessionNotFoundError(id);
    return { kind: "already-deleted", retired: outcome.retired };
  }

  /**
   * Undoes the session's newest reset, or its delete, under a new epoch: a run from before still cannot write.
   * @throws RestoreError when something new has taken the place, there is nothing to undo any more, or the newest removal
   *   is not the one of the epoch that was named.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  async restore(id: SessionId, { actor, reason, signal, epoch }: RestoreDemand): Promise<SessionSummary> {
    const { store, clock } = this.#parts;
    await this.#gate.decide(actor, "session.restore", await this.#live(id), reason);
    const keyText = await this.#keyOfRemoved(id);
    const outcome =
      keyText === undefined
        ? ({ kind: "nothing" } as const)
        : await this.#audited(actor, "session.restore", id, reason, () =>
            this.#locked(keyText, "session.restore", () => store.restore(id, clock.now(), epoch), signal),
          );
    const audited = outcome.kind === "restored" ? "done" : "nothing to do";
    await this.#gate.record(actor, "session.restore", id, reason, audited);
    if (outcome.kind !== "restored") return this.#refuseRestore(id, outcome);
    const { session } = outcome;
    this.#parts.afterRestore({ sessionId: id, keyText: formatSessionKey(session.key) });
    this.#emit(session, () => ({ type: "session.restore", session, actor }));
    return session;
  }

  /**
   * Asks the policy about something that names no session, such as looking at all of them. A denial is written down.
   * @param target what it is about, for the audit log.
   * @throws NotAuthorizedError
   */
  authorize(actor: Actor, operation: Operation, reason = "", target?: string): Promise<void> {
    return this.#gate.decide(actor, operation, undefined, reason, target);
  }

  /** For the span of a turn: links to those that accepted its messages. */
  takeSpanLinks(messageIds: readonly MessageId[]): Link[] {
    return this.#spans.takeLinks(messageIds);
  }

  /** Resolves when the lock of a key that no conversation has was given, and given back. */
  probeLock(signal: AbortSignal): Promise<void> {
    return this.#locked(formatSessionKey(probeKey), "probe", () => Promise.resolve(), signal);
  }

  /** Resolves when the store could store something that means nothing. @throws StoreError */
  probeStore(): Promise<void> {
    return this.#parts.store.probe();
  }

  /** The session that the key names today. */
  find(key: SessionKey): Promise<SessionId | undefined> {
    return this.#parts.store.find(formatSessionKey(key));
  }

  /** @throws SessionNotFoundError, NotAuthorizedError */
  read(id: SessionId, actor: Actor): Promise<SessionSummary> {
    return this.#gate.authorize(actor, "session.read", id, "");
  }

  /**
   * A page of the transcript. Waits for no run: runs do not hold the lock.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  async entries(id: SessionId, query: EntriesQuery, actor: Actor): Promise<EntriesPage> {
    const session = await this.#gate.authorize(actor, "session.read", id, "");
    const page = await this.#readEntries(session, query);
    return { ...page, entries: shownTo(actor, page.entries) };
  }

  /**
   * The messages that wait or run.
   * @throws SessionNotFoundError, NotAuthorizedError
   */
  async waiting(id: SessionId, actor: Actor): Promise<readonly InboxEntry[]> {
    const session = await this.#gate.authorize(actor, "session.read", id, "");
    return this.#locked(formatSessionKey(session.key), "session.read", () => this.#parts.store.waiting(id));
  }

  /**
   * A page of sessions, by default of all of them and the most recently updated first.
   * @throws NotAuthorizedError
   * @throws InvalidInputError when the text to search for is empty or longer than 200 characters.
   */
  async list(query: ListQuery, actor: Actor): Promise<readonly SessionSummary[]> {
    checkListFilter(query);
    await this.#gate.decide(actor, "session.list", undefined, "");
    return this.#parts.store.list(query);
  }

  /**
   * How many sessions meet a filter.
   * @throws NotAuthorizedError, InvalidInputError
   */
  async count(filter: ListFilter, actor: Actor): Promise<number> {
    checkListFilter(filter);
    await this.#gate.decide(actor, "session.list", undefined, "");
    return this.#parts.store.count(filter);
  }

  /**
   * A page of the deleted sessions that can be brought back, the most recently deleted first. One that was brought back
   * or dropped while the page was read is not on it.
   * @throws NotAuthorizedError
   */
  async trash({ after, limit }: TrashQuery, actor: Actor): Promise<TrashPage> {
    const { store, clock } = this.#parts;
    await this.#gate.decide(actor, "session.list", undefined, "");
    const page = selectTrash(await store.undoable(), clock.now(), after, limit);
    const items: RemovedSession[] = [];
    for (const { sessionId, keyText } of page) {
      const removed = await this.#locked(keyText, "session.read", () => store.removed(sessionId));
      if (removed !== undefined) items.push(removed);
    }
    const last = page.length === limit ? page.at(-1) : undefined;
    return { items, next: last && { at: last.deletedAt, id: last.sessionId } };
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
  async openExport(id: SessionId, actor: Actor): Promise<SessionReading> {
    const session = await this.#gate.authorize(actor, "session.export", id, "");
    const first = await this.#readEntries(session, { before: exportPageLength, limit: exportPageLength });
    return { session: first.session, pages: this.#readOn(first, actor) };
  }

  async *#readOn(first: EntriesPage, actor: Actor): AsyncGenerator<readonly TranscriptEntry[]> {
    const { session } = first;
    yield shownTo(actor, first.entries);
    for (let read = exportPageLength; read < session.entries; read += exportPageLength) {
      const before = Math.min(read + exportPageLength, session.entries);
      const page = await this.#readEntries(session, { before, limit: before - read });
      if (page.session.epoch !== session.epoch) {
        throw new StaleFenceError("session.export", session.id, session, page.session);
      }
      yield shownTo(actor, page.entries);
    }
  }

  /** The next piece of an answer to send or to take back. */
  claimDelivery(session: SessionReference): Promise<DeliveryClaim | undefined> {
    const { store, clock } = this.#parts;
    return this.#locked(session.keyText, "delivery.claim", () => store.claimDelivery(session.sessionId, clock.now()));
  }

  /**
   * Records how a delivery ended, and begins the next piece's. `fenced` means that the piece was cancelled or recalled
   * while it was being sent: what became visible is to be taken back.
   */
  async settleDelivery(delivery: DeliveryClaim, outcome: DeliveryOutcome): Promise<SettleOutcome> {
    const { store, clock } = this.#parts;
    const settled = await this.#locked(delivery.keyText, "delivery.settle", () =>
      store.settleDelivery(delivery, outcome, clock.now(), true),
    );
    if (settled.kind === "ok" && outcome.kind !== "retry") {
      const { sessionId, key, epoch, entry } = delivery;
      this.#emit({ id: sessionId, key, epoch, version: settled.session?.version ?? 0 }, () => ({
        type: "delivery.change",
        runId: entry.runId,
        deliveryId: entry.id,
        state: outcome.kind,
      }));
    }
    return settled;
  }

  /** Sessions that have messages to answer or pieces to deliver, from before the start. */
  unfinished(): Promise<readonly SessionReference[]> {
    return this.#parts.store.unfinished();
  }

  /** Removals that can be undone, and until when. */
  undoable(): Promise<readonly UndoableRemoval[]> {
    return this.#parts.store.undoable();
  }

  /** Drops what can no longer be undone, and marks and retired ids past their retention. Returns how many of the latter. */
  async sweep(): Promise<number> {
    const { store, clock } = this.#parts;
    for (const { sessionId, keyText, until } of await store.undoable()) {
      const at = clock.now();
      if (until <= at) await this.#locked(keyText, "session.purge", () => store.purge(sessionId, at));
    }
    return store.sweep(clock.now());
  }

  async #live(id: SessionId): Promise<SessionSummary | undefined> {
    const session = await this.#parts.store.summary(id);
    return session === undefined || isRetired(session) ? undefined : session;
  }

  /** Whose lock guards what can be brought back; undefined when there is nothing. */
  async #keyOfRemoved(id: SessionId): Promise<SessionKeyText | undefined> {
    return (await this.#parts.store.undoable()).find(({ sessionId }) => sessionId === id)?.keyText;
  }

  /** Drops what is kept of a deleted session; undefined when it was brought back meanwhile, and nothing was done. */
  async #purge(retired: RetiredSession, { actor, reason, signal }: Demand): Promise<RetiredSession | undefined> {
    const { store } = this.#parts;
    const keyText = await this.#keyOfRemoved(retired.id);
    if (keyText === undefined) return retired;
    await this.#audited(actor, "session.delete", retired.id, reason, () =>
      this.#locked(keyText, "session.purge", () => store.purgeDeleted(retired.id), signal),
    );
    const purged = await store.summary(retired.id);
    if (purged === undefined || !isRetired(purged)) return undefined;
    await this.#gate.record(actor, "session.delete", retired.id, reason, "done");
    return purged;
  }

  async #refuseRestore(id: SessionId, outcome: RefusedRestore): Promise<never> {
    if ((await this.#parts.store.summary(id)) === undefined) throw new SessionNotFoundError(id);
    if (outcome.kind === "occupied") throw new RestoreError("RESTORE_OCCUPIED", id, outcome.sessionId);
    throw new RestoreError(outcome.kind === "nothing" ? "RESTORE_NOTHING" : "RESTORE_SUPERSEDED", id);
  }

  async #remove(
    operation: "session.reset" | "session.delete",
    id: SessionId,
    demand: Demand,
  ): Promise<Exclude<RemoveOutcome, ChangedOutcome>> {
    const { store, runs } = this.#parts;
    const session = await this.#gate.authorize(demand.actor, operation, id, demand.reason);
    const outcome = await this.#destroy(operation, session, demand, (request) =>
      operation === "session.reset" ? store.reset(request) : store.delete(request),
    );
    if (outcome.kind === "removed") {
      const { removal } = outcome;
      // The abort follows the durable write and is not waited for: a run that ignores it can do no harm any more.
      const reason: AbortReason = operation === "session.reset" ? "reset" : "delete";
      runs.abort(removal.stoppedRunId, reason);
      this.#parts.afterRemoval({ sessionId: id, keyText: formatSessionKey(removal.key) }, removal);
      this.#emit({ ...removal, id }, () => ({
        type: operation,
        oldEpoch: removal.oldEpoch,
        actor: demand.actor,
        stoppedRunId: removal.stoppedRunId,
      }));
    }
    const audited = outcome.kind === "removed" ? "done" : "nothing to do";
    await this.#gate.record(demand.actor, operation, id, demand.reason, audited);
    return outcome;
  }

  /** Does it; what fails is in the audit log too. */
  async #audited<Result>(
    actor: Actor,
    operation: Operation,
    id: SessionId | undefined,
    reason: string,
    action: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      // Somebody was faster: nothing was tried that could have failed.
      const isLost = error instanceof StaleFenceError || error instanceof SessionChangedError;
      await this.#gate.record(actor, operation, id, reason, isLost ? "nothing to do" : "failed");
      throw error;
    }
  }

  /** @throws SessionChangedError when the session is not in the state that the demand expects. */
  async #destroy<Outcome extends { readonly kind: string }>(
    operation: Operation,
    session: SessionSummary,
    demand: Demand,
    write: (request: DestroyRequest) => Promise<Outcome | ChangedOutcome>,
  ): Promise<Outcome> {
    const mark = demand.command === undefined ? undefined : createMark(demand.command, this.#parts.clock.now());
    const at = this.#parts.clock.now();
    const keeps = this.#parts.undoMilliseconds > 0 && demand.isPurging !== true;
    const undoUntil = keeps ? at + this.#parts.undoMilliseconds : undefined;
    const request: DestroyRequest = { sessionId: session.id, at, mark, expected: demand.expected, undoUntil };
    const outcome = await this.#audited(demand.actor, operation, session.id, demand.reason, () =>
      this.#locked(formatSessionKey(session.key), operation, () => write(request), demand.signal),
    );
    if (!isChanged(outcome)) return outcome;
    await this.#gate.record(demand.actor, operation, session.id, demand.reason, "nothing to do");
    throw changedError(operation, outcome);
  }

  async #readEntries(session: SessionSummary, query: EntriesQuery): Promise<EntriesPage> {
    const page = await this.#locked(formatSessionKey(session.key), "session.read", () =>
      this.#parts.store.entries(session.id, query),
    );
    if (page === undefined) throw new SessionNotFoundError(session.id, this.#parts.clock.now());
    return page;
  }

  #announceRun(turn: ClaimedTurn): void {
    this.#emit({ ...turn, id: turn.fence.sessionId, epoch: turn.fence.epoch }, () => ({
      type: "run.start",
      runId: turn.runId,
      messageIds: turn.messages.map((message) => message.id),
      attempt: turn.attempt,
    }));
  }

  async #fenced(operation: string, fence: Fence, write: () => Promise<WriteOutcome>): Promise<WrittenSession> {
    const outcome = await this.#locked(fence.keyText, operation, write);
    if (outcome.kind === "ok") return outcome;
    this.#refusedWrites += 1;
    const { actual } = outcome;
    const session = { id: fence.sessionId, key: parseSessionKey(fence.keyText), epoch: fence.epoch, version: 0 };
    this.#emit(session, () => ({
      type: "fence.refuse",
      operation,
      expected: { epoch: fence.epoch, fence: fence.fence },
      actual,
    }));
    throw new StaleFenceError(operation, fence.sessionId, fence, actual);
  }

  /** Runs a section under the key's lock. */
  #locked<Result>(
    keyText: SessionKeyText,
    operation: string,
    section: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.#spans.run(keyText, operation, () => this.#parts.lock.acquire(keyText, section, { operation, signal }));
  }

  #emit(session: EventSubject, describe: () => EventDetail): void {
    const { events, clock } = this.#parts;
    if (!events.hasListeners) return;
    const { id, key, epoch, version } = session;
    events.emit({ at: clock.now(), sessionId: id, key, epoch, version, ...describe() });
  }
}

type RefusedRestore = Exclude<RestoreOutcome, { readonly kind: "restored" | "nothing" }> | { readonly kind: "nothing" };
type EventSubject = Pick<SessionSummary, "id" | "key" | "epoch" | "version">;
type WithoutSubject<Event> = Event extends SessionEvent
  ? Omit<Event, "at" | "sessionId" | "key" | "epoch" | "version">
  : never;
type EventDetail = WithoutSubject<SessionEvent>;

/** Notes are for those who run the bot. */
function shownTo(actor: Actor, entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  return actor.kind === "participant" ? entries.filter(({ role }) => role !== "note") : entries;
}

function isMissed<Outcome extends { readonly kind: string }>(
  outcome: Outcome | MissedOutcome,
): outcome is MissedOutcome {
  return outcome.kind === "gone" || outcome.kind === "changed";
}

function missedError(operation: string, id: string, outcome: MissedOutcome): Error {
  if (outcome.kind === "gone") return new SessionNotFoundError(id, outcome.retired?.deletedAt);
  return changedError(operation, outcome);
}

function isChanged(outcome: { readonly kind: string }): outcome is ChangedOutcome {
  return outcome.kind === "changed";
}

function changedError(operation: string, { session, newMessages }: ChangedOutcome): SessionChangedError {
  return new SessionChangedError(operation, session.id, session, newMessages);
}
