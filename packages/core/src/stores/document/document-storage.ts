import type { MessageId, SessionId } from "../../identifiers.ts";
import type { AcceptedMark } from "../../sessions/inbox.ts";
import type { SessionKeyText } from "../../sessions/session-key.ts";
import type { AttachmentPlace, SessionReference, UndoableRemoval } from "../../sessions/session-store.ts";
import type { RetiredSession, SessionSummary } from "../../sessions/session.ts";
import type { TranscriptEntry } from "../../sessions/transcript.ts";
import type { RemovedDocument, RetiredDocument, SessionDocument } from "./session-document.ts";

/** A part of the transcript that moves out of the document with the write that follows. */
export interface SealedSegment {
  /** Number of the segment in its epoch, from 0. */
  readonly index: number;
  readonly entries: readonly TranscriptEntry[];
}

/** Segments that stay as they are while those behind them are changed: they are needed under another epoch too. */
export interface CarriedSegments {
  readonly from: number;
  readonly to: number;
  /** The first so many. */
  readonly count: number;
}

/** Where bytes of attachments lie: `messageId` names those of one message. */
export interface MessageAttachments {
  readonly epoch: number;
  readonly messageId: MessageId;
  /** How many. */
  readonly count: number;
}

/** Bytes that came with a message. */
export interface AttachedBytes {
  readonly epoch: number;
  readonly messageId: MessageId;
  readonly bytes: readonly Uint8Array[];
}

/** Attachments of another session that a new one has too. */
export interface CopiedAttachments {
  readonly from: AttachmentPlace;
  readonly messages: readonly MessageAttachments[];
}

/** What a write changes beside the document itself. */
export interface DocumentWrite {
  readonly document: SessionDocument;
  readonly keyText: SessionKeyText;
  /** What the document was before; undefined when the session is new. */
  readonly previous: SessionDocument | undefined;
  /** Stored before the document, which then counts on it. */
  readonly segments: readonly SealedSegment[];
  /** Marks that leave the document and are still needed; recorded before the document is. */
  readonly marks: readonly AcceptedMark[];
  /** There under their new epoch before the document is. */
  readonly carried?: CarriedSegments | undefined;
  /** Stored before the document, which then counts on them. */
  readonly attached?: AttachedBytes | undefined;
  /** Of a message that the document no longer has: gone when the write resolves. */
  readonly detached?: MessageAttachments | undefined;
  /** There under the epoch of the new document before it is. */
  readonly copied?: CopiedAttachments | undefined;
  /** Whether text was taken away that must not stay anywhere: what else tells of it goes before the document is written. */
  readonly isTakingAway?: boolean | undefined;
}

/** What a write of a retired document changes beside it. */
export type RetiredWrite = Pick<DocumentWrite, "carried" | "detached">;

/**
 * Where documents lie: memory or files. Calls for one session never overlap (the lock of its key is held).
 * Each write resolves when it is durable; one that rejects leaves the document as it was, in memory too.
 */
export interface DocumentStorage {
  /** A number above every one that this storage ever gave, over restarts too. */
  nextEpoch(): number | Promise<number>;
  find(keyText: SessionKeyText): SessionId | undefined;
  load(id: SessionId): SessionDocument | undefined | Promise<SessionDocument | undefined>;
  loadRetired(id: SessionId): RetiredDocument | undefined | Promise<RetiredDocument | undefined>;
  /**
   * Stores the document, also in place of a retired one; segments and attachments that it does not need
   * (`segmentEpochsOf`, `attachmentEpochsOf`) go.
   */
  write(write: DocumentWrite): void | Promise<void>;
  /** Puts the retired document in the session's place, in one step; nothing else of the session's text stays. */
  retire(retired: RetiredDocument, keyText: SessionKeyText, marks: readonly AcceptedMark[]): void | Promise<void>;
  /** Stores it in place of its state before; segments and attachments that it no longer needs go. */
  writeRetired(retired: RetiredDocument, beside?: RetiredWrite): void | Promise<void>;
  /** Entries of the sealed part of the transcript, from one place up to another, both within it. */
  readSealed(
    document: RemovedDocument,
    start: number,
    end: number,
  ): readonly TranscriptEntry[] | Promise<readonly TranscriptEntry[]>;

  /** The bytes of an attachment; undefined when there are none. */
  readAttachment(
    place: AttachmentPlace,
    messageId: MessageId,
    index: number,
  ): Uint8Array | undefined | Promise<Uint8Array | undefined>;

  summary(id: SessionId): SessionSummary | RetiredSession | undefined;
  summaries(): Iterable<SessionSummary>;
  /** Sessions, retired ones too, that have work left. */
  unfinished(): readonly SessionReference[];
  /** Sessions, retired ones too, whose newest removal is kept to be undone. */
  undoable(): readonly UndoableRemoval[];
  /**
   * The mark of a message that was accepted: one that was remembered, or of a document that was loaded or written here.
   * Ask for it after the document of its key is loaded.
   */
  findMark(deduplicationKey: string): AcceptedMark | undefined;
  remember(marks: readonly AcceptedMark[]): void | Promise<void>;
  /** Forgets marks accepted before, and sessions retired before, that time. Returns how many. */
  forget(before: number): number | Promise<number>;
  /** Writes something durably that means nothing. Rejects when the storage can store nothing just now. */
  probe(): void | Promise<void>;
  close(): Promise<void>;
}
