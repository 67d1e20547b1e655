import { ChannelType } from "discord-api-types/v10";
import { channelEvent, threadEvent, threadMembersEvent } from "../present/guild-events.ts";
import type { Account } from "./account.ts";
import { Channel } from "./channel.ts";
import type { Message } from "./message.ts";
import { touchMessage } from "./message-writer.ts";
import type { World } from "./world.ts";

/** How a thread is opened. */
export interface ThreadOpening {
  readonly name: string;
  readonly owner: Account;
  /** The message that it hangs on; its id becomes the thread's. */
  readonly from?: Message | undefined;
  readonly isPrivate?: boolean | undefined;
  /** In minutes. */
  readonly autoArchiveMinutes?: number | undefined;
}

/** Opens a thread in a channel and tells the bots. */
export function openThread(world: World, parent: Channel, opening: ThreadOpening): Channel {
  const { name, owner, from } = opening;
  const thread = new Channel({
    id: from?.id ?? world.snowflakes.next(),
    type: typeOf(parent, opening.isPrivate === true),
    name,
    guild: parent.guild,
    parent,
    thread: {
      ownerId: owner.id,
      members: new Set([owner.id]),
      isArchived: false,
      isLocked: false,
      archiveChangedAt: world.clock.now(),
      autoArchiveMinutes: opening.autoArchiveMinutes ?? 1440,
    },
  });
  world.channels.set(thread.id, thread);
  world.emit(threadEvent("THREAD_CREATE", thread));
  if (from !== undefined) {
    from.threadId = thread.id;
    from.flags |= 32;
    touchMessage(world, parent, from);
  }
  return thread;
}

/** Archives a thread or brings it back. */
export function setArchived(world: World, channel: Channel, isArchived: boolean): void {
  if (channel.thread === undefined || channel.thread.isArchived === isArchived) return;
  channel.thread.isArchived = isArchived;
  channel.thread.archiveChangedAt = world.clock.now();
  world.emit(threadEvent("THREAD_UPDATE", channel));
}

/** Lets someone into a thread, or out of it. */
export function setThreadMember(world: World, channel: Channel, accountId: string, isMember: boolean): void {
  const members = channel.thread?.members;
  if (members === undefined || members.has(accountId) === isMember) return;
  if (isMember) members.add(accountId);
  world.emit(threadMembersEvent(channel, isMember ? [accountId] : [], isMember ? [] : [accountId]));
  if (!isMember) members.delete(accountId);
}

/** Deletes a channel or thread, with the threads in it. */
export function deleteChannel(world: World, channel: Channel): void {
  for (const thread of world.channels.values()) {
    if (thread.parent === channel && thread.thread !== undefined && !thread.isDeleted) deleteChannel(world, thread);
  }
  channel.isDeleted = true;
  world.emit(
    channel.thread === undefined ? channelEvent("CHANNEL_DELETE", channel) : threadEvent("THREAD_DELETE", channel),
  );
}

function typeOf(parent: Channel, isPrivate: boolean): ChannelType {
  if (isPrivate) return ChannelType.PrivateThread;
  return parent.type === ChannelType.GuildAnnouncement ? ChannelType.AnnouncementThread : ChannelType.PublicThread;
}
