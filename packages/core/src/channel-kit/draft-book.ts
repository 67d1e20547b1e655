import { z } from "zod";
import { type RunId, isRunId } from "../identifiers.ts";
import type { Logger } from "../log.ts";
import type { PluginStorage } from "../storage/plugin-storage.ts";
import { forgetOldest } from "../forget-oldest.ts";

const placeSchema = z.object({
  channel: z.string(),
  thread: z.string().optional(),
  messages: z.array(z.string()),
});

/** What stands in a channel for an answer that is being written. */
export interface DraftPlace {
  readonly channel: string;
  /** The thread in it, where the service needs that to look for a message. */
  readonly thread?: string | undefined;
  /** The messages, by the service's ids, in order; none while the first of them is on its way. */
  readonly messages: readonly string[];
}

/** Most drafts that are remembered after their end. */
const mostEnded = 100;

/** What stands where for which run, kept across a crash: what a run left half-written is taken away at the next start. */
export class DraftBook {
  readonly #storage: PluginStorage;
  readonly #log: Logger;
  readonly #prefix: string;
  readonly #places = new Map<RunId, DraftPlace>();
  /** Drafts that ended as something else than the answer, for as long as somebody may not want them to stay. */
  readonly #ended = new Map<RunId, DraftPlace>();
  readonly #unwanted = new Set<RunId>();

  /** @param kind what is kept, for adapters that leave more than one thing behind. */
  constructor(storage: PluginStorage, log: Logger, kind: string = "draft") {
    this.#storage = storage;
    this.#log = log;
    this.#prefix = `${kind}/`;
  }

  /** What stands there for the run now. Resolves when that is durable. @throws StoreError */
  async set(runId: RunId, place: DraftPlace): Promise<void> {
    this.#places.set(runId, place);
    const { channel, thread, messages } = place;
    const kept = { channel, ...(thread !== undefined && { thread }), messages: [...messages] };
    await this.#storage.set(this.#prefix + runId, kept);
  }

  /** What stands there; undefined when nothing does, or it is no draft any more. */
  find(runId: RunId): DraftPlace | undefined {
    return this.#places.get(runId);
  }

  /** The draft is no draft any more: it became the answer, was ended, or is gone. @throws StoreError */
  async remove(runId: RunId): Promise<void> {
    const place = this.#places.get(runId);
    if (place === undefined) return;
    this.#places.delete(runId);
    this.#ended.set(runId, place);
    forgetOldest(this.#ended, mostEnded);
    await this.#storage.delete(this.#prefix + runId);
  }

  /**
   * Nothing of the run's draft is to stay, not even marked as stopped. One that is on its way is taken away by whoever ends
   * it: see `isUnwanted`.
   * @returns what stands there, or was left there; undefined when nothing is there yet.
   * @throws StoreError
   */
  async take(runId: RunId): Promise<DraftPlace | undefined> {
    this.#unwanted.add(runId);
    forgetOldest(this.#unwanted, mostEnded);
    await this.remove(runId);
    const place = this.#ended.get(runId);
    this.#ended.delete(runId);
    return place;
  }

  /** Whether nothing of the run's draft is to stay. */
  isUnwanted(runId: RunId): boolean {
    return this.#unwanted.has(runId);
  }

  /**
   * Takes away what runs of an earlier process left behind. What cannot be taken away now is tried at the next start.
   * @param takeAway deletes the messages; to it, one that is gone is no failure.
   */
  async clear(takeAway: (place: DraftPlace, runId: RunId) => Promise<void>): Promise<void> {
    for (const [key, value] of await this.#storage.entries(this.#prefix)) {
      const runId = key.slice(this.#prefix.length);
      if (isRunId(runId) && this.#places.has(runId)) continue;
      const place = placeSchema.safeParse(value);
      try {
        if (place.success && isRunId(runId)) await takeAway(place.data, runId);
        await this.#storage.delete(key);
      } catch (error) {
        this.#log.warn({ err: error }, "What a run left behind before the restart could not be taken away.");
      }
    }
  }
}
