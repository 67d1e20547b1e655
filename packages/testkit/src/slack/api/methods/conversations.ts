import { presentChannel } from "../../present/present-channel.ts";
import { presentMessage } from "../../present/present-message.ts";
import type { Channel } from "../../world/channel.ts";
import type { Message } from "../../world/message.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";
import { findChannel, findMessage, openDirect } from "../find-channel.ts";
import { pageOf } from "../page.ts";

const readScopes = ["channels:read", "groups:read", "im:read", "mpim:read"];
const historyScopes = ["channels:history", "groups:history", "im:history", "mpim:history"];

/** Channels and what is in them. */
export const conversationMethods: readonly ApiMethod[] = [
  botMethod("conversations.info", 3, readScopes, (call) => {
    const channel = findChannel(call);
    return { channel: presentChannel(channel, call.installation.botUserId) };
  }),
  botMethod("conversations.list", 2, readScopes, list),
  botMethod("users.conversations", 3, readScopes, joined),
  botMethod("conversations.members", 4, readScopes, (call) => {
    const { items, next } = pageOf([...findChannel(call).members], call.args, 100);
    return { members: items, response_metadata: { next_cursor: next } };
  }),
  botMethod("conversations.open", 3, ["im:write", "mpim:write"], open),
  botMethod("conversations.join", 3, ["channels:join"], join),
  botMethod("conversations.history", 3, historyScopes, history),
  botMethod("conversations.replies", 3, historyScopes, replies),
];

function list(call: BotCall): object {
  return listWhere(call, ({ kind, members }) => kind === "public" || members.has(call.installation.botUserId));
}

/** The channels that the bot is in. */
function joined(call: BotCall): object {
  return listWhere(call, ({ members }) => members.has(call.installation.botUserId));
}

function listWhere(call: BotCall, isSeen: (channel: Channel) => boolean): object {
  const types = (call.args.text("types") ?? "public_channel").split(",").map((type) => type.trim());
  const seen = [...call.workspace.channels.values()].filter((channel) => {
    const type = channel.kind === "public" || channel.kind === "private" ? `${channel.kind}_channel` : channel.kind;
    return isSeen(channel) && types.includes(type) && !(call.args.flag("exclude_archived") && channel.isArchived);
  });
  const { items, next } = pageOf(seen, call.args, 100);
  const channels = items.map((channel) => presentChannel(channel, call.installation.botUserId));
  return { channels, response_metadata: { next_cursor: next } };
}

function open(call: BotCall): object {
  const users = (call.args.text("users") ?? "").split(",").filter((user) => user !== "");
  const channel = call.args.has("channel") ? findChannel(call) : openWith(call, users);
  const isWanted = call.args.flag("return_im");
  return { channel: isWanted ? presentChannel(channel, call.installation.botUserId) : { id: channel.id } };
}

function openWith(call: BotCall, users: readonly string[]): Channel {
  if (users.length === 0) throw new ApiError("users_list_not_supplied");
  if (users.some((user) => !call.workspace.accounts.has(user))) throw new ApiError("user_not_found");
  return openDirect(call, users);
}

function join(call: BotCall): object {
  const channel = findChannel(call);
  if (channel.kind !== "public") throw new ApiError("method_not_supported_for_channel_type");
  if (channel.isArchived) throw new ApiError("is_archived");
  call.conversations.join(channel, call.installation.botUserId);
  return { channel: presentChannel(channel, call.installation.botUserId) };
}

function history(call: BotCall): object {
  const channel = findReadableChannel(call);
  const newestFirst = within(call, channel.visible).toReversed();
  const { items, next } = pageOf(newestFirst, call.args, 100);
  return answerWith(call, channel, items, next);
}

function replies(call: BotCall): object {
  const channel = findReadableChannel(call);
  const named = findThreadMessage(call, channel);
  const root = named.threadTs === undefined ? named : (channel.message(named.threadTs) ?? named);
  const thread = [root, ...within(call, channel.replies(root.ts))];
  const { items, next } = pageOf(thread, call.args, 1_000);
  return answerWith(call, channel, items, next);
}

function findThreadMessage(call: BotCall, channel: Channel): Message {
  try {
    return findMessage(call, channel, "ts");
  } catch {
    throw new ApiError("thread_not_found");
  }
}

/** What is in a channel is for its members alone. */
function findReadableChannel(call: BotCall): Channel {
  const channel = findChannel(call);
  if (!channel.members.has(call.installation.botUserId)) throw new ApiError("not_in_channel");
  return channel;
}

/** What lies between `oldest` and `latest`, both left out unless `inclusive` says otherwise. */
function within(call: BotCall, messages: readonly Message[]): readonly Message[] {
  const oldest = call.args.text("oldest") ?? "0";
  const latest = call.args.text("latest") ?? "9999999999.999999";
  const isInclusive = call.args.flag("inclusive");
  return messages.filter(({ ts }) => {
    if (ts === oldest || ts === latest) return isInclusive;
    return Number(ts) > Number(oldest) && Number(ts) < Number(latest);
  });
}

function answerWith(call: BotCall, channel: Channel, messages: readonly Message[], next: string): object {
  const withMetadata = call.args.flag("include_all_metadata");
  return {
    messages: messages.map((message) => presentMessage(message, channel, { withMetadata })),
    has_more: next !== "",
    ...(next !== "" && { response_metadata: { next_cursor: next } }),
  };
}
