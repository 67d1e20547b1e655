import type { Clock, Logger, PluginStorage, Timer } from "@keyturn/core";
import type { DiscordPlace } from "./place.ts";

/** How long the newest ids may be kept in memory alone, in milliseconds: after a crash a little more is fetched again. */
const keepMilliseconds = 5_000;

/** The newest message of all guilds together; each direct message has its own. */
const guildsKey = "seen/guilds";
const directPrefix = "seen/direct/";

/** Where a message was seen. */
export type SeenPlace = Pick<DiscordPlace, "guildId" | "channelId">;

function keyOf({ guildId, channelId }: SeenPlace): string {
  return guildId === undefined ? directPrefix + channelId : guildsKey;
}

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
  /** By channel: after which message something may have been missed. */
  readonly #gaps = new Map<string, { readonly key: string; readonly id: bigint }>();
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
  begin(place: SeenPlace, messageId: string): () => void {
    const key = keyOf(place);
    const id = BigInt(messageId);
    const open = this.#openOf(key).add(id);
    return () => {
      open.delete(id);
      this.#raise(key, id);
      this.#change(key);
    };
  }

  /** A message needs no look. */
  pass(place: SeenPlace, messageId: string): void {
    const key = keyOf(place);
    this.#raise(key, BigInt(messageId));
    this.#change(key);
  }

  /**
   * Something after that message may have been missed in a channel: until that is found out, by the call of what is returned,
   * nothing after the message counts as seen.
   */
  hold(place: SeenPlace, id: bigint): () => void {
    const key = keyOf(place);
    const { channelId } = place;
    this.#gaps.set(channelId, { key, id });
    return () => {
      if (this.#gaps.get(channelId)?.id === id) this.#gaps.delete(channelId);
      this.#change(key);
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

  #openOf(key: string): Set<bigint> {
    const open = this.#open.get(key) ?? new Set();
    this.#open.set(key, open);
    return open;
  }

  #change(key: string): void {
    this.#changed.add(key);
    this.#timer ??= this.#clock.startTimer(keepMilliseconds, () => void this.keep());
  }

  #raise(key: string, id: bigint): void {
    const newest = this.#newest.get(key);
    if (newest === undefined || id > newest) this.#newest.set(key, id);
  }

  /** Not beyond a message that is still being looked at, or a gap that is still open. */
  #safe(key: string): bigint | undefined {
    const newest = this.#newest.get(key);
    if (newest === undefined) return undefined;
    const open = [...(this.#open.get(key) ?? [])].map((id) => id - 1n);
    const gaps = [...this.#gaps.values()].filter((gap) => gap.key === key).map(({ id }) => id);
    return [...open, ...gaps].reduce((least, id) => (id < least ? id : least), newest);
  }
}
