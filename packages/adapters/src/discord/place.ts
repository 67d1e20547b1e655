import type { JsonValue, SessionKey } from "@keyturn/core";
import { z } from "zod";
import type { DiscordOptions } from "./discord-options.ts";

/** Where something happened on Discord. */
export interface DiscordPlace {
  /** The channel, thread or direct messages. */
  readonly channelId: string;
  /** The channel that a thread belongs to; undefined where it is no thread. */
  readonly parentId?: string | undefined;
  /** Undefined in direct messages. */
  readonly guildId?: string | undefined;
  /** Whether threads can be opened from a message here. */
  readonly hasThreads: boolean;
}

/** Who did it there, by which message. */
export interface DiscordAct {
  readonly userId: string;
  /** The message from which a thread would be opened; undefined for commands and buttons. */
  readonly messageId?: string | undefined;
}

/** Where answers go; kept with the session. */
export interface ReplyAddress {
  /** The channel, or the thread. */
  readonly channel: string;
  /** The message that is answered, where answers refer to it. */
  readonly question?: string | undefined;
  /** True when answers go to the thread of `question`, which is opened with the first of them. */
  readonly opensThread?: boolean | undefined;
}

/** The conversation that something belongs to, and where it is answered. */
export interface DiscordConversation {
  readonly key: SessionKey;
  readonly replyAddress: ReplyAddress;
}

const addressSchema: z.ZodType<ReplyAddress> = z.object({
  channel: z.string(),
  question: z.string().optional(),
  opensThread: z.boolean().optional(),
});

/** The one function that makes session keys and reply addresses of Discord: of messages, commands, buttons, edits alike. */
export function conversationOf(
  { channelId, parentId, guildId, hasThreads }: DiscordPlace,
  { userId, messageId }: DiscordAct,
  { adapter, account, scope }: { readonly adapter: string; readonly account: string } & Pick<DiscordOptions, "scope">,
): DiscordConversation {
  const bot = { adapter, account };
  const reply = { channel: channelId, ...(messageId !== undefined && { question: messageId }) };
  if (guildId === undefined) return { key: { ...bot, place: channelId }, replyAddress: { channel: channelId } };
  const person = scope === "person" ? { person: userId } : {};
  if (parentId !== undefined) {
    return { key: { ...bot, place: parentId, thread: channelId, ...person }, replyAddress: { channel: channelId } };
  }
  if (scope !== "thread" || !hasThreads || messageId === undefined) {
    return { key: { ...bot, place: channelId, ...person }, replyAddress: reply };
  }
  // A thread that is opened from a message has the message's id: the key is known before there is a thread.
  return { key: { ...bot, place: channelId, thread: messageId }, replyAddress: { ...reply, opensThread: true } };
}

/** Where the answers of a session go: as its last message said, else what its key tells. */
export function replyAddressOf(key: SessionKey, kept: JsonValue | undefined): ReplyAddress {
  const read = addressSchema.safeParse(kept);
  return read.success ? read.data : { channel: key.thread ?? key.place };
}

/** As the session keeps it. */
export function addressToJson({ channel, question, opensThread }: ReplyAddress): JsonValue {
  return {
    channel,
    ...(question !== undefined && { question }),
    ...(opensThread !== undefined && { opensThread }),
  };
}
