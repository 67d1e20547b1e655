import { StoreError } from "../../errors.ts";
import type { FenceValues } from "../../errors.ts";
import type { SessionId } from "../../identifiers.ts";
import type { Fence } from "../../sessions/fence.ts";
import type { AcceptedMark, InboxEntry } from "../../sessions/inbox.ts";
import type { EditOutcome, EditRequest, WithdrawOutcome, WithdrawRequest } from "../../sessions/message-amendments.ts";
import { type OutboxEntry, isUndelivered } from "../../sessions/outbox.ts";
import { type SessionKeyText, formatSessionKey } from "../../sessions/session-key.ts";
import type { ListFilter, ListQuery } from "../../sessions/session-list.ts";
import type {
  AcceptOutcome,
  AcceptRequest,
  AttachmentQuery,
  CancelOutcome,
  CancelRequest,
  ClaimRequest,
  ClaimedTurn,
  DecisionOutcome,
  DecisionRequest,
  DeliveryClaim,
  DeliveryOutcome,
  DestroyRequest,
  EntriesPage,
  EntriesQuery,
  ImportOutcome,
  ImportRequest,
  MissedOutcome,
  PatchOutcome,
  PostOutcome,
  PostRequest,
  RegenerateOutcome,
  RegenerateRequest,
  RemoveOutcome,
  RemovedContentOutcome,
  RestoreOutcome,
  SessionReference,
  SessionStore,
  SettleOutcome,
  StopOutcome,
  StopRequest,
  SummaryCommit,
  TargetSession,
  TurnCommit,
  TurnRelease,
  TurnRequest,
  UndoableRemoval,
  WriteOutcome,
} from "../../sessions/session-store.ts";
import { isRetired } from "../../sessions/session-store.ts";
import type {
  RemovedSession,
  RetiredSession,
  SessionSettings,
  SessionSummary,
  SessionVersion,
} from "../../sessions/session.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import { accept } from "./accept-transition.ts";
import { editStored, editWaiting, withdrawStored, withdrawWaiting } from "./amend-transitions.ts";
import { cancel } from "./cancel-transition.ts";
import { decide } from "./decision-transition.ts";
import {
  beginDelivery,
  isDeliveryCancelled,
  isDeliveryCurrent,
  nextDelivery,
  settleDelivery,
} from "./delivery-transitions.ts";
import type {
  CarriedSegments,
  DocumentStorage,
  DocumentWrite,
  MessageAttachments,
  SealedSegment,
} from "./document-storage.ts";
import { findChange } from "./expected-version.ts";
import { importSession } from "./import-transition.ts";
import { countMatches, selectPage } from "./list-page.ts";
import { attachedBy, attachmentsOf, attachmentsOfEntries } from "./message-attachments.ts";
import { patch } from "./patch-transition.ts";
import { regenerate } from "./regenerate-transition.ts";
import { post } from "./post-transition.ts";
import { describeRemoval, isUntouched, reset, retire, undoDelete, undoReset } from "./removal-transitions.ts";
import {
  type RemovedDocument,
  type RetiredDocument,
  type SessionDocument,
  countEntries,
  describeRemoved,
  segmentEpochOf,
  segmentLength,
  summarize,
} from "./session-document.ts";
import { unsealNewest, unsealTo } from "./unsealing.ts";
import { summarizeOlder } from "./summary-transition.ts";
import { addUsage, claim, commit, endTurn, isCurrent, release } from "./turn-transitions.ts";

/** How a document store is made. */
export interface DocumentSessionStoreOptions {
  /**
   * How long a message is recognised when its service sends it again, and how long a deleted id is known to be
   * deleted, in milliseconds. Slack sends again for 6 minutes, Discord replays on resume for a few; a day leaves room
   * for a service that was down over night.
   * @default 86_400_000
   */
  readonly retentionMilliseconds?: number;
}

const defaultRetentionMilliseconds = 86_400_000;

/** A document holds up to this many marks before the older half moves to the storage's record: few, since each write has them. */
const maximumMarks = 32;

/**
 * The session store over whole documents: load, apply one pure transition, write. It is the same for every place that
 * documents can lie in; `DocumentStorage` is the place.
 */
export class DocumentSessionStore implements SessionStore {
  readonly #place: DocumentStorage;
  readonly #retentionMilliseconds: number;
  #closed: Promise<void> | undefined;

  constructor(storage: DocumentStorage, options: DocumentSessionStoreOptions = {}) {
    this.#place = storage;
    this.#retentionMilliseconds = options.retentionMilliseconds ?? defaultRetentionMilliseconds;
  }

  async accept(request: AcceptRequest): Promise<AcceptOutcome | MissedOutcome> {
    const { mark } = request;
    const keyText = formatSessionKey(request.key);
    const id = this.#storage.find(keyText);
    const existing = id === undefined ? undefined : await this.#storage.load(id);
    const known = this.#storage.findMark(mark.deduplicationKey);
    if (known !== undefined) return { kind: "duplicate", messageId: known.messageId };
    const missed = request.target && this.#findMiss(existing, request.target);
    if (missed !== undefined) return missed;
    const epoch = existing?.epoch ?? (await this.#storage.nextEpoch());
    const { document, outcome } = accept(existing, request, epoch);
    if (document === undefined || outcome.kind !== "accepted") return outcome;
    const beside = { attached: attachedBy(request, document) };
    const claimed =
      request.claim !== undefined && document.inbox.length === 1
        ? claim(document, { ...request.claim, sessionId: document.id, at: mark.acceptedAt })
        : undefined;
    if (claimed === undefined || request.claim === undefined) {
      await this.#write(document, existing, mark.acceptedAt, keyText, beside);
      return outcome;
    }
    const turn = await this.#describeTurn(claimed, keyText, request.claim);
    await this.#write(claimed, existing, mark.acceptedAt, keyText, beside);
    return { ...outcome, session: summarize(claimed), turn };
  }

  async claim(request: ClaimRequest): Promise<ClaimedTurn | undefined> {
    const document = await this.#storage.load(request.sessionId);
    const claimed = document && claim(document, request);
    if (claimed === undefined) return undefined;
    const keyText = formatSessionKey(claimed.key);
    const turn = await this.#describeTurn(claimed, keyText, request);
    await this.#write(claimed, document, request.at, keyText);
    return turn;
  }

  async commit(fence: Fence, turn: TurnCommit): Promise<WriteOutcome> {
    const document = await this.#storage.load(fence.sessionId);
    if (!isCurrent(document, fence) || document.turn === undefined) return fencedBy(document);
    const committed = commit(document, turn);
    const first = turn.beginsDelivery === true ? turn.outbox[0] : undefined;
    const begins = first !== undefined && nextDelivery(committed.outbox) === first;
    if (!begins) {
      return { kind: "ok", session: summarize(await this.#write(committed, document, turn.at, fence.keyText)) };
    }
    const begun = begin(committed, first);
    const written = await this.#write({ ...committed, outbox: begun.outbox }, document, turn.at, fence.keyText);
    return { kind: "ok", session: summarize(written), delivery: begun.delivery };
  }

  commitSummary(fence: Fence, { summary, usage, at }: SummaryCommit): Promise<WriteOutcome> {
    return this.#fenced(fence, at, (document) => ({
      ...summarizeOlder(document, summary),
      version: document.version + 1,
      usage: addUsage(document.usage, usage),
    }));
  }

  release(fence: Fence, turn: TurnRelease): Promise<WriteOutcome> {
    return this.#fenced(fence, turn.at, (document) =>
      document.turn === undefined ? undefined : release(document, turn),
    );
  }

  async patch(fence: Fence, settings: SessionSettings, at: number, expected?: SessionVersion): Promise<PatchOutcome> {
    const document = await this.#storage.load(fence.sessionId);
    if (!isCurrent(document, fence)) return fencedBy(document);
    const change = findChange(document, expected);
    if (change !== undefined) return change;
    const written = await this.#write(patch(document, settings), document, at, fence.keyText);
    return { kind: "ok", session: summarize(written) };
  }

  async post(request: PostRequest): Promise<PostOutcome> {
    const { mark, target } = request;
    const document = await this.#storage.load(target.sessionId);
    const known = this.#storage.findMark(mark.deduplicationKey);
    if (known !== undefined) return { kind: "duplicate", messageId: known.messageId };
    const missed = this.#findMiss(document, target);
    if (missed !== undefined || document === undefined) return missed ?? { kind: "gone", retired: undefined };
    const written = await this.#write(post(document, request), document, mark.acceptedAt);
    return { kind: "posted", session: summarize(written) };
  }

  async import(request: ImportRequest): Promise<ImportOutcome> {
    const keyText = formatSessionKey(request.key);
    const occupant = this.#storage.find(keyText);
    if (occupant !== undefined) return { kind: "occupied", sessionId: occupant };
    const from = request.attachmentsOf;
    const document = importSession(request, await this.#storage.nextEpoch());
    const copied = from && { from, messages: attachmentsOfEntries(request.entries, document.epoch) };
    const written = await this.#write(document, undefined, request.at, keyText, { copied });
    return { kind: "imported", session: summarize(written) };
  }

  async cancel(request: CancelRequest): Promise<CancelOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    const { document: changed, outcome } = cancel(document, request);
    const detached = attachmentsOf(document, request.messageId);
    if (changed !== undefined) await this.#write(changed, document, request.at, undefined, { detached });
    return outcome;
  }

  async edit(request: EditRequest): Promise<EditOutcome> {
    const { keyText, deduplicationKey, at } = request;
    const { document, mark } = await this.#findAccepted(keyText, deduplicationKey);
    if (document === undefined || mark === undefined) return { kind: "unknown" };
    const { messageId } = mark;
    const waiting = editWaiting(document, messageId, request);
    const opened = waiting === undefined ? await unsealTo(this.#storage, document, mark) : document;
    const edited = waiting ?? (opened && editStored(opened, messageId, request));
    if (edited === undefined || edited.kind === "unknown") return { kind: "unknown" };
    const session = summarize(document);
    if (edited.kind === "running") {
      const runId = document.turn?.runId;
      return runId === undefined ? { kind: "unknown" } : { kind: edited.kind, messageId, runId, session };
    }
    if (edited.document === undefined) return { kind: edited.kind, messageId, session };
    const written = await this.#writeAmended(edited.document, document, at);
    return { kind: edited.kind, messageId, session: summarize(written) };
  }

  async withdraw({ keyText, mark: newMark }: WithdrawRequest): Promise<WithdrawOutcome> {
    const at = newMark.acceptedAt;
    const { document, mark } = await this.#findAccepted(keyText, newMark.deduplicationKey);
    if (mark === undefined) await this.#storage.remember([newMark]);
    else if (await this.#withdrawRemoved(keyText, mark, at)) return { kind: "unknown" };
    if (document === undefined || mark === undefined) return { kind: "unknown" };
    const { messageId } = mark;
    const waiting = withdrawWaiting(document, messageId);
    const opened = waiting === undefined ? await unsealTo(this.#storage, document, mark) : undefined;
    const withdrawn = waiting ?? (opened && withdrawStored(opened, messageId));
    if (withdrawn === undefined) return { kind: "unknown" };
    const detached = attachmentsOf(opened ?? document, messageId);
    const session = summarize(await this.#writeAmended(withdrawn.document, document, at, detached));
    const runId = document.turn?.runId;
    if (withdrawn.kind !== "stopped") return { kind: withdrawn.kind, messageId, session };
    return runId === undefined ? { kind: "unknown" } : { kind: withdrawn.kind, messageId, runId, session };
  }

  async stop(request: StopRequest): Promise<StopOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(request.mark)) return { kind: "duplicate" };
    const change = findChange(document, request.expected);
    if (change !== undefined) return change;
    const runId = document.turn?.runId;
    const stoppedRunId = request.runId === undefined || request.runId === runId ? runId : undefined;
    if (stoppedRunId === undefined && request.mark === undefined) {
      return { kind: "stopped", session: summarize(document), stoppedRunId };
    }
    const ended =
      stoppedRunId === undefined
        ? { ...document, version: document.version + 1 }
        : endTurn(document, request.partialAnswer, request.at);
    const marked: SessionDocument =
      request.mark === undefined ? ended : { ...ended, accepted: [...ended.accepted, request.mark] };
    const written = await this.#write(marked, document, request.at);
    return { kind: "stopped", session: summarize(written), stoppedRunId };
  }

  async regenerate(request: RegenerateRequest): Promise<RegenerateOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(request.mark)) return { kind: "duplicate" };
    const change = findChange(document, request.expected);
    if (change !== undefined) return change;
    const session = summarize(document);
    if (document.inbox.length > 0) return { kind: "busy", session };
    const opened = document.settings.isMuted === true ? undefined : await unsealNewest(this.#storage, document);
    const changed = opened && regenerate(opened, request);
    if (changed === undefined) return { kind: "nothing", session };
    const accepted = request.mark === undefined ? changed.accepted : [...changed.accepted, request.mark];
    const written = await this.#writeAmended({ ...changed, accepted }, document, request.at);
    return { kind: "regenerated", session: summarize(written) };
  }

  async reset(request: DestroyRequest): Promise<RemoveOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(request.mark)) return { kind: "duplicate" };
    const change = findChange(document, request.expected);
    if (change !== undefined) return change;
    const epoch = await this.#storage.nextEpoch();
    await this.#write(reset(document, request, epoch), document, request.at);
    return { kind: "removed", removal: describeRemoval(document, request, epoch) };
  }

  async delete(request: DestroyRequest): Promise<RemoveOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(request.mark)) return { kind: "duplicate" };
    const change = findChange(document, request.expected);
    if (change !== undefined) return change;
    const epoch = await this.#storage.nextEpoch();
    const marks = request.mark === undefined ? document.accepted : [...document.accepted, request.mark];
    const needed = this.#needed(marks, request.at);
    await this.#storage.retire(retire(document, request, epoch), formatSessionKey(document.key), needed);
    return { kind: "removed", removal: describeRemoval(document, request, epoch) };
  }

  async restore(sessionId: SessionId, at: number, removal?: number): Promise<RestoreOutcome> {
    const holder = await this.#holder(sessionId);
    const undo = holder?.undo;
    if (holder === undefined || undo === undefined || undo.until <= at) {
      return { kind: "nothing", session: this.#storage.summary(sessionId) };
    }
    if (removal !== undefined && removal !== holder.epoch) return { kind: "superseded" };
    const occupant = "deletedAt" in holder ? this.#storage.find(formatSessionKey(holder.key)) : undefined;
    if (occupant !== undefined) return { kind: "occupied", sessionId: occupant };
    if (!("deletedAt" in holder) && !isUntouched(holder)) return { kind: "occupied", sessionId };
    const epoch = await this.#storage.nextEpoch();
    const isDeleted = "deletedAt" in holder;
    const restored = isDeleted ? undoDelete(holder, undo, epoch, at) : undoReset(holder, undo, epoch, at);
    const written = await this.#write(restored, isDeleted ? undefined : holder, at);
    return { kind: "restored", session: summarize(written) };
  }

  async undoable(): Promise<readonly UndoableRemoval[]> {
    return this.#storage.undoable();
  }

  async purge(sessionId: SessionId, at: number): Promise<void> {
    const holder = await this.#holder(sessionId);
    if (holder?.undo === undefined || holder.undo.until > at) return;
    if ("deletedAt" in holder) await this.#storage.writeRetired({ ...holder, undo: undefined });
    else await this.#write({ ...holder, version: holder.version + 1, undo: undefined }, holder, at);
  }

  async purgeDeleted(sessionId: SessionId): Promise<void> {
    const retired = await this.#storage.loadRetired(sessionId);
    if (retired?.undo !== undefined) await this.#storage.writeRetired({ ...retired, undo: undefined });
  }

  async removed(sessionId: SessionId): Promise<RemovedSession | undefined> {
    const retired = await this.#storage.loadRetired(sessionId);
    return retired && describeRemoved(retired);
  }

  async removedContent(sessionId: SessionId, at: number, removal?: number): Promise<RemovedContentOutcome> {
    const holder = await this.#holder(sessionId);
    const undo = holder?.undo;
    if (holder === undefined || undo === undefined || undo.until <= at) return { kind: "nothing" };
    if (removal !== undefined && removal !== holder.epoch) return { kind: "superseded" };
    const document: SessionDocument = { ...undo.document, accepted: [] };
    const entries = await this.#entriesBetween(document, 0, countEntries(document));
    const { key, owner, settings, usage, createdAt, attachmentEpoch } = document;
    const attachments = attachmentEpoch === undefined ? undefined : { sessionId, epoch: attachmentEpoch };
    const content = { key, owner, settings, usage, createdAt, entries, attachmentsOf: attachments };
    return { kind: "found", content };
  }

  async claimDelivery(sessionId: SessionId, at: number): Promise<DeliveryClaim | undefined> {
    const holder = await this.#holder(sessionId);
    const next = holder && nextDelivery(holder.outbox);
    if (holder === undefined || next === undefined) return undefined;
    const begun = begin(holder, next);
    await this.#writeOutbox(holder, begun.outbox, at);
    return begun.delivery;
  }

  async settleDelivery(
    claimed: DeliveryClaim,
    outcome: DeliveryOutcome,
    at: number,
    beginsNext = false,
  ): Promise<SettleOutcome> {
    const holder = await this.#holder(claimed.sessionId);
    if (holder === undefined || !isDeliveryCurrent(holder, claimed)) {
      return { ...fencedBy(holder), isCancelled: isDeliveryCancelled(holder, claimed) };
    }
    const { outbox: settled, dismissed } = settleDelivery(holder.outbox, claimed, outcome);
    const next = beginsNext && outcome.kind !== "retry" ? nextDelivery(settled) : undefined;
    const begun = next && begin({ ...holder, outbox: settled }, next);
    const session = await this.#writeOutbox(holder, begun?.outbox ?? settled, at);
    return { kind: "ok", session, delivery: begun?.delivery, ...(dismissed.length > 0 && { dismissed }) };
  }

  async decide(request: DecisionRequest): Promise<DecisionOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    const { document: changed, outcome } = decide(document, request);
    if (changed !== undefined) await this.#write(changed, document, request.at);
    return outcome;
  }

  async find(keyText: SessionKeyText): Promise<SessionId | undefined> {
    return this.#storage.find(keyText);
  }

  async summary(id: SessionId): Promise<SessionSummary | RetiredSession | undefined> {
    return this.#storage.summary(id);
  }

  async waiting(id: SessionId): Promise<readonly InboxEntry[]> {
    return (await this.#storage.load(id))?.inbox ?? [];
  }

  async undelivered(id: SessionId): Promise<readonly OutboxEntry[]> {
    return (await this.#storage.load(id))?.outbox.filter(isUndelivered) ?? [];
  }

  async entries(id: SessionId, query: EntriesQuery): Promise<EntriesPage | undefined> {
    const document = await this.#storage.load(id);
    if (document === undefined) return undefined;
    const end = Math.min(query.before ?? Number.POSITIVE_INFINITY, countEntries(document));
    const start = Math.max(0, end - query.limit);
    const entries = await this.#entriesBetween(document, start, end);
    const { amendments = 0, summary } = document;
    return { session: summarize(document), entries, hasMore: start > 0, amendments, ...(summary && { summary }) };
  }

  async attachment({ sessionId, messageId, index, epoch }: AttachmentQuery): Promise<Uint8Array | undefined> {
    const document = await this.#storage.load(sessionId);
    if (document?.attachmentEpoch === undefined || (epoch !== undefined && epoch !== document.epoch)) return undefined;
    return this.#storage.readAttachment({ sessionId, epoch: document.attachmentEpoch }, messageId, index);
  }

  async list(query: ListQuery): Promise<readonly SessionSummary[]> {
    const { key } = query;
    const summaries = () => (key === undefined ? this.#storage.summaries() : this.#named(key));
    const isThere = ({ id, epoch }: SessionSummary) => {
      const current = this.#storage.summary(id);
      return current !== undefined && !isRetired(current) && current.epoch === epoch;
    };
    return selectPage({ summaries, isThere }, query);
  }

  async count(filter: ListFilter): Promise<number> {
    const summaries = filter.key === undefined ? this.#storage.summaries() : this.#named(filter.key);
    return countMatches(summaries, filter);
  }

  async unfinished(): Promise<readonly SessionReference[]> {
    return this.#storage.unfinished();
  }

  async wasAccepted(keyText: SessionKeyText, deduplicationKey: string): Promise<boolean> {
    const id = this.#storage.find(keyText);
    if (id !== undefined) await this.#storage.load(id);
    return this.#storage.findMark(deduplicationKey) !== undefined;
  }

  async remember(_keyText: SessionKeyText, mark: AcceptedMark): Promise<void> {
    await this.#storage.remember([mark]);
  }

  async sweep(at: number): Promise<number> {
    return this.#storage.forget(at - this.#retentionMilliseconds);
  }

  async probe(): Promise<void> {
    await this.#storage.probe();
  }

  close(): Promise<void> {
    this.#closed ??= this.#place.close();
    return this.#closed;
  }

  get #storage(): DocumentStorage {
    if (this.#closed === undefined) return this.#place;
    throw new StoreError("STORE_UNAVAILABLE", "The store was closed. Nothing was changed; open it again to go on.");
  }

  async #fenced(
    fence: Fence,
    at: number,
    change: (document: SessionDocument) => SessionDocument | undefined,
  ): Promise<WriteOutcome> {
    const document = await this.#storage.load(fence.sessionId);
    const changed = isCurrent(document, fence) ? change(document) : undefined;
    if (changed === undefined) return fencedBy(document);
    return { kind: "ok", session: summarize(await this.#write(changed, document, at, fence.keyText)) };
  }

  /** What a run is told of the turn that `claimed` holds. */
  async #describeTurn(claimed: SessionDocument, keyText: SessionKeyText, request: TurnRequest): Promise<ClaimedTurn> {
    const messages = claimed.inbox.slice(0, claimed.turn?.messageIds.length ?? 0);
    const end = countEntries(claimed);
    return {
      fence: { sessionId: claimed.id, keyText, epoch: claimed.epoch, fence: claimed.fence },
      key: claimed.key,
      runId: request.runId,
      messages,
      attempt: messages[0]?.attempts ?? 1,
      history: await this.#entriesBetween(claimed, Math.max(0, end - request.historyLimit), end),
      settings: claimed.settings,
      replyAddress: claimed.replyAddress,
      version: claimed.version,
      ...(claimed.summary && { summary: claimed.summary }),
      ...(claimed.amendments !== undefined && { amendments: claimed.amendments }),
      ...(claimed.turn?.isMuted === true && { isMuted: true }),
    };
  }

  /** Writes a document, moving out of it what has grown old. */
  async #write(
    changed: SessionDocument,
    previous: SessionDocument | undefined,
    at: number,
    keyText: SessionKeyText = formatSessionKey(changed.key),
    beside: WriteBeside = {},
  ): Promise<SessionDocument> {
    let document = changed;
    let marks: readonly AcceptedMark[] = [];
    if (document.accepted.length > maximumMarks) {
      const surplus = document.accepted.length - maximumMarks / 2;
      marks = this.#needed(document.accepted.slice(0, surplus), at);
      document = { ...document, accepted: document.accepted.slice(surplus) };
    }
    const segments = sealableSegments(document);
    if (segments.length > 0) {
      const sealedSegments = document.sealedSegments + segments.length;
      document = { ...document, sealedSegments, tail: document.tail.slice(segments.length * segmentLength) };
    }
    await this.#storage.write({ document, keyText, previous, segments, marks, ...beside });
    return document;
  }

  /** The session that the key names today, and the mark that the message left, wherever it is. */
  async #findAccepted(
    keyText: SessionKeyText,
    deduplicationKey: string,
  ): Promise<{ readonly document: SessionDocument | undefined; readonly mark: AcceptedMark | undefined }> {
    const id = this.#storage.find(keyText);
    const document = id === undefined ? undefined : await this.#storage.load(id);
    return { document, mark: this.#storage.findMark(deduplicationKey) };
  }

  /** Takes a message out of what a restore would bring back to this key; whether it was there. */
  async #withdrawRemoved(keyText: SessionKeyText, mark: AcceptedMark, at: number): Promise<boolean> {
    for (const removal of this.#storage.undoable()) {
      const holder = removal.keyText === keyText ? await this.#holder(removal.sessionId) : undefined;
      if (holder?.undo === undefined) continue;
      const { document } = holder.undo;
      const waiting = withdrawWaiting(document, mark.messageId);
      const opened = waiting === undefined ? await unsealTo(this.#storage, document, mark) : undefined;
      const withdrawn = waiting ?? (opened && withdrawStored(opened, mark.messageId));
      if (withdrawn === undefined) continue;
      const { document: kept, carried } = await this.#carry(withdrawn.document, document);
      const undo = { ...holder.undo, document: kept };
      const beside = { carried, detached: attachmentsOf(opened ?? document, mark.messageId) };
      if ("deletedAt" in holder) await this.#storage.writeRetired({ ...holder, undo }, beside);
      else await this.#write({ ...holder, version: holder.version + 1, undo }, holder, at, keyText, beside);
      return true;
    }
    return false;
  }

  /** Writes a document in which a message was changed or taken out; nothing of what it was before stays. */
  async #writeAmended(
    amended: SessionDocument,
    previous: SessionDocument,
    at: number,
    detached?: MessageAttachments,
  ): Promise<SessionDocument> {
    const { document, carried } = await this.#carry(amended, previous);
    const changed = { ...document, version: previous.version + 1, updatedAt: at };
    return this.#write(changed, previous, at, undefined, { carried, detached, isTakingAway: true });
  }

  /** Where sealed entries were changed, all segments get another epoch: the write of the document decides between the two. */
  async #carry<Document extends RemovedDocument>(
    changed: Document,
    previous: RemovedDocument,
  ): Promise<{ readonly document: Document; readonly carried: CarriedSegments | undefined }> {
    const count = changed.sealedSegments;
    if (count === previous.sealedSegments) return { document: changed, carried: undefined };
    const to = await this.#storage.nextEpoch();
    return { document: { ...changed, segmentEpoch: to }, carried: { from: segmentEpochOf(previous), to, count } };
  }

  /** Whoever holds the outbox: the session, or what stays of it when it was deleted. */
  async #holder(id: SessionId): Promise<SessionDocument | RetiredDocument | undefined> {
    return (await this.#storage.load(id)) ?? this.#storage.loadRetired(id);
  }

  /** Changes an outbox; gives the session, where there still is one. */
  async #writeOutbox(
    holder: SessionDocument | RetiredDocument,
    outbox: readonly OutboxEntry[],
    at: number,
  ): Promise<SessionSummary | undefined> {
    if ("deletedAt" in holder) {
      await this.#storage.writeRetired({ ...holder, outbox });
      return undefined;
    }
    return summarize(await this.#write({ ...holder, version: holder.version + 1, outbox }, holder, at));
  }

  async #entriesBetween(document: SessionDocument, start: number, end: number): Promise<readonly TranscriptEntry[]> {
    const sealed = document.sealedSegments * segmentLength;
    const tail = document.tail.slice(Math.max(0, start - sealed), Math.max(0, end - sealed));
    if (start >= sealed) return tail;
    const older = await this.#storage.readSealed(document, start, Math.min(end, sealed));
    return older.concat(tail);
  }

  #isRepeated(mark: AcceptedMark | undefined): boolean {
    return mark !== undefined && this.#storage.findMark(mark.deduplicationKey) !== undefined;
  }

  #needed(marks: readonly AcceptedMark[], at: number): readonly AcceptedMark[] {
    return marks.filter((mark) => mark.acceptedAt > at - this.#retentionMilliseconds);
  }

  /** What stands against a write that is for one session in one epoch; undefined when nothing does. */
  #findMiss(
    document: SessionDocument | undefined,
    { sessionId, ...expected }: TargetSession,
  ): MissedOutcome | undefined {
    if (document?.id !== sessionId) return { kind: "gone", retired: this.#retired(sessionId) };
    return findChange(document, expected);
  }

  /** The session that the key names today, if any. */
  #named(keyText: SessionKeyText): readonly SessionSummary[] {
    const id = this.#storage.find(keyText);
    const session = id === undefined ? undefined : this.#storage.summary(id);
    return session === undefined || isRetired(session) ? [] : [session];
  }

  #retired(id: SessionId): RetiredSession | undefined {
    const session = this.#storage.summary(id);
    return session !== undefined && isRetired(session) ? session : undefined;
  }
}

/** What goes with the write of a document. */
type WriteBeside = Omit<DocumentWrite, "document" | "keyText" | "previous" | "segments" | "marks">;

/** What is to move out of a document: whole segments, so that one up to two of them stay. */
function sealableSegments({ tail, sealedSegments }: SessionDocument): readonly SealedSegment[] {
  const count = Math.max(0, Math.floor(tail.length / segmentLength) - 1);
  return Array.from({ length: count }, (_, number) => ({
    index: sealedSegments + number,
    entries: tail.slice(number * segmentLength, (number + 1) * segmentLength),
  }));
}

/** The outbox with the entry begun, and the right to send it. */
function begin(
  holder: SessionDocument | RetiredDocument,
  entry: OutboxEntry,
): { readonly outbox: readonly OutboxEntry[]; readonly delivery: DeliveryClaim } {
  const begun = beginDelivery(entry);
  return {
    outbox: holder.outbox.map((other) => (other === entry ? begun : other)),
    delivery: {
      sessionId: holder.id,
      keyText: formatSessionKey(holder.key),
      key: holder.key,
      epoch: holder.epoch,
      attempt: begun.attempts,
      entry: { ...begun, error: entry.error },
      replyAddress: holder.replyAddress,
    },
  };
}

function fencedBy(holder: SessionDocument | RetiredDocument | undefined): {
  readonly kind: "fenced";
  readonly actual: FenceValues | undefined;
} {
  const isThere = holder !== undefined && "fence" in holder;
  return { kind: "fenced", actual: isThere ? { epoch: holder.epoch, fence: holder.fence } : undefined };
}
