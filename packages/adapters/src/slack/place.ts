import type { JsonValue, SessionKey } from "@keyturn/core";
import { z } from "zod";
import type { SlackOptions } from "./slack-options.ts";

/** Where somebody acts, as Slack tells it. */
export interface SlackPlace {
  readonly teamId: string;
  readonly channelId: string;
  readonly isDirect: boolean;
  /** The root of the thread; undefined outside of threads, and for the root itself. */
  readonly threadTs: string | undefined;
  /** The message; undefined for what is none, such as a slash command. */
  readonly messageTs: string | undefined;
  readonly userId: string;
}

/** Where answers go; kept with the session. */
export interface SlackReplyAddress {
  readonly channel: string;
  /** The root of the thread; undefined where answers are no replies. */
  readonly thread?: string | undefined;
  /** The newest question and who asked it. */
  readonly question?: string | undefined;
  readonly user?: string | undefined;
}

/** A conversation with where its answers go. */
export interface SlackConversation {
  readonly key: SessionKey;
  readonly replyAddress: SlackReplyAddress;
}

const addressSchema: z.ZodType<SlackReplyAddress> = z.object({
  channel: z.string(),
  thread: z.string().optional(),
  question: z.string().optional(),
  user: z.string().optional(),
});

/**
 * The conversation that somebody acts in. Messages, their edits and deletions, slash commands and buttons all come
 * through here: whoever resets a conversation means the one that they talk in.
 */
export function conversationOf(place: SlackPlace, bot: Pick<SlackOptions, "name" | "scope">): SlackConversation {
  const { teamId, channelId, isDirect, threadTs, messageTs, userId } = place;
  const thread = threadTs ?? (bot.scope === "thread" && !isDirect ? messageTs : undefined);
  const person = bot.scope === "person" && !isDirect ? userId : undefined;
  return {
    key: {
      adapter: bot.name,
      account: teamId,
      place: channelId,
      ...(thread !== undefined && { thread }),
      ...(person !== undefined && { person }),
    },
    replyAddress: { channel: channelId, thread, question: messageTs, user: userId },
  };
}

/** The address as it is kept. */
export function addressToJson({ channel, thread, question, user }: SlackReplyAddress): JsonValue {
  return {
    channel,
    ...(thread !== undefined && { thread }),
    ...(question !== undefined && { question }),
    ...(user !== undefined && { user }),
  };
}

/** The address as it was kept; of a session that came without one, such as an imported one, what its key says. */
export function replyAddressOf(key: SessionKey, kept: JsonValue | undefined): SlackReplyAddress {
  const read = addressSchema.safeParse(kept);
  return read.success ? read.data : { channel: key.place, thread: key.thread, user: key.person };
}

/** Whether a channel is a direct message, by what an event tells of it: events name a type, commands a name. */
export function isDirect(
  channelId: string,
  { type, name }: { readonly type?: string | undefined; readonly name?: string | undefined },
): boolean {
  return channelId.startsWith("D") || type === "im" || type === "mpim" || name?.startsWith("mpdm-") === true;
}
