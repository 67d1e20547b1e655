import type { SessionId } from "../../identifiers.ts";
import type { AcceptedMark } from "../../sessions/inbox.ts";
import type { DataFolder } from "./data-folder.ts";
import { DurableValue } from "./durable-value.ts";
import type { FileStamp } from "./file-system.ts";
import { sessionFile, shardFolder, shardOf } from "./folder-layout.ts";
import { type StoredSession, storedSessionOf } from "./stored-session.ts";

interface CachedFile {
  readonly value: DurableValue<StoredSession>;
  loading: Promise<unknown> | undefined;
  /** Loads and writes under way. */
  users: number;
}

/** The files of the sessions, with the most recently used ones in memory. */
export class SessionFiles {
  readonly #folder: DataFolder;
  readonly #cacheSize: number;
  /** The least recently used first. */
  readonly #cache = new Map<SessionId, CachedFile>();
  /** The marks of the sessions in memory. */
  readonly #marks = new Map<string, AcceptedMark>();

  constructor(folder: DataFolder, cacheSize: number) {
    this.#folder = folder;
    this.#cacheSize = cacheSize;
  }

  /** How many sessions are in memory. */
  get cached(): number {
    return this.#cache.size;
  }

  /** What is in memory of the session. */
  peek(id: SessionId): StoredSession | undefined {
    const file = this.#cache.get(id);
    if (file === undefined) return undefined;
    this.#touch(id, file);
    return file.value.value;
  }

  /** The mark of a message that one of the sessions in memory accepted. */
  findMark(deduplicationKey: string): AcceptedMark | undefined {
    return this.#marks.get(deduplicationKey);
  }

  /** The stored session; undefined when there is no file that can be read. */
  async load(id: SessionId): Promise<StoredSession | undefined> {
    const stored = await this.#using(id, loaded);
    if (stored === undefined) this.drop(id);
    else this.#exchangeMarks(undefined, stored);
    return stored;
  }

  /** Replaces what the file holds by a later state of the same epoch. */
  replace(id: SessionId, stored: StoredSession): Promise<FileStamp> {
    return this.#using(id, async (file) => {
      const before = await loaded(file);
      const stamp = await file.value.replace(stored);
      this.#exchangeMarks(before, stored);
      return stamp;
    });
  }

  /**
   * Replaces what the file holds, if there is one, by the first state of a new epoch. What was in memory of the old epoch
   * goes with it: whoever still holds it has nothing that could write.
   */
  async begin(id: SessionId, stored: StoredSession): Promise<FileStamp> {
    await this.#folder.ensureFolder(shardFolder(shardOf(id)));
    const file = this.#create(id);
    const stamp = await file.value.replace(stored);
    this.#exchangeMarks(this.#cache.get(id)?.value.value, stored);
    this.#touch(id, file);
    this.#evict();
    return stamp;
  }

  /** Drops what is in memory of the session. */
  drop(id: SessionId): void {
    this.#exchangeMarks(this.#cache.get(id)?.value.value, undefined);
    this.#cache.delete(id);
  }

  #create(id: SessionId): CachedFile {
    const value = new DurableValue(this.#folder, sessionFile(id), storedSessionOf(id));
    return { value, loading: undefined, users: 0 };
  }

  async #using<Result>(id: SessionId, use: (file: CachedFile) => Promise<Result>): Promise<Result> {
    const file = this.#cache.get(id) ?? this.#create(id);
    this.#touch(id, file);
    file.users += 1;
    try {
      return await use(file);
    } finally {
      file.users -= 1;
      this.#evict();
    }
  }

  #touch(id: SessionId, file: CachedFile): void {
    this.#cache.delete(id);
    this.#cache.set(id, file);
  }

  #exchangeMarks(before: StoredSession | undefined, after: StoredSession | undefined): void {
    const old = marksOf(before);
    const current = marksOf(after);
    if (old === current) return;
    for (const { deduplicationKey } of old) this.#marks.delete(deduplicationKey);
    for (const mark of current) this.#marks.set(mark.deduplicationKey, mark);
  }

  /** Never a file in use: a second object for the same file could read what the first is about to replace. */
  #evict(): void {
    if (this.#cache.size <= this.#cacheSize) return;
    for (const [id, file] of this.#cache) {
      if (file.users === 0) this.drop(id);
      if (this.#cache.size <= this.#cacheSize) return;
    }
  }
}

const noMarks: readonly AcceptedMark[] = [];

function marksOf(stored: StoredSession | undefined): readonly AcceptedMark[] {
  return stored?.kind === "session" ? stored.document.accepted : noMarks;
}

/** Reads the file unless that was done; callers that come meanwhile wait for the same read. */
async function loaded(file: CachedFile): Promise<StoredSession | undefined> {
  if (file.value.value !== undefined) return file.value.value;
  file.loading ??= file.value.load().finally(() => {
    file.loading = undefined;
  });
  await file.loading;
  return file.value.value;
}
