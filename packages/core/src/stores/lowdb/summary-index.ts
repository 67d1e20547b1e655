import type { Clock, Timer } from "../../clock.ts";
import type { SessionId } from "../../identifiers.ts";
import type { SessionKeyText } from "../../sessions/session-key.ts";
import type { DataFolder } from "./data-folder.ts";
import { layout, shardOf } from "./folder-layout.ts";
import type { SummaryEntry, SummaryHead } from "./summary-entry.ts";
import type { SummaryShard } from "./summary-shard.ts";

/**
 * How long changes of the index wait to be written together, in milliseconds. After a crash the sessions of the last two
 * such spans are read from their own files: a few hundred at the rate that one disk can sync.
 */
const flushMilliseconds = 1_000;

/** What is known of every session without opening one: answers lists, and finds the session of a key. */
export class SummaryIndex {
  readonly #folder: DataFolder;
  readonly #clock: Clock;
  readonly #shards: readonly SummaryShard[];
  readonly #ids = new Map<SessionKeyText, SessionId>();
  #timer: Timer | undefined;
  #warming: Timer | undefined;
  #flushed: Promise<void> = Promise.resolve();

  /** Takes the shards with what they hold, in the order of their numbers. */
  constructor(folder: DataFolder, clock: Clock, shards: readonly SummaryShard[]) {
    this.#folder = folder;
    this.#clock = clock;
    this.#shards = shards;
    for (const { entries } of shards) for (const { head } of entries.values()) this.#nameKey(head);
    if (this.#dirtyShards.length > 0) this.#schedule();
    this.#warmLater(0);
  }

  /** The session that the key names today. */
  find(keyText: SessionKeyText): SessionId | undefined {
    return this.#ids.get(keyText);
  }

  get(id: SessionId): SummaryEntry | undefined {
    return this.#shardOf(id).entries.get(id);
  }

  *entries(): Iterable<SummaryEntry> {
    for (const shard of this.#shards) yield* shard.entries.values();
  }

  /** Takes a new state of a session. */
  set(entry: SummaryEntry): void {
    this.#shardOf(entry.head.id).set(entry);
    this.#nameKey(entry.head);
    this.#schedule();
  }

  /** Forgets a session. */
  remove(id: SessionId): void {
    const entry = this.get(id);
    if (entry === undefined) return;
    this.#shardOf(id).remove(id);
    this.#freeKey(entry.head);
    this.#schedule();
  }

  /** Takes what was written of a session out of the index's file, durably; `set` or `readmit` lets it in again. */
  withdraw(id: SessionId): Promise<void> {
    return this.#shardOf(id).withdraw(id);
  }

  /** Takes a session back that was withdrawn and not changed after all. */
  readmit(id: SessionId): void {
    this.#shardOf(id).readmit(id);
    this.#schedule();
  }

  /** Writes everything that is not written yet. */
  async close(): Promise<void> {
    this.#warming?.cancel();
    this.#timer?.cancel();
    await this.#flushed;
    await this.#flush(true);
  }

  get #dirtyShards(): readonly SummaryShard[] {
    return this.#shards.filter((shard) => shard.isDirty);
  }

  #schedule(): void {
    this.#timer ??= this.#clock.startTimer(flushMilliseconds, () => {
      this.#timer = undefined;
      this.#flushed = this.#flush(false);
    });
  }

  /** Never rejects: without the file a start is slow, and nothing else. */
  async #flush(isLast: boolean): Promise<void> {
    await this.#folder.upkeep(layout.summaries, async () => {
      for (const shard of this.#dirtyShards) await shard.flush(isLast);
    });
    if (!isLast && this.#dirtyShards.length > 0) this.#schedule();
  }

  /** Parses what was read at the start, a little at a time, so that the first list need not do it all. */
  #warmLater(number: number): void {
    const shard = this.#shards[number];
    if (shard === undefined) return;
    this.#warming = this.#clock.startTimer(0, () => {
      for (const entry of shard.entries.values()) void entry.session;
      this.#warmLater(number + 1);
    });
  }

  #shardOf(id: SessionId): SummaryShard {
    const shard = this.#shards[shardOf(id)];
    if (shard === undefined) throw new RangeError(`The index lacks the shard of ${id}.`);
    return shard;
  }

  #nameKey(head: SummaryHead): void {
    if (head.isRetired) return this.#freeKey(head);
    const namesake = this.#ids.get(head.keyText);
    // Two sessions of one key are there only when somebody put an old file back: the younger one counts.
    if (namesake === undefined || this.#epochOf(namesake) <= head.epoch) this.#ids.set(head.keyText, head.id);
  }

  #freeKey({ keyText, id }: SummaryHead): void {
    if (this.#ids.get(keyText) === id) this.#ids.delete(keyText);
  }

  #epochOf(id: SessionId): number {
    return this.get(id)?.head.epoch ?? 0;
  }
}
