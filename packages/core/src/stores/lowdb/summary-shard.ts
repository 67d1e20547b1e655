import type { SessionId } from "../../identifiers.ts";
import type { DataFolder } from "./data-folder.ts";
import { summariesFile } from "./folder-layout.ts";
import type { SummaryEntry } from "./summary-entry.ts";
import { formatLine } from "./summary-lines.ts";

/** What a summaries file was found to hold at a start. */
export interface ShardFile {
  /** Whole and damaged ones, outdated ones too. */
  readonly lines: number;
  /** Every session that has a line. */
  readonly listed: Iterable<SessionId>;
  /** Whether the file must be written anew before anything is added to it. */
  readonly isDamaged: boolean;
}

/** No file at all. */
export const emptyShard: ShardFile = { lines: 0, listed: [], isDamaged: false };

/** Besides two lines for each session, a file may have this many before it is written anew. */
const spareLines = 64;

/**
 * The summaries of one folder of sessions: all of them in memory, most of them in a file that spares the next start from
 * opening every session. What the file lacks is read from the sessions then, so it is written late and not synced. With
 * one exception: what it says of a session that is reset or deleted goes first, durably, for it holds a title and a preview.
 */
export class SummaryShard {
  readonly #folder: DataFolder;
  readonly #file: string;
  readonly #entries = new Map<SessionId, SummaryEntry>();
  /** Sessions that may have a line in the file. */
  #listed: Set<SessionId>;
  #lines: number;
  #mustRewrite: boolean;
  /**
   * Changed since the last flush. Their turn comes one flush later: of a file that is written again within one tick of the
   * disk's clock, an entry could pass for that of the later state.
   */
  #young = new Set<SessionId>();
  /** Changed before that, and not written yet. */
  #rested = new Set<SessionId>();
  /** Being reset or deleted: nothing is written of them until that is done. */
  readonly #withdrawn = new Set<SessionId>();
  /** One change of the file at a time. */
  #last: Promise<void> = Promise.resolve();

  constructor(folder: DataFolder, shard: number, file: ShardFile) {
    this.#folder = folder;
    this.#file = summariesFile(shard);
    this.#lines = file.lines;
    this.#listed = new Set(file.listed);
    this.#mustRewrite = file.isDamaged;
  }

  get entries(): ReadonlyMap<SessionId, SummaryEntry> {
    return this.#entries;
  }

  /** Whether a flush has anything to write, now or the next time. */
  get isDirty(): boolean {
    return this.#mustRewrite || this.#young.size > 0 || this.#rested.size > 0;
  }

  /** Takes an entry that the file has as it is. */
  adopt(entry: SummaryEntry): void {
    this.#entries.set(entry.head.id, entry);
  }

  /** Takes a new state of a session. */
  set(entry: SummaryEntry): void {
    const { id } = entry.head;
    this.#entries.set(id, entry);
    this.#withdrawn.delete(id);
    this.#rested.delete(id);
    this.#young.add(id);
  }

  /** Forgets a session; its lines go with the next flush. */
  remove(id: SessionId): void {
    this.#entries.delete(id);
    this.#young.delete(id);
    this.#rested.delete(id);
    if (this.#listed.has(id)) this.#mustRewrite = true;
  }

  /** Writes the file anew at once, durably: nothing outdated stays in it. */
  scrub(): Promise<void> {
    return this.#inTurn(() => this.#rewrite());
  }

  /**
   * Takes everything that the file says of a session out of it, durably, and keeps it out until `set` or `readmit`.
   * When it rejects, the file is as it was.
   */
  async withdraw(id: SessionId): Promise<void> {
    this.#withdrawn.add(id);
    try {
      await this.#inTurn(async () => {
        // What is damaged may be of any session.
        if (this.#mustRewrite || this.#listed.has(id)) await this.#rewrite();
      });
    } catch (error) {
      this.readmit(id);
      throw error;
    }
  }

  /** Takes a session back that was withdrawn and not changed after all. */
  readmit(id: SessionId): void {
    this.#withdrawn.delete(id);
    if (this.#entries.has(id)) this.#young.add(id);
  }

  /** Writes what has rested since the last flush; at the end (`isLast`) everything. Rejects when it could not. */
  flush(isLast: boolean): Promise<void> {
    return this.#inTurn(async () => {
      const ready = isLast ? new Set([...this.#rested, ...this.#young]) : this.#rested;
      this.#rested = isLast ? new Set() : this.#young;
      this.#young = new Set();
      await (this.#isOvergrown(ready.size) ? this.#rewrite() : this.#append(ready));
    });
  }

  #isOvergrown(added: number): boolean {
    return this.#mustRewrite || this.#lines + added > 2 * this.#entries.size + spareLines;
  }

  async #append(ids: ReadonlySet<SessionId>): Promise<void> {
    const listed = this.#linesOf(ids);
    if (listed.size === 0) return;
    // Until it is done: a failed append leaves who knows what behind.
    this.#mustRewrite = true;
    for (const id of listed.keys()) this.#listed.add(id);
    await this.#folder.append(this.#file, [...listed.values()].join(""), { isDurable: false });
    this.#lines += listed.size;
    this.#mustRewrite = false;
  }

  async #rewrite(): Promise<void> {
    const listed = this.#linesOf(this.#entries.keys());
    this.#mustRewrite = true;
    await this.#folder.replace(this.#file, [...listed.values()].join(""));
    this.#lines = listed.size;
    this.#listed = new Set(listed.keys());
    this.#mustRewrite = false;
  }

  /** The lines of those among the sessions that nothing is about to be written of anyway. */
  #linesOf(ids: Iterable<SessionId>): ReadonlyMap<SessionId, string> {
    const lines = new Map<SessionId, string>();
    for (const id of ids) {
      const entry = this.#entries.get(id);
      if (entry === undefined || this.#isRestless(id)) continue;
      lines.set(id, formatLine(entry));
    }
    return lines;
  }

  #isRestless(id: SessionId): boolean {
    return this.#young.has(id) || this.#rested.has(id) || this.#withdrawn.has(id);
  }

  #inTurn(action: () => Promise<void>): Promise<void> {
    const done = this.#last.then(action);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
