import type { Clock } from "../../clock.ts";
import { ConfigurationError } from "../../errors.ts";
import type { SessionId } from "../../identifiers.ts";
import { formatSessionKey } from "../../sessions/session-key.ts";
import { release } from "../document/turn-transitions.ts";
import { AttachmentFiles, type AttachmentNote } from "./attachment-files.ts";
import { DataFolder, type Durability } from "./data-folder.ts";
import { DurableValue } from "./durable-value.ts";
import { EpochCounter } from "./epoch-counter.ts";
import type { FileSystem } from "./file-system.ts";
import { FolderOwner } from "./folder-owner.ts";
import { isTemporary, layout, shardCount, shardFolder } from "./folder-layout.ts";
import { LowdbDocumentStorage, type LowdbDocumentStorageParts, type StoredProbe } from "./lowdb-document-storage.ts";
import { MarkJournal } from "./mark-journal.ts";
import { nodeFileSystem } from "./node-file-system.ts";
import { SegmentFiles } from "./segment-files.ts";
import { SessionFiles } from "./session-files.ts";
import { settleAttachments } from "./settle-attachments.ts";
import { type OpenedShard, openShard } from "./shard-opening.ts";
import type { StorageReport } from "./storage-report.ts";
import type { SummaryHead } from "./summary-entry.ts";
import { SummaryIndex } from "./summary-index.ts";
import { SummaryShard, emptyShard } from "./summary-shard.ts";
import { Trash } from "./trash.ts";

/** How the lowdb storage is opened. */
export interface LowdbStorageOptions {
  /** The data folder; made where it is missing. One process has it at a time. */
  readonly folder: string;
  readonly clock: Clock;
  /**
   * Whether a resolved write survives a power cut (`strict`) or a crash of the process only (`relaxed`, several times
   * faster).
   * @default "strict"
   */
  readonly durability?: Durability | undefined;
  /**
   * How many sessions are kept in memory at least while others are used, 1 or more. One that has had many messages takes
   * about 50 KB.
   * @default 1_000
   */
  readonly cacheSize?: number | undefined;
  /** Told of files that were moved aside and of upkeep that failed. Must not throw. Nothing is told when it is left out. */
  readonly report?: ((report: StorageReport) => void) | undefined;
  /** The disk; tests put a failing one here. */
  readonly fileSystem?: FileSystem | undefined;
}

const defaults = Object.freeze({ durability: "strict", cacheSize: 1_000 } satisfies Partial<LowdbStorageOptions>);

/**
 * Opens the data folder and puts it in order: what a crash left half done is removed, and turns that were running wait
 * again.
 * @throws ConfigurationError when an option is not what it should be.
 * @throws StoreError `STORE_IN_USE` when another process has the folder, or another code when it cannot be read or written.
 */
export async function openLowdbStorage(options: LowdbStorageOptions): Promise<LowdbDocumentStorage> {
  checkOptions(options);
  const { clock } = options;
  const folder = new DataFolder({
    folder: options.folder,
    fileSystem: options.fileSystem ?? nodeFileSystem,
    durability: options.durability ?? defaults.durability,
    clock,
    report: options.report ?? (() => undefined),
  });
  await folder.makeFolder(".");
  const { parts, notes } = await openOwned(folder, options);
  const storage = new LowdbDocumentStorage(parts);
  try {
    await settleAttachments(storage, parts.attachments, notes);
    await releaseTurns(storage, parts.index, clock);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function checkOptions({ folder, durability, cacheSize }: LowdbStorageOptions): void {
  if (folder === "") throw new ConfigurationError("The option folder is empty; it names the data folder.");
  if (durability !== undefined && durability !== "strict" && durability !== "relaxed") {
    throw new ConfigurationError(`The option durability is "${String(durability)}"; it must be "strict" or "relaxed".`);
  }
  if (cacheSize !== undefined && !(Number.isSafeInteger(cacheSize) && cacheSize >= 1)) {
    throw new ConfigurationError(`The option cacheSize is ${cacheSize}; it must be a whole number of 1 or more.`);
  }
}

/** The parts, and the notes of attachments that a crash left. */
interface OpenedParts {
  readonly parts: LowdbDocumentStorageParts;
  readonly notes: readonly AttachmentNote[];
}

async function openOwned(folder: DataFolder, options: LowdbStorageOptions): Promise<OpenedParts> {
  const owner = await FolderOwner.acquire(folder, options.clock);
  try {
    return await openParts(folder, owner, options);
  } catch (error) {
    await owner.release();
    throw error;
  }
}

async function openParts(
  folder: DataFolder,
  owner: FolderOwner,
  { clock, cacheSize = defaults.cacheSize }: LowdbStorageOptions,
): Promise<OpenedParts> {
  for (const name of [layout.sessions, layout.deduplication, layout.trash]) await folder.ensureFolder(name);
  for (const name of folder.listNow(".")) if (isTemporary(name)) await folder.remove(name);
  const trash = new Trash(folder);
  // Before anything else is put there: in a container every process has the same number, and so the same names.
  await trash.empty();
  const opened = await openShards(folder, trash);
  const shards = opened.map(({ shard }) => shard);
  const marks = MarkJournal.open(folder);
  let highestEpoch = 0;
  for (const { epoch } of headsOf(shards)) highestEpoch = Math.max(highestEpoch, epoch);
  const epochs = await EpochCounter.open(folder, highestEpoch);
  const parts: LowdbDocumentStorageParts = {
    folder,
    owner,
    index: new SummaryIndex(folder, clock, shards),
    sessions: new SessionFiles(folder, cacheSize),
    segments: new SegmentFiles(folder, Math.ceil(cacheSize / 4)),
    attachments: new AttachmentFiles(folder),
    marks,
    epochs,
    trash,
    probe: new DurableValue(folder, layout.probe, isProbe),
  };
  return { parts, notes: opened.flatMap(({ notes }) => notes) };
}

function isProbe(value: unknown): value is StoredProbe {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "probe";
}

async function openShards(folder: DataFolder, trash: Trash): Promise<readonly OpenedShard[]> {
  const there = new Set(folder.listNow(layout.sessions).map((name) => `${layout.sessions}/${name}`));
  const shards: OpenedShard[] = [];
  for (let number = 0; number < shardCount; number += 1) {
    const isThere = there.has(shardFolder(number));
    shards.push(
      isThere
        ? await openShard(folder, trash, number)
        : { shard: new SummaryShard(folder, number, emptyShard), notes: [] },
    );
  }
  return shards;
}

function* headsOf(shards: readonly SummaryShard[]): Iterable<SummaryHead> {
  for (const { entries } of shards) for (const { head } of entries.values()) yield head;
}

/** A turn that runs at a start belongs to a process that is gone: its messages wait again, their attempts counted. */
async function releaseTurns(storage: LowdbDocumentStorage, index: SummaryIndex, clock: Clock): Promise<void> {
  const running: SessionId[] = [];
  for (const { head } of index.entries()) if (head.isRunning) running.push(head.id);
  for (const id of running) {
    const previous = await storage.load(id);
    if (previous?.turn === undefined) continue;
    const document = release(previous, { at: clock.now(), isAttemptCounted: true });
    await storage.write({ document, keyText: formatSessionKey(previous.key), previous, segments: [], marks: [] });
  }
}
