import { type Channel, ChannelType } from "discord.js";
import type { DiscordPlace } from "./place.ts";

const threadedTypes: ReadonlySet<ChannelType> = new Set([ChannelType.GuildText, ChannelType.GuildAnnouncement]);

/** Where a channel of discord.js is; undefined where nobody can talk in it. */
export function placeOf(channel: Channel): DiscordPlace | undefined {
  if (channel.isDMBased()) return { channelId: channel.id, hasThreads: false };
  if (!channel.isTextBased()) return undefined;
  const { id: channelId, guildId } = channel;
  if (channel.isThread()) {
    return channel.parentId === null
      ? undefined
      : { channelId, parentId: channel.parentId, guildId, hasThreads: false };
  }
  return { channelId, guildId, hasThreads: threadedTypes.has(channel.type) };
}
