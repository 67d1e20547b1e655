import type { Clock, Logger } from "@keyturn/core";
import { type Client, SnowflakeUtil } from "discord.js";
import type { DiscordOptions } from "./discord-options.ts";
import type { Inbound } from "./inbound.ts";
import { isGone } from "./rest-failure.ts";
import type { SeenMessages } from "./seen-messages.ts";

/** Messages of one request; Discord, "Get Channel Messages". */
const pageLength = 100;

/** Most channels that are looked through after a gap: one request each at least. */
const mostChannels = 100;

/** The parts that catching up is made of. */
export interface CatchUpParts {
  readonly inbound: Pick<Inbound, "take">;
  readonly seen: SeenMessages;
  readonly options: Pick<DiscordOptions, "catchUpMinutes" | "catchUpMessages">;
  readonly clock: Clock;
  readonly log: Logger;
  readonly stopping: AbortSignal;
}

/**
 * Fetches what was said while no session was there to hear it: a new session of Discord's gateway replays nothing. What was
 * heard all the same is recognised by its id, in the store.
 */
export async function catchUp(client: Client, parts: CatchUpParts): Promise<void> {
  const { seen, options, clock, log, stopping } = parts;
  if (options.catchUpMinutes === 0 || options.catchUpMessages === 0) return;
  const oldest = SnowflakeUtil.generate({ timestamp: clock.now() - options.catchUpMinutes * 60_000 });
  const from = (id: bigint) => (id > oldest ? id : oldest);
  const { guilds, direct } = seen;
  const gaps: (readonly [channelId: string, after: bigint])[] = direct.map(([id, after]) => [id, from(after)]);
  // A bot that has never been here has missed nothing.
  if (guilds !== undefined) {
    for (const channel of client.channels.cache.values()) {
      if (channel.isDMBased() || !channel.isTextBased() || channel.lastMessageId === null) continue;
      if (BigInt(channel.lastMessageId) > from(guilds)) gaps.push([channel.id, from(guilds)]);
    }
  }
  if (gaps.length > mostChannels)
    log.warn({ channels: gaps.length }, "Too many channels have missed messages; not all are looked through.");
  for (const [channelId, after] of gaps.slice(0, mostChannels)) {
    if (stopping.aborted) return;
    try {
      await catchUpChannel(client, channelId, after, parts);
    } catch (error) {
      if (!isGone(error)) log.warn({ err: error, channelId }, "What was missed in a channel cannot be read.");
    }
  }
}

async function catchUpChannel(client: Client, channelId: string, after: bigint, parts: CatchUpParts): Promise<void> {
  const { inbound, options, stopping } = parts;
  const channel = await client.channels.fetch(channelId);
  if (channel?.isTextBased() !== true) return;
  let last = after.toString();
  for (let left = options.catchUpMessages; left > 0 && !stopping.aborted; left -= pageLength) {
    // Not kept in the cache: a message that is there is not heard when it comes again.
    const found = await channel.messages.fetch({ after: last, limit: Math.min(left, pageLength), cache: false });
    const page = [...found.values()].toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
    for (const message of page) await inbound.take(message);
    last = page.at(-1)?.id ?? last;
    if (page.length < pageLength) return;
  }
}
