import type { Channel } from "../world/channel.ts";
import type { Message, MessageContent } from "../world/message.ts";
import { presentFile } from "./present-file.ts";

/** What is shown beside the message itself. */
export interface MessageView {
  /** With the metadata, which only those who ask for it get. */
  readonly withMetadata?: boolean | undefined;
  /** An earlier wording in place of the newest. */
  readonly content?: MessageContent | undefined;
}

/** A message as history, replies, events and answers carry it. */
export function presentMessage(message: Message, channel: Channel, view: MessageView = {}): object {
  const content = view.content ?? message.content;
  const isEdited = message.isMarkedEdited && content !== message.revisions[0];
  return {
    type: "message",
    ...(message.subtype !== undefined && { subtype: message.subtype }),
    user: message.author.userId,
    text: content.text,
    ts: message.ts,
    team: message.teamId,
    ...(message.author.botId !== undefined && { bot_id: message.author.botId, app_id: message.author.appId }),
    ...(message.clientMessageId !== undefined && { client_msg_id: message.clientMessageId }),
    ...(content.blocks.length > 0 && { blocks: content.blocks }),
    ...(content.attachments.length > 0 && { attachments: content.attachments }),
    ...(message.files.length > 0 && { files: message.files.map(presentFile), upload: false }),
    ...(isEdited && { edited: { user: message.author.userId, ts: tsOf(content.at) } }),
    ...(message.stream !== undefined && {
      streaming_state: message.stream === "streaming" ? "in_progress" : "completed",
    }),
    ...(view.withMetadata === true && content.metadata !== undefined && { metadata: content.metadata }),
    ...presentReactions(message),
    ...presentThread(message, channel),
  };
}

function presentReactions(message: Message): object {
  if (message.reactions.size === 0) return {};
  return {
    reactions: [...message.reactions].map(([name, users]) => ({ name, users: [...users], count: users.size })),
  };
}

/** A reply names its root; a root counts its replies, and names itself once it has some. */
function presentThread(message: Message, channel: Channel): object {
  if (message.threadTs !== undefined) {
    const root = channel.message(message.threadTs);
    return { thread_ts: message.threadTs, ...(root !== undefined && { parent_user_id: root.author.userId }) };
  }
  const replies = channel.replies(message.ts);
  const latest = replies.at(-1);
  if (latest === undefined) return message.subtype === "assistant_app_thread" ? { thread_ts: message.ts } : {};
  const users = [...new Set(replies.map(({ author }) => author.userId))];
  return {
    thread_ts: message.ts,
    reply_count: replies.length,
    reply_users: users,
    reply_users_count: users.length,
    latest_reply: latest.ts,
    is_locked: false,
    subscribed: false,
  };
}

function tsOf(milliseconds: number): string {
  return `${Math.floor(milliseconds / 1_000)}.000000`;
}
