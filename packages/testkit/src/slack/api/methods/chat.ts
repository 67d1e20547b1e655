import { slackLimits } from "../../limits.ts";
import { fieldOf } from "../../read.ts";
import { presentMessage } from "../../present/present-message.ts";
import type { Channel } from "../../world/channel.ts";
import type { Message, MessageAuthor } from "../../world/message.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";
import { findChannel, findMessage, findOwnMessage, findWritableChannel } from "../find-channel.ts";
import { readWording } from "../read-wording.ts";

/** Posting, changing and deleting messages. */
export const chatMethods: readonly ApiMethod[] = [
  botMethod("chat.postMessage", "post", ["chat:write"], postMessage),
  botMethod("chat.postEphemeral", 4, ["chat:write"], postEphemeral),
  botMethod("chat.update", 3, ["chat:write"], update),
  botMethod("chat.delete", 3, ["chat:write"], remove),
  botMethod("chat.getPermalink", "none", [], getPermalink),
];

/** The bot as the author of what it writes. */
export function authorOf(call: BotCall): MessageAuthor {
  const { botUserId, botId, appId } = call.installation;
  return { userId: botUserId, botId, appId };
}

/**
 * The root of the thread that a call writes to. Slack takes the ts of a reply too and then starts nothing that people
 * see in the thread; here it is refused, so that whoever mixes them up is told.
 * @throws ApiError `thread_not_found`, `cannot_reply_to_message`.
 */
export function threadOf(call: BotCall, channel: Channel): string | undefined {
  const ts = call.args.text("thread_ts");
  if (ts === undefined) return undefined;
  const root = channel.message(ts);
  if (root === undefined) throw new ApiError("thread_not_found");
  if (root.threadTs !== undefined) throw new ApiError("cannot_reply_to_message");
  return ts;
}

function postMessage(call: BotCall): object {
  const channel = findWritableChannel(call);
  const wording = readWording(call.args, { textLimit: slackLimits.text, refusesLongText: false });
  const threadTs = threadOf(call, channel);
  const isBroadcast = threadTs !== undefined && call.args.flag("reply_broadcast");
  const message = call.conversations.post(channel, {
    author: authorOf(call),
    wording,
    threadTs,
    subtype: isBroadcast ? "thread_broadcast" : undefined,
  });
  return { channel: channel.id, ts: message.ts, message: presentMessage(message, channel, { withMetadata: true }) };
}

function postEphemeral(call: BotCall): object {
  const channel = findWritableChannel(call);
  const userId = call.args.required("user", "user_not_in_channel");
  if (!channel.members.has(userId)) throw new ApiError("user_not_in_channel");
  const { text, blocks = [] } = readWording(call.args, { textLimit: slackLimits.text, refusesLongText: false });
  const ts = call.world.ids.ts();
  const threadTs = threadOf(call, channel);
  channel.ephemerals.push({ ts, userId, appId: call.app.id, text, blocks, threadTs });
  return { message_ts: ts };
}

function update(call: BotCall): object {
  const channel = findChannel(call);
  const message = findOwnMessage(call, channel, "cant_update_message");
  if (message.stream === "streaming") throw new ApiError("streaming_state_conflict");
  const wording = readWording(call.args, { textLimit: slackLimits.updatedText, refusesLongText: true });
  const { blocks = [] } = wording;
  // Metadata stays unless the call says otherwise; an empty object takes it away.
  const metadata = isEmptyMetadata(call) ? undefined : (wording.metadata ?? message.metadata);
  call.conversations.revise(channel, message, { ...wording, metadata }, blocks.length === 0);
  return updated(channel, message);
}

function updated(channel: Channel, message: Message): object {
  return { channel: channel.id, ts: message.ts, text: message.text, message: presentMessage(message, channel) };
}

function isEmptyMetadata(call: BotCall): boolean {
  const value = call.args.json("metadata");
  return typeof value === "object" && value !== null && fieldOf(value, "event_type") === undefined;
}

function remove(call: BotCall): object {
  const channel = findChannel(call);
  const message = findOwnMessage(call, channel, "cant_delete_message");
  call.conversations.remove(channel, message);
  return { channel: channel.id, ts: message.ts };
}

function getPermalink(call: BotCall): object {
  const channel = findChannel(call);
  const message = findMessage(call, channel, "message_ts");
  const link = `https://${call.workspace.domain}.slack.com/archives/${channel.id}/p${message.ts.replace(".", "")}`;
  const thread = message.threadTs === undefined ? "" : `?thread_ts=${message.threadTs}&cid=${channel.id}`;
  return { channel: channel.id, permalink: `${link}${thread}` };
}
