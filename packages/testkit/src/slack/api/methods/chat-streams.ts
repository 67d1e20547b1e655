import type { AnyBlock } from "@slack/types";
import { slackLimits } from "../../limits.ts";
import { presentMessage } from "../../present/present-message.ts";
import { fieldOf, listOf, textOf } from "../../read.ts";
import type { Channel } from "../../world/channel.ts";
import type { Message } from "../../world/message.ts";
import { ApiError } from "../api-error.ts";
import { type ApiMethod, type BotCall, botMethod } from "../api-method.ts";
import { checkBlocks } from "../check-blocks.ts";
import { findChannel, findOwnMessage, findWritableChannel } from "../find-channel.ts";
import { readMetadata } from "../read-wording.ts";
import { authorOf, threadOf } from "./chat.ts";

/** Messages that grow while people read them. */
export const chatStreamMethods: readonly ApiMethod[] = [
  botMethod("chat.startStream", 2, ["chat:write"], startStream),
  botMethod("chat.appendStream", 4, ["chat:write"], appendStream),
  botMethod("chat.stopStream", 2, ["chat:write"], stopStream),
];

function startStream(call: BotCall): object {
  const channel = findWritableChannel(call);
  call.args.required("thread_ts");
  const threadTs = threadOf(call, channel);
  if (channel.kind !== "im") checkRecipient(call);
  const wording = { text: readPiece(call) ?? "", blocks: readBlocks(call), isMarkdown: true };
  const message = call.conversations.post(channel, { author: authorOf(call), wording, threadTs, isStream: true });
  call.streams.begin(channel, message);
  return { channel: channel.id, ts: message.ts };
}

function appendStream(call: BotCall): object {
  const channel = findChannel(call);
  const message = findStream(call, channel);
  const piece = readPiece(call);
  if (piece === undefined && listOf(call.args.json("chunks")).length === 0) throw new ApiError("no_text");
  const blocks = [...message.blocks, ...readBlocks(call)];
  call.conversations.extend(channel, message, { text: message.text + (piece ?? ""), blocks, isMarkdown: true });
  return { channel: channel.id, ts: message.ts };
}

function stopStream(call: BotCall): object {
  const channel = findChannel(call);
  const message = findStream(call, channel);
  const text = message.text + (readPiece(call) ?? "");
  const given = call.args.json("blocks", "invalid_blocks_format");
  const added: readonly AnyBlock[] = given === undefined ? [] : checkBlocks(given);
  const blocks = [...message.blocks, ...readBlocks(call), ...added];
  // What was appended was accepted; only the end says that it was too much.
  if (text.length > slackLimits.streamText) throw new ApiError("msg_too_long");
  const metadata = readMetadata(call.args) ?? message.metadata;
  call.conversations.extend(channel, message, { text, blocks, metadata, isMarkdown: true });
  call.streams.stop(channel, message);
  return { channel: channel.id, ts: message.ts, message: presentMessage(message, channel, { withMetadata: true }) };
}

function findStream(call: BotCall, channel: Channel): Message {
  const message = findOwnMessage(call, channel, "message_not_owned_by_app");
  if (message.stream !== "streaming") throw new ApiError("message_not_in_streaming_state");
  return message;
}

function checkRecipient(call: BotCall): void {
  if (!call.args.has("recipient_team_id")) throw new ApiError("missing_recipient_team_id");
  const userId = call.args.text("recipient_user_id");
  if (userId === undefined) throw new ApiError("missing_recipient_user_id");
  if (!call.workspace.accounts.has(userId)) throw new ApiError("user_not_found");
}

/** The text of a call, from `markdown_text` or from the chunks of text. */
function readPiece(call: BotCall): string | undefined {
  const markdown = call.args.text("markdown_text");
  const chunks = listOf(call.args.json("chunks", "invalid_chunks")).map(readChunk);
  const text = [markdown, ...chunks].filter((piece) => piece !== undefined).join("");
  const isTooLong = [markdown, ...chunks].some((piece) => (piece ?? "").length > slackLimits.markdownText);
  if (isTooLong) throw new ApiError("msg_too_long");
  return text === "" ? undefined : text;
}

/** The blocks of a call's chunks, which stand behind the text (docs, "Text streaming", blocks chunk). */
function readBlocks(call: BotCall): readonly AnyBlock[] {
  const chunks = listOf(call.args.json("chunks", "invalid_chunks"));
  return chunks
    .filter((chunk) => fieldOf(chunk, "type") === "blocks")
    .flatMap((chunk) => checkBlocks(fieldOf(chunk, "blocks")));
}

/** Tasks and plans are shown beside the text and are no part of it. */
function readChunk(chunk: unknown): string | undefined {
  const type = textOf(fieldOf(chunk, "type"));
  if (type === undefined) throw new ApiError("invalid_chunks");
  return type === "markdown_text" ? textOf(fieldOf(chunk, "text")) : undefined;
}
