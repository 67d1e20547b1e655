import type { Channel } from "../world/channel.ts";
import type { Message } from "../world/message.ts";
import { ApiError } from "./api-error.ts";
import type { BotCall } from "./api-method.ts";

/**
 * The channel that a call names, as far as the bot can see it: private ones and direct messages only as a member.
 * @throws ApiError `channel_not_found`.
 */
export function findChannel(call: BotCall, name = "channel"): Channel {
  const id = call.args.required(name, "channel_not_found");
  const channel = call.workspace.channels.get(id);
  const isHidden = channel?.kind !== "public" && channel?.members.has(call.installation.botUserId) !== true;
  if (channel === undefined || isHidden) throw new ApiError("channel_not_found");
  return channel;
}

/**
 * The channel that a call wants to write to. The id of a person means the direct messages with that person.
 * @throws ApiError `channel_not_found`, `is_archived`, `not_in_channel`.
 */
export function findWritableChannel(call: BotCall): Channel {
  const id = call.args.required("channel", "channel_not_found");
  const channel = call.workspace.accounts.has(id) ? openDirect(call, [id]) : findChannel(call);
  if (channel.isArchived) throw new ApiError("is_archived");
  const isMember = channel.members.has(call.installation.botUserId);
  const mayWriteAnywhere = channel.kind === "public" && call.token.scopes.includes("chat:write.public");
  if (!isMember && !mayWriteAnywhere) throw new ApiError("not_in_channel");
  return channel;
}

/** The direct messages between the bot and these people; they begin here if there are none yet. */
export function openDirect(call: BotCall, people: readonly string[]): Channel {
  const members = new Set([call.installation.botUserId, ...people]);
  return call.directs.open(call.workspace, members, call.installation.botUserId);
}

/**
 * The bot's own message that a call names.
 * @throws ApiError `message_not_found`, or `foreignCode` when somebody else wrote it.
 */
export function findOwnMessage(call: BotCall, channel: Channel, foreignCode: string): Message {
  const message = findMessage(call, channel, "ts");
  if (message.author.botId !== call.installation.botId) throw new ApiError(foreignCode);
  return message;
}

/** @throws ApiError `message_not_found`. */
export function findMessage(call: BotCall, channel: Channel, name: string): Message {
  const message = channel.message(call.args.required(name, "message_not_found"));
  if (message === undefined) throw new ApiError("message_not_found");
  return message;
}
