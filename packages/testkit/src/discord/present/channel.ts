import type { APIChannel, APIThreadMember } from "discord-api-types/v10";
import { ChannelType } from "discord-api-types/v10";
import type { Account } from "../world/account.ts";
import type { Channel } from "../world/channel.ts";
import { isoTime, timeOf } from "../world/snowflakes.ts";
import { noFlags } from "./no-flags.ts";
import { presentUser } from "./user.ts";

/** What every form of channel is a piece of; the description tells the forms apart by their required fields. */
export type ChannelPayload = APIChannel;

/** A channel as the API shows it to `viewer`, who matters in direct messages: it shows the others. */
export function presentChannel(channel: Channel, viewer: Account): ChannelPayload {
  if (channel.guild === undefined) return presentDirect(channel, viewer);
  return channel.thread === undefined ? presentGuildChannel(channel) : presentThread(channel, viewer);
}

/** A thread's member. */
export function presentThreadMember(thread: Channel, accountId: string): APIThreadMember {
  return { id: thread.id, user_id: accountId, join_timestamp: isoTime(timeOf(thread.id)), flags: noFlags };
}

function presentDirect(channel: Channel, viewer: Account): ChannelPayload {
  return {
    id: channel.id,
    type: ChannelType.DM,
    name: null,
    flags: noFlags,
    last_message_id: channel.lastMessageId,
    recipients: channel.recipients.filter(({ id }) => id !== viewer.id).map(presentUser),
  };
}

function presentGuildChannel(channel: Channel): ChannelPayload {
  const base = {
    id: channel.id,
    guild_id: channel.guild?.id ?? "0",
    name: channel.name,
    position: 0,
    flags: noFlags,
    parent_id: channel.parent?.id ?? null,
    permission_overwrites: [...channel.overwrites],
    nsfw: false,
    rate_limit_per_user: 0,
  };
  if (channel.isThreadOnly) {
    const forum = { ...base, topic: channel.topic, last_message_id: channel.lastMessageId, available_tags: [] };
    return {
      ...forum,
      type: ChannelType.GuildForum,
      default_reaction_emoji: null,
      default_sort_order: null,
      default_forum_layout: 0,
    };
  }
  if (channel.type === ChannelType.GuildCategory) return { ...base, parent_id: null, type: ChannelType.GuildCategory };
  const text = { ...base, topic: channel.topic, last_message_id: channel.lastMessageId };
  const type = channel.type === ChannelType.GuildAnnouncement ? ChannelType.GuildAnnouncement : ChannelType.GuildText;
  return { ...text, type };
}

function presentThread(channel: Channel, viewer: Account): ChannelPayload {
  const { thread, messages } = channel;
  if (thread === undefined) throw new Error(`${channel.id} is no thread.`);
  const count = messages.filter(({ visibleTo }) => visibleTo === undefined).length;
  return {
    id: channel.id,
    type: threadType(channel.type),
    guild_id: channel.guild?.id ?? "0",
    parent_id: channel.parent?.id ?? "0",
    owner_id: thread.ownerId,
    name: channel.name,
    flags: noFlags,
    last_message_id: channel.lastMessageId,
    rate_limit_per_user: 0,
    message_count: count,
    total_message_sent: count,
    member_count: thread.members.size,
    applied_tags: [],
    thread_metadata: {
      archived: thread.isArchived,
      locked: thread.isLocked,
      auto_archive_duration: thread.autoArchiveMinutes,
      archive_timestamp: isoTime(thread.archiveChangedAt),
      create_timestamp: isoTime(timeOf(channel.id)),
      ...(channel.type === ChannelType.PrivateThread ? { invitable: true } : {}),
    },
    ...(thread.members.has(viewer.id) ? { member: presentThreadMember(channel, viewer.id) } : {}),
  };
}

function threadType(type: ChannelType) {
  if (type === ChannelType.PrivateThread) return ChannelType.PrivateThread;
  return type === ChannelType.AnnouncementThread ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
}
