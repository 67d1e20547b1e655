import type { Clock, Logger, PluginStorage, Timer } from "@keyturn/core";
import type { DiscordPlace } from "./place.ts";

/** How long the newest ids may be kept in memory alone, in milliseconds: after a crash a little more is fetched again. */
const keepMilliseconds = 5_000;

/** The newest message of all guilds together; each direct message has its own. */
const guildsKey = "seen/guilds";
const directPrefix = "seen/direct/";

/**
 * Up to which message everything has been looked at. Ids of Discord grow with time, so one number tells of all channels of
 * all guilds what was missed; direct messages are in no list that a new session gives, and each has one of its own.
 */
export class SeenMessages {
  readonly #storage: PluginStorage;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #newest = new Map<string, bigint>();
  readonly #open = new Map<string, Set<bigint>>();
  readonly #changed = new Set<string>();
  #timer: Timer | undefined;

  constructor(parts: { readonly storage: PluginStorage; readonly clock: Clock; readonly log: Logger }) {
    this.#storage = parts.storage;
    this.#clock = parts.clock;
    this.#log = parts.log;
  }

  /** Reads what an earlier process kept. */
  async load(): Promise<void> {
    for (const [key, value] of await this.#storage.entries("seen/")) {
      if (typeof value === "string" && /^\d{1,20}$/.test(value)) this.#raise(key, BigInt(value));
    }
  }

  /** A message is being looked at; call what it returns when that is done. Until then it counts as missed. */
  begin({ guildId, channelId }: DiscordPlace, messageId: string): () => void {
    const key = guildId === undefined ? directPrefix + channelId : guildsKey;
    const id = BigInt(messageId);
    const open = this.#open.get(key) ?? new Set();
    this.#open.set(key, open.add(id));
    return () => {
      open.delete(id);
      this.#raise(key, id);
      this.#changed.add(key);
      this.#timer ??= this.#clock.startTimer(keepMilliseconds, () => void this.keep());
    };
  }

  /** Up to which message everything in guilds was looked at; undefined when nothing ever was. */
  get guilds(): bigint | undefined {
    return this.#safe(guildsKey);
  }

  /** The direct messages that there were, each with up to which message it was looked at. */
  get direct(): readonly (readonly [channelId: string, id: bigint])[] {
    return [...this.#newest.keys()]
      .filter((key) => key.startsWith(directPrefix))
      .map((key) => [key.slice(directPrefix.length), this.#safe(key) ?? 0n] as const);
  }

  /** Writes down what has changed. What fails is logged: the worst of it is that more is fetched again. */
  async keep(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    const keys = [...this.#changed];
    this.#changed.clear();
    for (const key of keys) {
      const id = this.#safe(key);
      if (id === undefined) continue;
      try {
        await this.#storage.set(key, id.toString());
      } catch (error) {
        this.#log.warn({ err: error }, "What was seen last of Discord could not be kept.");
      }
    }
  }

  #raise(key: string, id: bigint): void {
    const newest = this.#newest.get(key);
    if (newest === undefined || id > newest) this.#newest.set(key, id);
  }

  /** Not beyond a message that is still being looked at. */
  #safe(key: string): bigint | undefined {
    const newest = this.#newest.get(key);
    const open = [...(this.#open.get(key) ?? [])];
    if (newest === undefined || open.length === 0) return newest;
    const oldest = open.reduce((least, id) => (id < least ? id : least));
    return oldest <= newest ? oldest - 1n : newest;
  }
}
