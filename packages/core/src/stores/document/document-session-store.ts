import { StoreError } from "../../errors.ts";
import type { SessionId } from "../../identifiers.ts";
import type { Fence } from "../../sessions/fence.ts";
import type { AcceptedMark, InboxEntry } from "../../sessions/inbox.ts";
import type { OutboxEntry } from "../../sessions/outbox.ts";
import { type SessionKeyText, formatSessionKey } from "../../sessions/session-key.ts";
import type {
  AcceptOutcome,
  AcceptRequest,
  ClaimRequest,
  ClaimedTurn,
  DeliveryClaim,
  DeliveryOutcome,
  DestroyRequest,
  EntriesPage,
  EntriesQuery,
  ListQuery,
  RemoveOutcome,
  SessionReference,
  SessionStore,
  StopOutcome,
  StopRequest,
  TurnCommit,
  TurnRelease,
  WriteOutcome,
} from "../../sessions/session-store.ts";
import { isRetired } from "../../sessions/session-store.ts";
import type { RetiredSession, SessionSettings, SessionSummary } from "../../sessions/session.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import { accept, findMark } from "./accept-transition.ts";
import { beginDelivery, isDeliveryCurrent, nextDelivery, settleDelivery } from "./delivery-transitions.ts";
import type { DocumentStorage, SealedSegment } from "./document-storage.ts";
import { selectPage } from "./list-page.ts";
import { describeRemoval, reset, retire } from "./removal-transitions.ts";
import { type SessionDocument, countEntries, segmentLength, summarize } from "./session-document.ts";
import { claim, commit, endTurn, isCurrent, release } from "./turn-transitions.ts";

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
const maximumMarks = 64;

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

  async accept(request: AcceptRequest): Promise<AcceptOutcome> {
    const { mark } = request;
    const keyText = formatSessionKey(request.key);
    const id = this.#storage.find(keyText);
    const existing = id === undefined ? undefined : await this.#storage.load(id);
    if (this.#storage.hasMark(mark.deduplicationKey)) return { kind: "duplicate", messageId: mark.messageId };
    const epoch = existing?.epoch ?? (await this.#storage.nextEpoch());
    const { document, outcome } = accept(existing, request, epoch);
    if (document !== undefined) await this.#write(document, existing, mark.acceptedAt, keyText);
    return outcome;
  }

  async claim(request: ClaimRequest): Promise<ClaimedTurn | undefined> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return undefined;
    const claimed = claim(document, request);
    if (claimed?.turn === undefined) return undefined;
    const keyText = formatSessionKey(document.key);
    const history = await this.#newestEntries(document, request.historyLimit);
    await this.#write(claimed, document, request.at, keyText);
    const messages = claimed.inbox.slice(0, claimed.turn.messageIds.length);
    return {
      fence: { sessionId: claimed.id, keyText, epoch: claimed.epoch, fence: claimed.fence },
      key: claimed.key,
      runId: request.runId,
      messages,
      attempt: messages[0]?.attempts ?? 1,
      history,
      settings: claimed.settings,
      replyAddress: claimed.replyAddress,
      version: claimed.version,
    };
  }

  commit(fence: Fence, turn: TurnCommit): Promise<WriteOutcome> {
    return this.#fenced(fence, turn.at, (document) =>
      document.turn === undefined ? undefined : commit(document, turn),
    );
  }

  release(fence: Fence, turn: TurnRelease): Promise<WriteOutcome> {
    return this.#fenced(fence, turn.at, (document) =>
      document.turn === undefined ? undefined : release(document, turn),
    );
  }

  patch(fence: Fence, settings: SessionSettings, at: number): Promise<WriteOutcome> {
    return this.#fenced(fence, at, (document) => ({
      ...document,
      version: document.version + 1,
      settings: { ...document.settings, ...settings },
    }));
  }

  async stop(request: StopRequest): Promise<StopOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(document, request.mark)) return { kind: "duplicate" };
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

  async reset(request: DestroyRequest): Promise<RemoveOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(document, request.mark)) return { kind: "duplicate" };
    const epoch = await this.#storage.nextEpoch();
    await this.#write(reset(document, request, epoch), document, request.at);
    return { kind: "removed", removal: describeRemoval(document, epoch) };
  }

  async delete(request: DestroyRequest): Promise<RemoveOutcome> {
    const document = await this.#storage.load(request.sessionId);
    if (document === undefined) return { kind: "gone", retired: this.#retired(request.sessionId) };
    if (this.#isRepeated(document, request.mark)) return { kind: "duplicate" };
    const epoch = await this.#storage.nextEpoch();
    const marks = request.mark === undefined ? document.accepted : [...document.accepted, request.mark];
    const needed = this.#needed(marks, request.at);
    await this.#storage.retire(retire(document, request, epoch), formatSessionKey(document.key), needed);
    return { kind: "removed", removal: describeRemoval(document, epoch) };
  }

  async claimDelivery(sessionId: SessionId, at: number): Promise<DeliveryClaim | undefined> {
    const document = await this.#storage.load(sessionId);
    const holder = document ?? (await this.#storage.loadRetired(sessionId));
    if (holder === undefined) return undefined;
    const next = nextDelivery(holder.outbox);
    if (next === undefined) return undefined;
    const begun = beginDelivery(next);
    const outbox = holder.outbox.map((entry) => (entry === next ? begun : entry));
    await this.#writeOutbox(sessionId, outbox, at);
    return {
      sessionId,
      keyText: formatSessionKey(holder.key),
      key: holder.key,
      epoch: holder.epoch,
      attempt: begun.attempts,
      entry: { ...begun, error: next.error },
      replyAddress: holder.replyAddress,
    };
  }

  async settleDelivery(delivery: DeliveryClaim, outcome: DeliveryOutcome, at: number): Promise<WriteOutcome> {
    const document = await this.#storage.load(delivery.sessionId);
    const holder = document ?? (await this.#storage.loadRetired(delivery.sessionId));
    if (holder === undefined || !isDeliveryCurrent(holder, delivery)) {
      return { kind: "fenced", actual: document === undefined ? undefined : valuesOf(document) };
    }
    const written = await this.#writeOutbox(
      delivery.sessionId,
      settleDelivery(holder.outbox, delivery, outcome),
      at,
    );
    return written === undefined
      ? { kind: "fenced", actual: undefined }
      : { kind: "ok", session: summarize(written) };
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

  async entries(id: SessionId, query: EntriesQuery): Promise<EntriesPage | undefined> {
    const document = await this.#storage.load(id);
    if (document === undefined) return undefined;
    const end = Math.min(query.before ?? Number.POSITIVE_INFINITY, countEntries(document));
    const start = Math.max(0, end - query.limit);
    const entries = await this.#entriesBetween(document, start, end);
    return { session: summarize(document), entries, hasMore: start > 0 };
  }

  async list(query: ListQuery): Promise<readonly SessionSummary[]> {
    return selectPage(this.#storage.summaries(), query);
  }

  async unfinished(): Promise<readonly SessionReference[]> {
    return this.#storage.unfinished();
  }

  async wasAccepted(keyText: SessionKeyText, deduplicationKey: string): Promise<boolean> {
    if (this.#storage.hasMark(deduplicationKey)) return true;
    const id = this.#storage.find(keyText);
    const document = id === undefined ? undefined : await this.#storage.load(id);
    return document !== undefined && findMark(document, deduplicationKey) !== undefined;
  }

  async remember(_keyText: SessionKeyText, mark: AcceptedMark): Promise<void> {
    await this.#storage.remember([mark]);
  }

  async sweep(at: number): Promise<number> {
    return this.#storage.forget(at - this.#retentionMilliseconds);
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
    if (!isCurrent(document, fence)) {
      return { kind: "fenced", actual: document === undefined ? undefined : valuesOf(document) };
    }
    const changed = change(document);
    if (changed === undefined) return { kind: "fenced", actual: valuesOf(document) };
    return { kind: "ok", session: summarize(await this.#write(changed, document, at, fence.keyText)) };
  }

  /** Writes a document, moving out of it what has grown old. */
  async #write(
    changed: SessionDocument,
    previous: SessionDocument | undefined,
    at: number,
    keyText: SessionKeyText = formatSessionKey(changed.key),
  ): Promise<SessionDocument> {
    let document = changed;
    let marks: readonly AcceptedMark[] = [];
    if (document.accepted.length > maximumMarks) {
      const surplus = document.accepted.length - maximumMarks / 2;
      marks = this.#needed(document.accepted.slice(0, surplus), at);
      document = { ...document, accepted: document.accepted.slice(surplus) };
    }
    const segments: SealedSegment[] = [];
    while (document.tail.length >= 2 * segmentLength) {
      segments.push({ index: document.sealedSegments, entries: document.tail.slice(0, segmentLength) });
      document = {
        ...document,
        sealedSegments: document.sealedSegments + 1,
        tail: document.tail.slice(segmentLength),
      };
    }
    await this.#storage.write({ document, keyText, previous, segments, marks });
    return document;
  }

  /** Changes the outbox of a session, or of what stays of a deleted one (then nothing is returned). */
  async #writeOutbox(
    id: SessionId,
    outbox: readonly OutboxEntry[],
    at: number,
  ): Promise<SessionDocument | undefined> {
    const document = await this.#storage.load(id);
    if (document !== undefined) {
      return this.#write({ ...document, version: document.version + 1, outbox }, document, at);
    }
    const retired = await this.#storage.loadRetired(id);
    if (retired !== undefined) await this.#storage.writeRetired({ ...retired, outbox });
    return undefined;
  }

  #newestEntries(document: SessionDocument, limit: number): Promise<readonly TranscriptEntry[]> {
    const end = countEntries(document);
    return this.#entriesBetween(document, Math.max(0, end - limit), end);
  }

  async #entriesBetween(
    document: SessionDocument,
    start: number,
    end: number,
  ): Promise<readonly TranscriptEntry[]> {
    const sealed = document.sealedSegments * segmentLength;
    const tail = document.tail.slice(Math.max(0, start - sealed), Math.max(0, end - sealed));
    if (start >= sealed) return tail;
    const entries: TranscriptEntry[] = [];
    const lastSegment = Math.floor((Math.min(end, sealed) - 1) / segmentLength);
    for (let index = Math.floor(start / segmentLength); index <= lastSegment; index += 1) {
      entries.push(...(await this.#storage.readSegment(document, index)));
    }
    const offset = start - (start % segmentLength);
    return [...entries.slice(start - offset, Math.min(end, sealed) - offset), ...tail];
  }

  #isRepeated(document: SessionDocument, mark: AcceptedMark | undefined): boolean {
    if (mark === undefined) return false;
    return this.#storage.hasMark(mark.deduplicationKey) || findMark(document, mark.deduplicationKey) !== undefined;
  }

  #needed(marks: readonly AcceptedMark[], at: number): readonly AcceptedMark[] {
    return marks.filter((mark) => mark.acceptedAt > at - this.#retentionMilliseconds);
  }

  #retired(id: SessionId): RetiredSession | undefined {
    const session = this.#storage.summary(id);
    return session !== undefined && isRetired(session) ? session : undefined;
  }
}

function valuesOf(document: SessionDocument): { readonly epoch: number; readonly fence: number } {
  return { epoch: document.epoch, fence: document.fence };
}
