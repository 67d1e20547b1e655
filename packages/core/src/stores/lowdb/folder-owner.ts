import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { StoreError } from "../../errors.ts";
import type { DataFolder } from "./data-folder.ts";
import { DurableJsonFile } from "./durable-json-file.ts";
import { unseal } from "./envelope.ts";
import { layout } from "./folder-layout.ts";
import { toStoreError } from "./storage-failure.ts";

/** Who has the folder, for the message that a second process gets. */
interface StoredOwner {
  readonly kind: "owner";
  readonly pid: number;
  /** ISO 8601. */
  readonly startedAt: string;
}

/**
 * That this process, and no other, has the data folder: an exclusive lock of the operating system on a file, through SQLite
 * because Node has no file locks of its own. It ends with the process, however that ends, so nothing stale is ever left.
 */
export class FolderOwner {
  readonly #folder: DataFolder;
  readonly #lock: DatabaseSync;

  private constructor(folder: DataFolder, lock: DatabaseSync) {
    this.#folder = folder;
    this.#lock = lock;
  }

  /** @throws StoreError `STORE_IN_USE` when the folder is in use; the message names the process and when it started. */
  static async acquire(folder: DataFolder, clock: Clock): Promise<FolderOwner> {
    await folder.touch(layout.ownerLock);
    const lock = lockFile(folder);
    const owner = new FolderOwner(folder, lock);
    const file = new DurableJsonFile(folder, layout.owner, isStoredOwner);
    try {
      await file.write({ kind: "owner", pid: process.pid, startedAt: new Date(clock.now()).toISOString() });
    } catch (error) {
      lock.close();
      throw error;
    }
    return owner;
  }

  /** Leaves the folder to the next process. */
  async release(): Promise<void> {
    await this.#folder.upkeep(layout.owner, () => this.#folder.remove(layout.owner));
    this.#lock.close();
  }
}

function lockFile(folder: DataFolder): DatabaseSync {
  const { DatabaseSync } = sqlite();
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(folder.pathOf(layout.ownerLock));
    database.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
    return database;
  } catch (cause) {
    database?.close();
    throw toOwnerError(folder, cause);
  }
}

/** Node 22 warns that its SQLite is experimental. What is used here is a file lock, so that warning would only unsettle. */
function sqlite(): typeof import("node:sqlite") {
  const emitWarning = Object.getOwnPropertyDescriptor(process, "emitWarning");
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    if (emitWarning !== undefined) Object.defineProperty(process, "emitWarning", emitWarning);
  }
}

/** SQLite's numbers of errors; the low byte is the kind, the rest its details. */
const busy = 5;
const notADatabase = 26;

function toOwnerError(folder: DataFolder, cause: unknown): StoreError {
  const number = cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" ? cause.errcode : 0;
  if ((number & 0xff) === busy) return inUse(folder, cause);
  if ((number & 0xff) === notADatabase) {
    return new StoreError(
      "STORE_DAMAGED",
      `Could not lock the data folder: ${layout.ownerLock} is not what it should be. It never holds anything: remove it while no process uses the folder.`,
      cause,
    );
  }
  return toStoreError(`lock ${layout.ownerLock}`, cause);
}

function inUse(folder: DataFolder, cause: unknown): StoreError {
  const opened = unseal(folder.readNow(layout.owner) ?? "");
  const holder =
    opened.kind === "value" && isStoredOwner(opened.value)
      ? `process ${opened.value.pid}, started at ${opened.value.startedAt},`
      : "another process";
  return new StoreError(
    "STORE_IN_USE",
    `The data folder is in use: ${holder} has it. One process has a folder at a time. End that process, or give this one a folder of its own.`,
    cause,
  );
}

function isStoredOwner(value: unknown): value is StoredOwner {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "owner" &&
    "pid" in value &&
    typeof value.pid === "number" &&
    "startedAt" in value &&
    typeof value.startedAt === "string"
  );
}
