import type { SessionId } from "../../identifiers.ts";
import type { NoticeEntry, TranscriptEntry } from "../../sessions/transcript.ts";
import type { CarriedSegments, SealedSegment } from "../document/document-storage.ts";
import { segmentLength } from "../document/session-document.ts";
import type { DataFolder } from "./data-folder.ts";
import { DurableJsonFile } from "./durable-json-file.ts";
import { segmentFile, segmentFolder } from "./folder-layout.ts";

/** Of which transcript a segment is, and how long that is: what was sealed in another epoch is another one's. */
export interface SealedTranscript {
  readonly id: SessionId;
  readonly epoch: number;
  readonly sealedSegments: number;
}

/** Of each session that is in memory, this many of the newest segments are: a run's usual history (100 entries) needs six or seven. */
const recentSegments = 8;

interface RecentSegments {
  readonly epoch: number;
  readonly entries: Map<number, readonly TranscriptEntry[]>;
}

/** What the file of a sealed segment holds. */
interface StoredSegment extends SealedSegment {
  readonly kind: "segment";
}

/** The sealed parts of the transcripts: written once, never changed. */
export class SegmentFiles {
  readonly #folder: DataFolder;
  readonly #sessions: number;
  /** The newest segments of the sessions that read theirs last; the least recent first. */
  readonly #recent = new Map<SessionId, RecentSegments>();

  /** @param sessions of how many sessions the newest segments are kept in memory. */
  constructor(folder: DataFolder, sessions: number) {
    this.#folder = folder;
    this.#sessions = sessions;
  }

  /** Writes segments that the document will count on once it is written itself. */
  async write(transcript: SealedTranscript, segments: readonly SealedSegment[]): Promise<void> {
    if (segments.length === 0) return;
    // Not synced here: the write of the document, in the same folder, makes the name durable.
    await this.#folder.makeFolder(segmentFolder(transcript.id, transcript.epoch));
    for (const { index, entries } of segments) {
      await this.#file(transcript, index).write({ kind: "segment", index, entries });
    }
  }

  /** Makes segments of one epoch be those of another too. Links, not copies: only their names are written. */
  async carry(id: SessionId, { from, to, count }: CarriedSegments): Promise<void> {
    await this.#folder.makeFolder(segmentFolder(id, to));
    for (let index = 0; index < count; index += 1) {
      await this.#folder.link(segmentFile(id, from, index), segmentFile(id, to, index));
    }
    if (count > 0) await this.#folder.syncFolder(segmentFolder(id, to));
  }

  /** The entries of a segment; undefined when there is no file of it that can be read (what cannot be read is moved aside). */
  async read(transcript: SealedTranscript, index: number): Promise<readonly TranscriptEntry[] | undefined> {
    const known = this.#recentOf(transcript)?.entries.get(index);
    if (known !== undefined) return known;
    const entries = (await this.#file(transcript, index).read())?.entries;
    if (entries !== undefined) this.#remember(transcript, index, entries);
    return entries;
  }

  /** Drops what is in memory of the session. */
  forget(id: SessionId): void {
    this.#recent.delete(id);
  }

  #recentOf({ id, epoch }: SealedTranscript): RecentSegments | undefined {
    const recent = this.#recent.get(id);
    return recent?.epoch === epoch ? recent : undefined;
  }

  #remember(transcript: SealedTranscript, index: number, entries: readonly TranscriptEntry[]): void {
    const recent = this.#recentOf(transcript) ?? { epoch: transcript.epoch, entries: new Map() };
    recent.entries.set(index, entries);
    for (const old of recent.entries.keys()) {
      if (old < transcript.sealedSegments - recentSegments) recent.entries.delete(old);
    }
    this.#recent.delete(transcript.id);
    this.#recent.set(transcript.id, recent);
    const [leastRecent] = this.#recent.keys();
    if (this.#recent.size > this.#sessions && leastRecent !== undefined) this.#recent.delete(leastRecent);
  }

  #file({ id, epoch }: SealedTranscript, index: number): DurableJsonFile<StoredSegment> {
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
