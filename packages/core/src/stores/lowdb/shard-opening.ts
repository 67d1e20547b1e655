import type { SessionId } from "../../identifiers.ts";
import type { AttachmentNote } from "./attachment-files.ts";
import type { DataFolder } from "./data-folder.ts";
import { openText } from "./durable-json-file.ts";
import type { FileStamp } from "./file-system.ts";
import {
  attachmentFolder,
  attachmentNote,
  isTemporary,
  parseShardName,
  segmentFolder,
  sessionFile,
  shardFolder,
  shardOf,
  summariesFile,
} from "./folder-layout.ts";
import { storedSessionOf } from "./stored-session.ts";
import { type SummaryEntry, describeStored, isSameStamp } from "./summary-entry.ts";
import { parseLine } from "./summary-lines.ts";
import { SummaryShard } from "./summary-shard.ts";
import type { Trash } from "./trash.ts";

/** What the summaries file of a shard says, right or wrong. */
interface WrittenSummaries {
  readonly lines: number;
  readonly entries: ReadonlyMap<SessionId, SummaryEntry>;
  readonly isDamaged: boolean;
}

/** A folder of segments or attachments. */
interface PartFolder {
  readonly id: SessionId;
  readonly epoch: number;
}

/** A shard that is ready, and the notes of attachments that the whole store has yet to look at. */
export interface OpenedShard {
  readonly shard: SummaryShard;
  readonly notes: readonly AttachmentNote[];
}

/** The names in a shard's folder, by what they stand for. */
interface ShardNames {
  readonly sessions: readonly SessionId[];
  readonly segments: readonly PartFolder[];
  readonly attachments: readonly PartFolder[];
  readonly notes: readonly AttachmentNote[];
  /** Sessions of which an unreadable file was moved aside. */
  readonly movedAside: Set<SessionId>;
  readonly temporary: readonly string[];
}

/**
 * Makes one of the folders of sessions ready: compares the summaries file with the sessions that are there, reads those
 * that it does not know in their present state, and removes what a crash left behind.
 */
export async function openShard(folder: DataFolder, trash: Trash, number: number): Promise<OpenedShard> {
  const names = sortNames(folder.listNow(shardFolder(number)), number);
  const written = readSummaries(folder, number);
  const { lines, isDamaged } = written;
  const shard = new SummaryShard(folder, number, { lines, isDamaged, listed: written.entries.keys() });
  for (const id of names.sessions) {
    const entry = written.entries.get(id);
    // Not by `sessionFile`: 100,000 hashes are 100 ms of a start.
    const stamp = folder.stampNow(`${shardFolder(number)}/${id}.json`);
    // Somebody removed it just now.
    if (stamp === undefined) continue;
    if (entry !== undefined && isSameStamp(entry.head, stamp)) shard.adopt(entry);
    // A copy in a folder where it does not belong is somebody else's.
    else if (shardOf(id) !== number) continue;
    else if (!(await readSession(folder, shard, id, stamp))) names.movedAside.add(id);
  }
  for (const name of names.temporary) await folder.remove(`${shardFolder(number)}/${name}`);
  for (const { id, epoch } of names.segments) {
    if (!isNeeded(shard, names, id, epoch, "segmentEpochs")) await trash.discard(segmentFolder(id, epoch));
  }
  for (const { id, epoch } of names.attachments) {
    if (!isNeeded(shard, names, id, epoch, "attachmentEpochs")) await trash.discard(attachmentFolder(id, epoch));
  }
  const notes: AttachmentNote[] = [];
  for (const note of names.notes) {
    if (isNeeded(shard, names, note.id, note.epoch, "attachmentEpochs")) notes.push(note);
    else await folder.remove(attachmentNote(note));
  }
  if (tellsOfOthers(written, shard)) await shard.scrub();
  return { shard, notes };
}

function sortNames(names: readonly string[], number: number): ShardNames {
  const sessions: SessionId[] = [];
  const segments: PartFolder[] = [];
  const attachments: PartFolder[] = [];
  const notes: AttachmentNote[] = [];
  const movedAside = new Set<SessionId>();
  const temporary: string[] = [];
  for (const name of names) {
    const parsed = parseShardName(name);
    if (parsed === undefined) {
      if (isTemporary(name)) temporary.push(name);
    } else if (parsed.kind === "session") sessions.push(parsed.id);
    else if (shardOf(parsed.id) !== number) continue;
    else if (parsed.kind === "segments") segments.push(parsed);
    else if (parsed.kind === "attachments") attachments.push(parsed);
    else if (parsed.kind === "attachment-note") notes.push(parsed);
    else movedAside.add(parsed.id);
  }
  return { sessions, segments, attachments, notes, movedAside, temporary };
}

function readSummaries(folder: DataFolder, number: number): WrittenSummaries {
  const lines = (folder.readNow(summariesFile(number)) ?? "").split("\n");
  const isTorn = lines.pop() !== "";
  const entries = new Map<SessionId, SummaryEntry>();
  let isDamaged = isTorn;
  for (const line of lines) {
    const entry = parseLine(line);
    if (entry === undefined) isDamaged = true;
    // The last line of a session is the newest.
    else entries.set(entry.head.id, entry);
  }
  return { lines: lines.length, entries, isDamaged };
}

/** Reads a session from its own file into the shard; false when it cannot be read and was moved aside. */
async function readSession(folder: DataFolder, shard: SummaryShard, id: SessionId, stamp: FileStamp): Promise<boolean> {
  const file = sessionFile(id);
  const stored = await openText(folder, file, folder.readNow(file) ?? "", storedSessionOf(id));
  if (stored === undefined) return false;
  shard.set(describeStored(stored, stamp));
  return true;
}

/** Whether a folder of segments or attachments belongs to a session as it is now, or to one that a person may still rescue. */
function isNeeded(
  shard: SummaryShard,
  names: ShardNames,
  id: SessionId,
  epoch: number,
  kind: "segmentEpochs" | "attachmentEpochs",
): boolean {
  const head = shard.entries.get(id)?.head;
  if (head === undefined) return names.movedAside.has(id);
  return head[kind].includes(epoch);
}

/** Whether the summaries file tells of something that is gone: a title or a preview must not outlive its session. */
function tellsOfOthers(written: WrittenSummaries, shard: SummaryShard): boolean {
  for (const [id, { head }] of written.entries) {
    if (shard.entries.get(id)?.head.epoch !== head.epoch) return true;
  }
  return false;
}
