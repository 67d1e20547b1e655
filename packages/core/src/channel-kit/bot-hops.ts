import { forgetOldest } from "../forget-oldest.ts";

/** Most channels that are remembered; the ones that were quiet longest are forgotten. */
const mostChannels = 1_000;

/** How many messages of bots there were, and the newest message. */
interface Row {
  readonly hops: number;
  readonly messageId: string;
}

/** Counts the messages of bots in a row, so that two of them do not talk for ever. */
export class BotHops {
  readonly #most: number;
  readonly #rows = new Map<string, Row>();

  /** @param most how many messages of bots in a row are answered in one channel. */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Whether the message is still to be answered. People always are, and start the count anew. A message that is told of
   * twice counts once.
   */
  allows(channelId: string, { messageId, isBot }: { readonly messageId: string; readonly isBot: boolean }): boolean {
    const row = this.#rows.get(channelId);
    const before = row?.hops ?? 0;
    const hops = isBot ? before + (row?.messageId === messageId ? 0 : 1) : 0;
    this.#rows.delete(channelId);
    if (hops > 0) this.#rows.set(channelId, { hops, messageId });
    forgetOldest(this.#rows, mostChannels);
    return hops <= this.#most;
  }
}
