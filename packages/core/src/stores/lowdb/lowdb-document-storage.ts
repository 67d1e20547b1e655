import { StoreError } from "../../errors.ts";
import type { MessageId, SessionId } from "../../identifiers.ts";
import type { AcceptedMark } from "../../sessions/inbox.ts";
import type { SessionKeyText } from "../../sessions/session-key.ts";
import {
  type AttachmentPlace,
  type SessionReference,
  type UndoableRemoval,
  isRetired,
} from "../../sessions/session-store.ts";
import type { RetiredSession, SessionSummary } from "../../sessions/session.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import type { DocumentStorage, DocumentWrite, RetiredWrite } from "../document/document-storage.ts";
import {
  type RemovedDocument,
  type RetiredDocument,
  type SessionDocument,
  attachmentEpochsOf,
  keepsSegments,
  segmentEpochOf,
  segmentEpochsOf,
  segmentLength,
} from "../document/session-document.ts";
import type { AttachmentFiles } from "./attachment-files.ts";
import type { DataFolder } from "./data-folder.ts";
import type { DurableValue } from "./durable-value.ts";
import type { EpochCounter } from "./epoch-counter.ts";
import type { FileStamp } from "./file-system.ts";
import type { FolderOwner } from "./folder-owner.ts";
import { attachmentFolder, segmentFile, segmentFolder, sessionFile } from "./folder-layout.ts";
import type { MarkJournal } from "./mark-journal.ts";
import { type SealedTranscript, type SegmentFiles, lostSegment } from "./segment-files.ts";
import type { SessionFiles } from "./session-files.ts";
import type { StoredSession } from "./stored-session.ts";
import { describeStored } from "./summary-entry.ts";
import type { SummaryIndex } from "./summary-index.ts";
import type { Trash } from "./trash.ts";

/** What a probe writes. */
export interface StoredProbe {
  readonly kind: "probe";
}

/** What the storage is joined from; `openLowdbStorage` makes it. */
export interface LowdbDocumentStorageParts {
  readonly folder: DataFolder;
  readonly owner: FolderOwner;
  readonly index: SummaryIndex;
  readonly sessions: SessionFiles;
  readonly segments: SegmentFiles;
  readonly attachments: AttachmentFiles;
  readonly marks: MarkJournal;
  readonly epochs: EpochCounter;
  readonly trash: Trash;
  readonly probe: DurableValue<StoredProbe>;
}

/**
 * Documents in a folder of JSON files, written through lowdb, for one process on one machine. Each write is decided by
 * the atomic replacement of one file, the session's own. What must be there before it (sealed segments, attachments, marks) is written
 * before, what must not outlive it (summaries) is taken away before, and what it makes superfluous is removed after.
 */
export class LowdbDocumentStorage implements DocumentStorage {
  readonly #parts: LowdbDocumentStorageParts;
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(parts: LowdbDocumentStorageParts) {
    this.#parts = parts;
  }

  nextEpoch(): Promise<number> {
    return this.#during(() => this.#parts.epochs.next());
  }

  find(keyText: SessionKeyText): SessionId | undefined {
    this.#assertOpen();
    return this.#parts.index.find(keyText);
  }

  load(id: SessionId): SessionDocument | undefined | Promise<SessionDocument | undefined> {
    this.#assertOpen();
    if (this.#parts.index.get(id)?.head.isRetired !== false) return undefined;
    const stored = this.#parts.sessions.peek(id);
    return stored === undefined ? this.#during(async () => liveOf(await this.#read(id))) : liveOf(stored);
  }

  loadRetired(id: SessionId): RetiredDocument | undefined | Promise<RetiredDocument | undefined> {
    this.#assertOpen();
    if (this.#parts.index.get(id)?.head.isRetired !== true) return undefined;
    const stored = this.#parts.sessions.peek(id);
    return stored === undefined ? this.#during(async () => retiredOf(await this.#read(id))) : retiredOf(stored);
  }

  write({ document, previous, segments, marks, carried, isTakingAway, ...beside }: DocumentWrite): Promise<void> {
    return this.#during(async () => {
      if (carried !== undefined) await this.#parts.segments.carry(document.id, carried);
      await this.#parts.segments.write(sealedTranscriptOf(document), segments);
      await this.#parts.marks.remember(marks);
      const stored: StoredSession = { kind: "session", document };
      await this.#parts.attachments.during(document.id, beside, () =>
        previous?.epoch === document.epoch ? this.#replace(stored, isTakingAway) : this.#begin(stored, previous),
      );
      await this.#discardParts(previous, document);
    });
  }

  retire(retired: RetiredDocument, _keyText: SessionKeyText, marks: readonly AcceptedMark[]): Promise<void> {
    return this.#during(async () => {
      await this.#parts.marks.remember(marks);
      const previous = await this.load(retired.id);
      await this.#begin({ kind: "retired", document: retired }, previous);
      await this.#discardParts(previous, retired);
    });
  }

  writeRetired(retired: RetiredDocument, { carried, detached }: RetiredWrite = {}): Promise<void> {
    return this.#during(async () => {
      if (carried !== undefined) await this.#parts.segments.carry(retired.id, carried);
      const previous = await this.loadRetired(retired.id);
      await this.#parts.attachments.during(retired.id, { detached }, () =>
        this.#replace({ kind: "retired", document: retired }),
      );
      await this.#discardParts(previous, retired);
    });
  }

  readSealed(document: RemovedDocument, start: number, end: number): Promise<readonly TranscriptEntry[]> {
    return this.#during(async () => {
      const first = Math.floor(start / segmentLength);
      const segments: (readonly TranscriptEntry[])[] = [];
      for (let index = first; index * segmentLength < end; index += 1) {
        segments.push(await this.#readSegment(document, index));
      }
      return segments.flat().slice(start - first * segmentLength, end - first * segmentLength);
    });
  }

  readAttachment(place: AttachmentPlace, messageId: MessageId, index: number): Promise<Uint8Array | undefined> {
    return this.#during(() => this.#parts.attachments.read(place, messageId, index));
  }

  summary(id: SessionId): SessionSummary | RetiredSession | undefined {
    this.#assertOpen();
    return this.#parts.index.get(id)?.session;
  }

  *summaries(): Iterable<SessionSummary> {
    this.#assertOpen();
    for (const { session } of this.#parts.index.entries()) if (!isRetired(session)) yield session;
  }

  unfinished(): readonly SessionReference[] {
    this.#assertOpen();
    const references: SessionReference[] = [];
    for (const { head } of this.#parts.index.entries()) {
      if (head.hasWork) references.push({ sessionId: head.id, keyText: head.keyText });
    }
    return references;
  }

  undoable(): readonly UndoableRemoval[] {
    this.#assertOpen();
    const removals: UndoableRemoval[] = [];
    for (const { head, session } of this.#parts.index.entries()) {
      const { id, keyText, undoUntil } = head;
      if (undoUntil === 0) continue;
      const deletedAt = isRetired(session) ? session.deletedAt : undefined;
      removals.push({ sessionId: id, keyText, until: undoUntil, deletedAt });
    }
    return removals;
  }

  findMark(deduplicationKey: string): AcceptedMark | undefined {
    this.#assertOpen();
    return this.#parts.sessions.findMark(deduplicationKey) ?? this.#parts.marks.find(deduplicationKey);
  }

  remember(marks: readonly AcceptedMark[]): Promise<void> {
    return this.#during(() => this.#parts.marks.remember(marks));
  }

  forget(before: number): Promise<number> {
    return this.#during(async () => {
      let forgotten = await this.#parts.marks.forget(before);
      const settled = [...this.#parts.index.entries()].filter(({ head }) => head.isRetired && !head.hasWork);
      for (const { head, session } of settled) {
        if (!isRetired(session) || session.deletedAt >= before) continue;
        await this.#parts.folder.remove(sessionFile(head.id));
        this.#drop(head.id);
        forgotten += 1;
      }
      return forgotten;
    });
  }

  async probe(): Promise<void> {
    await this.#during(() => this.#parts.probe.replace({ kind: "probe" }));
  }

  /** Waits for what is under way, writes the index, and leaves the folder to the next process. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    await this.#parts.index.close();
    await this.#parts.owner.release();
  }

  /** A later state of the same epoch. */
  async #replace(stored: StoredSession, isTakingAway = false): Promise<void> {
    const { id } = stored.document;
    const replace = () => this.#parts.sessions.replace(id, stored);
    this.#show(stored, await (isTakingAway ? this.#withdrawn(id, replace) : replace()));
  }

  /** The first state of an epoch. Nothing of the epoch before stays, in whatever file. */
  async #begin(stored: StoredSession, previous: SessionDocument | undefined): Promise<void> {
    const { sessions, segments } = this.#parts;
    const { id } = stored.document;
    const begin = () => sessions.begin(id, stored);
    if (previous === undefined) return this.#show(stored, await begin());
    this.#show(stored, await this.#withdrawn(id, begin));
    segments.forget(id);
  }

  /** Writes while the index's file tells nothing of the session: what it told must not outlive the write. */
  async #withdrawn(id: SessionId, write: () => Promise<FileStamp>): Promise<FileStamp> {
    const { index } = this.#parts;
    await index.withdraw(id);
    try {
      return await write();
    } catch (error) {
      index.readmit(id);
      throw error;
    }
  }

  /** Removes the segments and attachments that were needed before and are not any more. */
  async #discardParts(
    before: SessionDocument | RetiredDocument | undefined,
    after: SessionDocument | RetiredDocument,
  ): Promise<void> {
    if (before === undefined || keepsSegments(before, after)) return;
    const needed = segmentEpochsOf(after);
    for (const epoch of segmentEpochsOf(before)) {
      if (!needed.includes(epoch)) await this.#parts.trash.discard(segmentFolder(after.id, epoch));
    }
    const attached = attachmentEpochsOf(after);
    for (const epoch of attachmentEpochsOf(before)) {
      if (!attached.includes(epoch)) await this.#parts.trash.discard(attachmentFolder(after.id, epoch));
    }
  }

  async #readSegment(document: RemovedDocument, index: number): Promise<readonly TranscriptEntry[]> {
    const entries = await this.#parts.segments.read(sealedTranscriptOf(document), index);
    if (entries !== undefined) return entries;
    // The session may have been reset or deleted since the caller loaded it: then there is nothing to miss.
    if (this.#parts.index.get(document.id)?.head.epoch !== document.epoch) return [];
    this.#parts.folder.reportMissing(segmentFile(document.id, segmentEpochOf(document), index));
    return lostSegment(index);
  }

  #show(stored: StoredSession, stamp: FileStamp): void {
    this.#parts.index.set(describeStored(stored, stamp));
  }

  /** Reads a session that is not in memory. One whose file is gone or unreadable is forgotten: its key begins anew. */
  async #read(id: SessionId): Promise<StoredSession | undefined> {
    const stored = await this.#parts.sessions.load(id);
    if (stored === undefined) {
      this.#parts.folder.reportMissing(sessionFile(id));
      this.#drop(id);
    }
    return stored;
  }

  #drop(id: SessionId): void {
    this.#parts.sessions.drop(id);
    this.#parts.index.remove(id);
  }

  #assertOpen(): void {
    if (this.#closed !== undefined) {
      throw new StoreError("STORE_UNAVAILABLE", "The store was closed. Nothing was changed; open it again to go on.");
    }
  }

  /** Runs what must be over before the folder is given to somebody else. */
  async #during<Result>(action: () => Promise<Result>): Promise<Result> {
    this.#assertOpen();
    const result = action();
    this.#underWay.add(result);
    try {
      return await result;
    } finally {
      this.#underWay.delete(result);
    }
  }
}

function sealedTranscriptOf(document: RemovedDocument): SealedTranscript {
  return { id: document.id, epoch: segmentEpochOf(document), sealedSegments: document.sealedSegments };
}

function liveOf(stored: StoredSession | undefined): SessionDocument | undefined {
  return stored?.kind === "session" ? stored.document : undefined;
}

function retiredOf(stored: StoredSession | undefined): RetiredDocument | undefined {
  return stored?.kind === "retired" ? stored.document : undefined;
}
