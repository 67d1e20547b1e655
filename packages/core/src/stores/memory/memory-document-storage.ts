import type { MessageId, SessionId } from "../../identifiers.ts";
import type { AcceptedMark } from "../../sessions/inbox.ts";
import { type SessionKeyText, formatSessionKey } from "../../sessions/session-key.ts";
import type { AttachmentPlace, SessionReference, UndoableRemoval } from "../../sessions/session-store.ts";
import type { RetiredSession, SessionSummary } from "../../sessions/session.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import type {
  CarriedSegments,
  DocumentStorage,
  DocumentWrite,
  RetiredWrite,
  SealedSegment,
} from "../document/document-storage.ts";
import { MemoryAttachments } from "./memory-attachments.ts";
import {
  type RemovedDocument,
  type RetiredDocument,
  type SessionDocument,
  attachmentEpochsOf,
  describeRetired,
  hasWork,
  keepsSegments,
  segmentEpochOf,
  segmentEpochsOf,
  segmentLength,
  summarize,
} from "../document/session-document.ts";

/** A document, with its summary once somebody looked at it. */
interface HeldDocument {
  readonly document: SessionDocument;
  summary: SessionSummary | undefined;
}

/** Documents in memory: for tests, benchmarks, and bots that need not remember. Nothing survives the process. */
export class MemoryDocumentStorage implements DocumentStorage {
  readonly #documents = new Map<SessionId, HeldDocument>();
  /** The sealed parts of the transcripts, by session and epoch. */
  readonly #sealed = new Map<string, TranscriptEntry[]>();
  readonly #attachments = new MemoryAttachments();
  readonly #ids = new Map<SessionKeyText, SessionId>();
  readonly #retired = new Map<SessionId, RetiredDocument>();
  readonly #marks = new Map<string, AcceptedMark>();
  #epoch = 0;

  nextEpoch(): number {
    this.#epoch += 1;
    return this.#epoch;
  }

  find(keyText: SessionKeyText): SessionId | undefined {
    return this.#ids.get(keyText);
  }

  load(id: SessionId): SessionDocument | undefined {
    return this.#documents.get(id)?.document;
  }

  loadRetired(id: SessionId): RetiredDocument | undefined {
    return this.#retired.get(id);
  }

  write({ document, keyText, previous, segments, carried, attached, detached, copied }: DocumentWrite): void {
    if (previous === undefined) this.#ids.set(keyText, document.id);
    if (carried !== undefined) this.#carry(document.id, carried);
    for (const segment of segments) this.#seal(document, segment);
    if (attached !== undefined) this.#attachments.attach(document.id, attached);
    if (copied !== undefined) this.#attachments.copy(document.id, copied);
    if (detached !== undefined) this.#attachments.detach(document.id, detached);
    this.#dropParts(previous ?? this.#retired.get(document.id), document);
    this.#retired.delete(document.id);
    // A write adds one mark at the most, at the end; those that leave the document are known here already.
    const newest = document.accepted[document.accepted.length - 1];
    if (newest !== undefined && document.accepted !== previous?.accepted) this.remember([newest]);
    this.#documents.set(document.id, { document, summary: undefined });
  }

  retire(retired: RetiredDocument, keyText: SessionKeyText, marks: readonly AcceptedMark[]): void {
    this.remember(marks);
    this.#dropParts(this.load(retired.id), retired);
    this.#documents.delete(retired.id);
    this.#ids.delete(keyText);
    this.#retired.set(retired.id, retired);
  }

  writeRetired(retired: RetiredDocument, { carried, detached }: RetiredWrite = {}): void {
    if (carried !== undefined) this.#carry(retired.id, carried);
    if (detached !== undefined) this.#attachments.detach(retired.id, detached);
    this.#dropParts(this.#retired.get(retired.id), retired);
    this.#retired.set(retired.id, retired);
  }

  readSealed(document: RemovedDocument, start: number, end: number): readonly TranscriptEntry[] {
    return this.#sealed.get(placeOf(document.id, segmentEpochOf(document)))?.slice(start, end) ?? [];
  }

  readAttachment(place: AttachmentPlace, messageId: MessageId, index: number): Uint8Array | undefined {
    return this.#attachments.read(place, messageId, index);
  }

  summary(id: SessionId): SessionSummary | RetiredSession | undefined {
    const held = this.#documents.get(id);
    if (held !== undefined) return summaryOf(held);
    const retired = this.#retired.get(id);
    return retired && describeRetired(retired);
  }

  *summaries(): Iterable<SessionSummary> {
    for (const held of this.#documents.values()) yield summaryOf(held);
  }

  unfinished(): readonly SessionReference[] {
    return this.#all()
      .filter(hasWork)
      .map(({ id, key }) => ({ sessionId: id, keyText: formatSessionKey(key) }));
  }

  undoable(): readonly UndoableRemoval[] {
    return this.#all().flatMap((document) => {
      const { id, key, undo } = document;
      if (undo === undefined) return [];
      const deletedAt = "deletedAt" in document ? document.deletedAt : undefined;
      return [{ sessionId: id, keyText: formatSessionKey(key), until: undo.until, deletedAt }];
    });
  }

  findMark(deduplicationKey: string): AcceptedMark | undefined {
    return this.#marks.get(deduplicationKey);
  }

  remember(marks: readonly AcceptedMark[]): void {
    for (const mark of marks) this.#marks.set(mark.deduplicationKey, mark);
  }

  forget(before: number): number {
    let forgotten = 0;
    for (const [key, { acceptedAt }] of this.#marks) {
      if (acceptedAt < before && this.#marks.delete(key)) forgotten += 1;
    }
    for (const retired of this.#retired.values()) {
      if (retired.deletedAt < before && !hasWork(retired) && this.#retired.delete(retired.id)) forgotten += 1;
    }
    return forgotten;
  }

  /** Memory can always be written to. */
  probe(): void {}

  close(): Promise<void> {
    return Promise.resolve();
  }

  #all(): readonly (SessionDocument | RetiredDocument)[] {
    return [...[...this.#documents.values()].map(({ document }) => document), ...this.#retired.values()];
  }

  /** One whose document was not written after all is written again, at the same place. */
  #seal(document: SessionDocument, { index, entries }: SealedSegment): void {
    const place = placeOf(document.id, segmentEpochOf(document));
    const sealed = this.#sealed.get(place) ?? [];
    sealed.splice(index * segmentLength, segmentLength, ...entries);
    this.#sealed.set(place, sealed);
  }

  #carry(id: SessionId, { from, to, count }: CarriedSegments): void {
    const kept = this.#sealed.get(placeOf(id, from))?.slice(0, count * segmentLength) ?? [];
    this.#sealed.set(placeOf(id, to), kept);
  }

  /** Drops the segments and attachments that were needed before and are not any more. */
  #dropParts(before: SessionDocument | RetiredDocument | undefined, after: SessionDocument | RetiredDocument): void {
    if (before === undefined || keepsSegments(before, after)) return;
    const needed = segmentEpochsOf(after);
    for (const epoch of segmentEpochsOf(before)) {
      if (!needed.includes(epoch)) this.#sealed.delete(placeOf(after.id, epoch));
    }
    const attached = attachmentEpochsOf(after);
    for (const epoch of attachmentEpochsOf(before)) {
      if (!attached.includes(epoch)) this.#attachments.discard({ sessionId: after.id, epoch });
    }
  }
}

function placeOf(id: SessionId, epoch: number): string {
  return `${id}.e${epoch}`;
}

/** Made once for each state of a session: a list looks at all of them, and most have not changed since the last one. */
function summaryOf(held: HeldDocument): SessionSummary {
  held.summary ??= summarize(held.document);
  return held.summary;
}
