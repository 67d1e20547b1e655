import type { Clock, Logger } from "@keyturn/core";
import { type Client, SnowflakeUtil } from "discord.js";
import type { DiscordOptions } from "./discord-options.ts";
import type { Inbound, TakeMessage } from "./inbound.ts";
import { isGone } from "./rest-failure.ts";
import type { SeenMessages } from "./seen-messages.ts";

/** Messages of one request; Discord, "Get Channel Messages". */
const pageLength = 100;

/** Most channels that are looked through after a gap: one request each at least. */
const mostChannels = 100;

/**
 * How far before the newest message that was seen it is looked, in milliseconds: ids grow with time, but those of several
 * channels need not come in quite in order.
 */
const overlapMilliseconds = 5_000;

/** The parts that catching up is made of. */
export interface CatchUpParts {
  readonly inbound: Pick<Inbound, "fill">;
  readonly seen: SeenMessages;
  readonly options: Pick<DiscordOptions, "catchUpMinutes" | "catchUpMessages">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/** A channel in which something may have been missed since a message. */
interface Gap {
  readonly channelId: string;
  readonly after: bigint;
  /** Up to which message everything has been looked at; what is before it is looked at again and does not count. */
  readonly seen: bigint;
  /** Tells that the channel has been looked through. */
  readonly close: () => void;
}

/**
 * Fetches what was said while no session was there to hear it: a new session of Discord's gateway replays nothing. What was
 * heard all the same is recognised by its id, in the store. Each channel is filled before anything newer is taken in there:
 * when this returns, what comes in may be taken in again.
 * @returns what resolves when all channels are filled; it never rejects.
 */
export function catchUp(client: Client, parts: CatchUpParts): Promise<unknown> {
  const { options, log, inbound } = parts;
  if (options.catchUpMinutes === 0 || options.catchUpMessages === 0) return Promise.resolve();
  const gaps = findGaps(client, parts);
  if (gaps.length > mostChannels)
    log.warn({ channels: gaps.length }, "Too many channels have missed messages; not all are looked through.");
  for (const { close } of gaps.slice(mostChannels)) close();
  return Promise.all(
    gaps.slice(0, mostChannels).map((gap) => inbound.fill(gap.channelId, (take) => fill(client, gap, take, parts))),
  );
}

function findGaps(client: Client, { seen, options, clock }: CatchUpParts): readonly Gap[] {
  const oldest = SnowflakeUtil.generate({ timestamp: clock.now() - options.catchUpMinutes * 60_000 });
  const overlap = BigInt(overlapMilliseconds) << 22n;
  const from = (id: bigint) => (id - overlap > oldest ? id - overlap : oldest);
  const { guilds, direct } = seen;
  const gapAfter = (place: { readonly channelId: string; readonly guildId?: string | undefined }, id: bigint): Gap => ({
    channelId: place.channelId,
    after: from(id),
    seen: id,
    close: seen.hold(place, id),
  });
  const gaps = direct.map(([channelId, id]) => gapAfter({ channelId }, id));
  // A bot that has never been here has missed nothing.
  if (guilds === undefined) return gaps;
  for (const channel of client.channels.cache.values()) {
    if (channel.isDMBased() || !channel.isTextBased() || channel.lastMessageId === null) continue;
    if (BigInt(channel.lastMessageId) <= from(guilds)) continue;
    gaps.push(gapAfter({ channelId: channel.id, guildId: channel.guildId }, guilds));
  }
  return gaps;
}

async function fill(client: Client, gap: Gap, take: TakeMessage, parts: CatchUpParts) {
  const { channelId, close } = gap;
  try {
    await fillChannel(client, gap, take, parts);
    close();
  } catch (error) {
    if (isGone(error)) return close();
    // It is looked through again after the next gap, or the next start.
    parts.log.warn({ err: error, channelId }, "What was missed in a channel cannot be read.");
  }
}

async function fillChannel(client: Client, gap: Gap, take: TakeMessage, { options, log, stopping }: CatchUpParts) {
  const { channelId, seen } = gap;
  const channel = await client.channels.fetch(channelId);
  if (channel?.isTextBased() !== true) return;
  let after = gap.after.toString();
  let left = options.catchUpMessages;
  while (!stopping.aborted) {
    // Not kept in the cache: a message that is there is not heard when it comes again.
    const found = await channel.messages.fetch({ after, limit: pageLength, cache: false });
    const page = [...found.values()].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    for (const message of page) {
      if (BigInt(message.id) > seen) left -= 1;
      if (left < 0) return log.warn({ channelId }, "More was missed in a channel than is answered.");
      await take(message);
    }
    if (page.length < pageLength) return;
    after = page.at(-1)?.id ?? after;
  }
}
