import { forgetOldest } from "../forget-oldest.ts";

/** Most channels that are remembered; the ones that were quiet longest are forgotten. */
const mostChannels = 1_000;

/** Counts the messages of bots in a row, so that two of them do not talk for ever. */
export class BotHops {
  readonly #most: number;
  readonly #hops = new Map<string, number>();

  /** @param most how many messages of bots in a row are answered in one channel. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether the message is still to be answered. People always are, and start the count anew. */
  allows(channelId: string, isBot: boolean): boolean {
    const hops = isBot ? (this.#hops.get(channelId) ?? 0) + 1 : 0;
    this.#hops.delete(channelId);
    if (hops > 0) this.#hops.set(channelId, hops);
    forgetOldest(this.#hops, mostChannels);
    return hops <= this.#most;
  }
}
