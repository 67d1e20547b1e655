import type { SessionId } from "../../identifiers.ts";
import type { NoticeEntry, TranscriptEntry } from "../../sessions/transcript.ts";
import type { SealedSegment } from "../document/document-storage.ts";
import { segmentLength } from "../document/session-document.ts";
import type { DataFolder } from "./data-folder.ts";
import { DurableJsonFile } from "./durable-json-file.ts";
import { segmentFile, segmentFolder } from "./folder-layout.ts";

/** What names the sealed transcript of a session: that of another epoch is another one's. */
export interface TranscriptName {
  readonly id: SessionId;
  readonly epoch: number;
}

/** What the file of a sealed segment holds. */
interface StoredSegment extends SealedSegment {
  readonly kind: "segment";
}

/** The sealed parts of the transcripts: written once, never changed. */
export class SegmentFiles {
  readonly #folder: DataFolder;

  constructor(folder: DataFolder) {
    this.#folder = folder;
  }

  /** Writes segments that the document will count on once it is written itself. */
  async write({ id, epoch }: TranscriptName, segments: readonly SealedSegment[]): Promise<void> {
    if (segments.length === 0) return;
    // Not synced here: the write of the document, in the same folder, makes the name durable.
    await this.#folder.makeFolder(segmentFolder(id, epoch));
    for (const { index, entries } of segments) {
      await this.#file({ id, epoch }, index).write({ kind: "segment", index, entries });
    }
  }

  /** The entries of a segment; undefined when there is no file of it that can be read (what cannot be read is moved aside). */
  async read(name: TranscriptName, index: number): Promise<readonly TranscriptEntry[] | undefined> {
    return (await this.#file(name, index).read())?.entries;
  }

  #file({ id, epoch }: TranscriptName, index: number): DurableJsonFile<StoredSegment> {
    // A start does not look into the folders of segments, so nothing half-written may be left there.
    const temporaryBeside = `${segmentFolder(id, epoch)}.${index}.json`;
    return new DurableJsonFile(this.#folder, segmentFile(id, epoch, index), storedSegmentOf(index), temporaryBeside);
  }
}

/** Stands where a lost segment was: the pages around it keep their places, people see the gap, the model does not. */
export function lostSegment(index: number): readonly NoticeEntry[] {
  return Array.from({ length: segmentLength }, (_, place) => ({
    role: "notice",
    sequence: index * segmentLength + place,
    at: 0,
    text: "This part of the conversation could not be read.",
  }));
}

function storedSegmentOf(index: number): (value: unknown) => value is StoredSegment {
  return (value): value is StoredSegment =>
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "segment" &&
    "index" in value &&
    value.index === index &&
    "entries" in value &&
    Array.isArray(value.entries) &&
    value.entries.length === segmentLength;
}
