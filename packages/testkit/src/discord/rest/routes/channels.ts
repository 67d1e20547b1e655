import type {
  RESTPatchAPIChannelJSONBody,
  RESTPostAPIChannelMessagesThreadsJSONBody,
  RESTPostAPIChannelThreadsJSONBody,
  RESTPostAPICurrentUserCreateDMChannelJSONBody,
  RESTPostAPIGuildForumThreadsJSONBody,
} from "discord-api-types/v10";
import { ChannelType, PermissionFlagsBits } from "discord-api-types/v10";
import { presentChannel, presentThreadMember } from "../../present/channel.ts";
import { channelEvent, threadEvent } from "../../present/guild-events.ts";
import { presentMessage } from "../../present/message.ts";
import type { Account } from "../../world/account.ts";
import type { Channel, ThreadState } from "../../world/channel.ts";
import { directMessages } from "../../world/direct-messages.ts";
import { postMessage } from "../../world/message-writer.ts";
import { deleteChannel, openThread, setThreadMember } from "../../world/threads.ts";
import { may, requirePermissions, requireUnarchived } from "../access.ts";
import { ApiError, invalidField } from "../api-error.ts";
import { readMessageBody, settableFlags } from "../message-body.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestScene, type Route, noContent, ok } from "../route.ts";

/** Channels, threads and direct messages. */
export const channelRoutes: readonly Route[] = [
  { method: "GET", path: "/channels/{channel_id}", handle: getChannel },
  { method: "PATCH", path: "/channels/{channel_id}", handle: updateChannel },
  { method: "DELETE", path: "/channels/{channel_id}", handle: removeChannel },
  { method: "POST", path: "/users/@me/channels", handle: createDirectMessages },
  { method: "POST", path: "/channels/{channel_id}/messages/{message_id}/threads", handle: openFromMessage },
  { method: "POST", path: "/channels/{channel_id}/threads", handle: openWithoutMessage },
  { method: "GET", path: "/channels/{channel_id}/thread-members", handle: listThreadMembers },
  { method: "PUT", path: "/channels/{channel_id}/thread-members/@me", handle: joinThread },
  { method: "DELETE", path: "/channels/{channel_id}/thread-members/@me", handle: leaveThread },
  { method: "PUT", path: "/channels/{channel_id}/thread-members/{user_id}", handle: addThreadMember },
  { method: "DELETE", path: "/channels/{channel_id}/thread-members/{user_id}", handle: removeThreadMember },
  { method: "GET", path: "/guilds/{guild_id}/threads/active", handle: listActiveThreads },
  { method: "GET", path: "/channels/{channel_id}/threads/archived/public", handle: listArchivedThreads },
];

function find(call: RestCall, { world }: RestScene): Channel {
  const channel = world.channel(call.parameter("channel_id"));
  requirePermissions(channel, call.bot);
  return channel;
}

function getChannel(call: RestCall, scene: RestScene) {
  return ok(presentChannel(find(call, scene), call.bot));
}

function updateChannel(call: RestCall, scene: RestScene) {
  const channel = find(call, scene);
  const body = call.body<RESTPatchAPIChannelJSONBody>();
  if (channel.guild === undefined) throw new ApiError("notInDirectMessages");
  if (channel.thread === undefined) requirePermissions(channel, call.bot, PermissionFlagsBits.ManageChannels);
  else updateThread(channel, channel.thread, body, call.bot, scene.world.clock.now());
  if (body.name !== undefined && body.name !== null) channel.name = body.name;
  if (body.topic !== undefined) channel.topic = body.topic;
  const name =
    channel.thread === undefined ? channelEvent("CHANNEL_UPDATE", channel) : threadEvent("THREAD_UPDATE", channel);
  scene.world.emit(name);
  return ok(presentChannel(channel, call.bot));
}

function updateThread(
  channel: Channel,
  thread: ThreadState,
  body: RESTPatchAPIChannelJSONBody,
  bot: Account,
  now: number,
) {
  const mayManage = may(channel, bot, PermissionFlagsBits.ManageThreads);
  const isLocking = body.locked !== undefined && body.locked !== thread.isLocked;
  // A member may bring an unlocked thread back; all else takes its owner, and locking a moderator (Discord, "Threads").
  const isOnlyUnarchiving = body.archived === false && Object.keys(body).length === 1 && !thread.isLocked;
  const mayChange = thread.ownerId === bot.id ? !isLocking : isOnlyUnarchiving;
  if (!mayManage && !mayChange) throw new ApiError("missingPermissions");
  if (body.archived !== false) requireUnarchived(channel);
  if (body.archived !== undefined && body.archived !== thread.isArchived) {
    thread.isArchived = body.archived;
    thread.archiveChangedAt = now;
  }
  if (body.locked !== undefined) thread.isLocked = body.locked;
  if (body.auto_archive_duration !== undefined) thread.autoArchiveMinutes = body.auto_archive_duration;
}

function removeChannel(call: RestCall, scene: RestScene) {
  const channel = find(call, scene);
  if (channel.guild !== undefined) {
    const wanted = channel.thread === undefined ? "ManageChannels" : "ManageThreads";
    requirePermissions(channel, call.bot, PermissionFlagsBits[wanted]);
    deleteChannel(scene.world, channel);
  }
  return ok(presentChannel(channel, call.bot));
}

function createDirectMessages(call: RestCall, { world }: RestScene) {
  const { recipient_id: id } = call.body<RESTPostAPICurrentUserCreateDMChannelJSONBody>();
  const recipient = world.accounts.get(id);
  if (recipient === undefined) throw invalidField(["recipient_id"], "INVALID_RECIPIENT", "Invalid Recipient(s)");
  if (recipient.isBot) throw new ApiError("cannotMessageUser");
  return ok(presentChannel(directMessages(world, call.bot, recipient), call.bot));
}

function openFromMessage(call: RestCall, scene: RestScene) {
  const channel = find(call, scene);
  const body = call.body<RESTPostAPIChannelMessagesThreadsJSONBody>();
  const canHaveThreads = channel.type === ChannelType.GuildText || channel.type === ChannelType.GuildAnnouncement;
  if (!canHaveThreads) throw new ApiError("notATextChannel");
  requirePermissions(channel, call.bot, PermissionFlagsBits.CreatePublicThreads);
  const from = scene.world.message(channel, call.parameter("message_id"));
  if (from.threadId !== undefined) throw new ApiError("threadExists");
  const autoArchiveMinutes = body.auto_archive_duration;
  const thread = openThread(scene.world, channel, { name: body.name, owner: call.bot, from, autoArchiveMinutes });
  return { status: 201, body: presentChannel(thread, call.bot) };
}

function openWithoutMessage(call: RestCall, scene: RestScene) {
  const channel = find(call, scene);
  if (channel.isThreadOnly) return openForumThread(call, channel, scene);
  const body = call.body<RESTPostAPIChannelThreadsJSONBody>();
  const isPrivate = body.type === ChannelType.PrivateThread;
  const wanted = isPrivate ? "CreatePrivateThreads" : "CreatePublicThreads";
  requirePermissions(channel, call.bot, PermissionFlagsBits[wanted]);
  const autoArchiveMinutes = body.auto_archive_duration;
  const thread = openThread(scene.world, channel, { name: body.name, owner: call.bot, isPrivate, autoArchiveMinutes });
  return { status: 201, body: presentChannel(thread, call.bot) };
}

function openForumThread(call: RestCall, channel: Channel, { world, files }: RestScene) {
  const { message: first, ...body } = call.body<RESTPostAPIGuildForumThreadsJSONBody>();
  requirePermissions(channel, call.bot, PermissionFlagsBits.SendMessages);
  const draft = readMessageBody(first, { files, uploads: call.files, channelId: channel.id });
  const autoArchiveMinutes = body.auto_archive_duration;
  const thread = openThread(world, channel, { name: body.name, owner: call.bot, autoArchiveMinutes });
  const message = postMessage(world, thread, { ...draft, author: call.bot, flags: settableFlags(first.flags) });
  const shown = presentMessage(message, { world, channel: thread, viewer: call.bot });
  return { status: 201, body: { ...presentChannel(thread, call.bot), message: shown } };
}

function listThreadMembers(call: RestCall, scene: RestScene) {
  const channel = find(call, scene);
  return ok([...(channel.thread?.members ?? [])].map((id) => presentThreadMember(channel, id)));
}

function listActiveThreads(call: RestCall, { world }: RestScene) {
  const guild = world.guilds.get(call.parameter("guild_id"));
  if (guild === undefined || !guild.members.has(call.bot.id)) throw new ApiError("unknownGuild");
  const threads = world
    .channelsOf(guild)
    .filter(
      (channel) => channel.thread?.isArchived === false && may(channel, call.bot, PermissionFlagsBits.ViewChannel),
    );
  return ok(presentThreadList(threads, call.bot));
}

function listArchivedThreads(call: RestCall, scene: RestScene) {
  const parent = find(call, scene);
  requirePermissions(parent, call.bot, PermissionFlagsBits.ReadMessageHistory);
  const threads = [...scene.world.channels.values()].filter(
    (channel) =>
      channel.parent === parent &&
      !channel.isDeleted &&
      channel.type !== ChannelType.PrivateThread &&
      channel.thread?.isArchived === true,
  );
  const newestFirst = threads.toSorted(
    (left, right) => (right.thread?.archiveChangedAt ?? 0) - (left.thread?.archiveChangedAt ?? 0),
  );
  return ok(presentThreadList(newestFirst, call.bot));
}

function presentThreadList(threads: readonly Channel[], bot: Account): object {
  const joined = threads.filter(({ thread }) => thread?.members.has(bot.id) === true);
  return {
    threads: threads.map((thread) => presentChannel(thread, bot)),
    members: joined.map((thread) => presentThreadMember(thread, bot.id)),
    has_more: false,
  };
}

function joinThread(call: RestCall, scene: RestScene) {
  return changeMember(call, scene, call.bot.id, true);
}

function leaveThread(call: RestCall, scene: RestScene) {
  return changeMember(call, scene, call.bot.id, false);
}

function addThreadMember(call: RestCall, scene: RestScene) {
  return changeMember(call, scene, call.parameter("user_id"), true);
}

function removeThreadMember(call: RestCall, scene: RestScene) {
  const channel = find(call, scene);
  if (channel.thread?.ownerId !== call.bot.id) {
    requirePermissions(channel, call.bot, PermissionFlagsBits.ManageThreads);
  }
  return changeMember(call, scene, call.parameter("user_id"), false);
}

function changeMember(call: RestCall, scene: RestScene, accountId: string, isMember: boolean) {
  const channel = find(call, scene);
  if (channel.thread === undefined) throw new ApiError("notATextChannel");
  if (!scene.world.accounts.has(accountId)) throw new ApiError("unknownUser");
  requireUnarchived(channel);
  setThreadMember(scene.world, channel, accountId, isMember);
  return noContent;
}
