import type {
  RESTPatchAPIChannelMessageJSONBody,
  RESTPostAPIChannelMessageJSONBody,
  RESTPostAPIChannelMessagesBulkDeleteJSONBody,
} from "discord-api-types/v10";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { presentMessage } from "../../present/message.ts";
import { typingEvent } from "../../present/message-events.ts";
import type { Channel } from "../../world/channel.ts";
import type { Message } from "../../world/message.ts";
import { deleteMessage, deleteMessages, editMessage, postMessage } from "../../world/message-writer.ts";
import { setArchived } from "../../world/threads.ts";
import { may, requirePermissions, requireSending, requireUnarchived } from "../access.ts";
import { ApiError, invalidField } from "../api-error.ts";
import { readMessageBody, settableFlags } from "../message-body.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestScene, type Route, noContent, ok } from "../route.ts";
import { selectMessages } from "./select-messages.ts";

/** How long a nonce is remembered, in milliseconds: "the past few minutes" (Discord, "Message", Create Message). */
const nonceMemory = 5 * 60 * 1000;

/** `/channels/{channel_id}/messages` and what lies below it, and typing. */
export const messageRoutes: readonly Route[] = [
  { method: "GET", path: "/channels/{channel_id}/messages", handle: listMessages },
  { method: "POST", path: "/channels/{channel_id}/messages", handle: createMessage },
  { method: "POST", path: "/channels/{channel_id}/messages/bulk-delete", handle: bulkDelete },
  { method: "GET", path: "/channels/{channel_id}/messages/{message_id}", handle: getMessage },
  { method: "PATCH", path: "/channels/{channel_id}/messages/{message_id}", handle: updateMessage },
  { method: "DELETE", path: "/channels/{channel_id}/messages/{message_id}", handle: removeMessage },
  { method: "POST", path: "/channels/{channel_id}/typing", handle: startTyping },
];

function listMessages(call: RestCall, { world }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  requirePermissions(channel, call.bot);
  // Without the permission Discord answers an empty list, not an error (Discord, "Message", Get Channel Messages).
  if (!may(channel, call.bot, PermissionFlagsBits.ReadMessageHistory)) return ok([]);
  const messages = selectMessages(channel.visibleMessages, call);
  return ok(messages.map((message) => presentMessage(message, { world, channel, viewer: call.bot })));
}

function getMessage(call: RestCall, { world }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  requirePermissions(channel, call.bot, PermissionFlagsBits.ReadMessageHistory);
  const message = world.message(channel, call.parameter("message_id"));
  return ok(presentMessage(message, { world, channel, viewer: call.bot }));
}

function createMessage(call: RestCall, { world, files }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  const body = call.body<RESTPostAPIChannelMessageJSONBody>();
  requireSending(channel, call.bot);
  if (call.files.length > 0) requirePermissions(channel, call.bot, PermissionFlagsBits.AttachFiles);
  const scene = { world, channel, viewer: call.bot };
  const earlier = findByNonce(call, channel, body, world.clock.now());
  if (earlier?.isDeleted === true) throw new ApiError("unknownMessage");
  if (earlier !== undefined) return ok(presentMessage(earlier, scene));
  const draft = readMessageBody(body, { files, uploads: call.files, channelId: channel.id });
  const reference = readReference(body, channel, call);
  setArchived(world, channel, false);
  const posting = { ...draft, author: call.bot, nonce: body.nonce, flags: settableFlags(body.flags), reference };
  return ok(presentMessage(postMessage(world, channel, posting), scene));
}

function findByNonce(
  { bot }: RestCall,
  channel: Channel,
  { nonce, enforce_nonce }: RESTPostAPIChannelMessageJSONBody,
  now: number,
): Message | undefined {
  if (enforce_nonce !== true || nonce === undefined) return undefined;
  return channel.messages.findLast(
    (message) => message.author === bot && message.nonce === nonce && now - message.createdAt < nonceMemory,
  );
}

function readReference(
  { message_reference: reference }: RESTPostAPIChannelMessageJSONBody,
  channel: Channel,
  call: RestCall,
) {
  if (reference === undefined || reference === null) return undefined;
  if (!may(channel, call.bot, PermissionFlagsBits.ReadMessageHistory)) throw new ApiError("noReadHistory");
  const found = channel.messages.find(({ id }) => id === reference.message_id);
  if (found !== undefined && !found.isDeleted) return { messageId: found.id, channelId: channel.id };
  if (reference.fail_if_not_exists === false) return undefined;
  throw invalidField(["message_reference"], "REPLIES_UNKNOWN_MESSAGE", "Unknown message");
}

function updateMessage(call: RestCall, { world, files }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  const body = call.body<RESTPatchAPIChannelMessageJSONBody>();
  requirePermissions(channel, call.bot);
  const message = world.message(channel, call.parameter("message_id"));
  if (message.author !== call.bot) throw new ApiError("notTheAuthor");
  requireUnarchived(channel);
  const scene = { files, uploads: call.files, channelId: channel.id, edited: message };
  editMessage(world, channel, message, readMessageBody(body, scene));
  return ok(presentMessage(message, { world, channel, viewer: call.bot }));
}

function removeMessage(call: RestCall, { world }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  requirePermissions(channel, call.bot);
  const message = world.message(channel, call.parameter("message_id"));
  if (message.author !== call.bot) {
    if (channel.guild === undefined) throw new ApiError("notInDirectMessages");
    requirePermissions(channel, call.bot, PermissionFlagsBits.ManageMessages);
  }
  requireUnarchived(channel);
  deleteMessage(world, channel, message);
  return noContent;
}

function bulkDelete(call: RestCall, { world }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  if (channel.guild === undefined) throw new ApiError("notInDirectMessages");
  requirePermissions(channel, call.bot, PermissionFlagsBits.ManageMessages);
  const ids = call.body<RESTPostAPIChannelMessagesBulkDeleteJSONBody>().messages;
  deleteMessages(
    world,
    channel,
    channel.visibleMessages.filter(({ id }) => ids.includes(id)),
  );
  return noContent;
}

function startTyping(call: RestCall, { world }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  requireSending(channel, call.bot);
  const at = world.clock.now();
  channel.typing.push({ accountId: call.bot.id, at });
  world.emit(typingEvent(call.bot.id, channel, at));
  return noContent;
}
