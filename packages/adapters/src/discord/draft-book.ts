import type { Logger, PluginStorage, RunId } from "@keyturn/core";
import { z } from "zod";
import type { DiscordApi } from "./api.ts";
import { isGone } from "./rest-failure.ts";

const placeSchema = z.object({ channel: z.string(), message: z.string() });

/** Where the draft of a run stands. */
export interface DraftPlace {
  readonly channel: string;
  readonly message: string;
}

const prefix = "draft/";

/** Most drafts that are remembered after their end. */
const mostEnded = 100;

/** Which drafts stand in which channels, kept across a crash: what a run left half-written is taken away at the next start. */
export class DraftBook {
  readonly #storage: PluginStorage;
  readonly #log: Logger;
  readonly #places = new Map<RunId, DraftPlace>();
  readonly #ended = new Map<RunId, DraftPlace>();
  readonly #unwanted = new Set<RunId>();

  constructor(storage: PluginStorage, log: Logger) {
    this.#storage = storage;
    this.#log = log;
  }

  /** The draft of a run is there. */
  async add(runId: RunId, place: DraftPlace): Promise<void> {
    this.#places.set(runId, place);
    await this.#storage.set(prefix + runId, { ...place });
  }

  find(runId: RunId): DraftPlace | undefined {
    return this.#places.get(runId);
  }

  /**
   * The draft of a run that is over is not to be marked as stopped, but to go: also one that is on its way, whose end will
   * see it.
   * @returns where it stands, or stood when it was marked; undefined when it is not there yet.
   */
  refuse(runId: RunId): DraftPlace | undefined {
    this.#unwanted.add(runId);
    forgetOldest(this.#unwanted);
    return this.#places.get(runId) ?? this.#ended.get(runId);
  }

  isUnwanted(runId: RunId): boolean {
    return this.#unwanted.has(runId);
  }

  /** The draft is no draft any more: it became the answer, was ended, or is gone. */
  async remove(runId: RunId): Promise<void> {
    const place = this.#places.get(runId);
    if (place === undefined) return;
    this.#places.delete(runId);
    this.#ended.set(runId, place);
    forgetOldest(this.#ended);
    await this.#storage.delete(prefix + runId);
  }

  /** Takes away what runs of an earlier process left behind. What cannot be taken away now is tried at the next start. */
  async clear(api: DiscordApi): Promise<void> {
    for (const [key, value] of await this.#storage.entries(prefix)) {
      if ([...this.#places.keys()].some((runId) => prefix + runId === key)) continue;
      const place = placeSchema.safeParse(value);
      try {
        if (place.success) await api.remove(place.data.channel, place.data.message);
      } catch (error) {
        if (!isGone(error)) {
          this.#log.warn({ err: error }, "A draft from before the restart could not be taken away.");
          continue;
        }
      }
      await this.#storage.delete(key);
    }
  }
}

function forgetOldest(kept: Map<RunId, DraftPlace> | Set<RunId>): void {
  const oldest = kept.size > mostEnded ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
}
