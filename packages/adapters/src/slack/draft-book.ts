import type { Logger, PluginStorage, RunId } from "@keyturn/core";
import { z } from "zod";

const placeSchema = z.object({
  channel: z.string(),
  messages: z.array(z.string()),
});

/** What stands in a channel for an answer that is being written. */
export interface DraftPlace {
  readonly channel: string;
  /** The messages, by their `ts`, in order. */
  readonly messages: readonly string[];
}

const prefix = "draft/";

/** Most drafts that are remembered after their end. */
const mostLeft = 100;

/** What stands where for which run, kept across a crash: what a run left half-written is taken away at the next start. */
export class DraftBook {
  readonly #storage: PluginStorage;
  readonly #log: Logger;
  readonly #places = new Map<RunId, DraftPlace>();
  /** Drafts that ended as something else than the answer, for as long as somebody may not want them to stay. */
  readonly #left = new Map<RunId, DraftPlace>();
  readonly #unwanted = new Set<RunId>();

  constructor(storage: PluginStorage, log: Logger) {
    this.#storage = storage;
    this.#log = log;
  }

  async set(runId: RunId, place: DraftPlace): Promise<void> {
    this.#places.set(runId, place);
    const { channel, messages } = place;
    await this.#storage.set(prefix + runId, { channel, messages: [...messages] });
  }

  find(runId: RunId): DraftPlace | undefined {
    return this.#places.get(runId);
  }

  /** Nothing stands there any more but the answer, or what was left of it. */
  async remove(runId: RunId): Promise<void> {
    const place = this.#places.get(runId);
    if (place === undefined) return;
    this.#places.delete(runId);
    this.#left.set(runId, place);
    const oldest = this.#left.size > mostLeft ? this.#left.keys().next().value : undefined;
    if (oldest !== undefined) this.#left.delete(oldest);
    await this.#storage.delete(prefix + runId);
  }

  /** Nothing of the run's draft is to stay, whenever it is written. @returns what stands there or was left there. */
  async take(runId: RunId): Promise<DraftPlace | undefined> {
    this.#unwanted.add(runId);
    const oldest = this.#unwanted.size > mostLeft ? this.#unwanted.values().next().value : undefined;
    if (oldest !== undefined) this.#unwanted.delete(oldest);
    await this.remove(runId);
    const place = this.#left.get(runId);
    this.#left.delete(runId);
    return place;
  }

  /** Whether nothing of the run's draft is to stay. */
  isUnwanted(runId: RunId): boolean {
    return this.#unwanted.has(runId);
  }

  /** Takes away what runs of an earlier process left behind. What cannot be taken away now is tried at the next start. */
  async clear(takeAway: (place: DraftPlace) => Promise<void>): Promise<void> {
    for (const [key, value] of await this.#storage.entries(prefix)) {
      if ([...this.#places.keys()].some((runId) => prefix + runId === key)) continue;
      const place = placeSchema.safeParse(value);
      try {
        if (place.success) await takeAway(place.data);
        await this.#storage.delete(key);
      } catch (error) {
        this.#log.warn({ err: error }, "A draft from before the restart could not be taken away.");
      }
    }
  }
}
