import { z } from "zod";

const fileSchema = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  mimetype: z.string().nullish(),
  size: z.number().optional(),
  url_private: z.string().nullish(),
  url_private_download: z.string().nullish(),
});

const versionSchema = z.looseObject({
  subtype: z.string().optional(),
  ts: z.string(),
  thread_ts: z.string().optional(),
  user: z.string().optional(),
  bot_id: z.string().optional(),
  text: z.string().default(""),
  client_msg_id: z.string().optional(),
  files: z.array(fileSchema).default([]),
  edited: z.looseObject({ user: z.string().optional() }).optional(),
});

const envelope = z.object({ channel: z.string(), channel_type: z.string().optional() });
const messageSchema = versionSchema.extend(envelope.shape);
const changeSchema = envelope.extend({ message: versionSchema, previous_message: versionSchema.optional() });
const deletionSchema = envelope.extend({ deleted_ts: z.string(), previous_message: versionSchema.optional() });

/** A file as a message tells of it. */
export interface SlackFile {
  readonly id?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly mimetype?: string | null | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly url_private?: string | null | undefined;
  readonly url_private_download?: string | null | undefined;
}

/** A message as an event tells it. */
export interface SlackMessage {
  readonly subtype?: string | undefined;
  readonly channel: string;
  readonly channel_type?: string | undefined;
  readonly ts: string;
  readonly thread_ts?: string | undefined;
  readonly user?: string | undefined;
  readonly bot_id?: string | undefined;
  readonly text: string;
  readonly client_msg_id?: string | undefined;
  readonly files: readonly SlackFile[];
  /** Present when a person changed it. */
  readonly edited?: object | undefined;
}

/** A message that was changed, or whose preview was. */
export interface SlackChange {
  readonly message: SlackMessage;
  /** Its text before; undefined where Slack does not tell. */
  readonly previousText: string | undefined;
}

/** A message that was deleted. */
export interface SlackDeletion {
  readonly ts: string;
  readonly channel: string;
  readonly channelType: string | undefined;
  /** As it was; undefined where Slack does not tell. */
  readonly message: SlackMessage | undefined;
}

/** Subtypes of what people and bots write; all others are Slack's own, such as joins and topics. */
const written: ReadonlySet<string> = new Set(["thread_broadcast", "file_share", "me_message", "bot_message"]);

/** The message of an event; undefined when it is none that a person or bot wrote. */
export function readWritten(event: unknown): SlackMessage | undefined {
  const read = messageSchema.safeParse(event);
  return read.success && isWritten(read.data) ? read.data : undefined;
}

/** The changed message of an event `message_changed`. */
export function readChange(event: unknown): SlackChange | undefined {
  const read = changeSchema.safeParse(event);
  if (!read.success || !isWritten(read.data.message)) return undefined;
  const { message, previous_message, channel, channel_type } = read.data;
  return { message: { ...message, channel, channel_type }, previousText: previous_message?.text };
}

/** The deleted message of an event `message_deleted`. */
export function readDeletion(event: unknown): SlackDeletion | undefined {
  const read = deletionSchema.safeParse(event);
  if (!read.success) return undefined;
  const { deleted_ts, previous_message, channel, channel_type } = read.data;
  const message = previous_message && { ...previous_message, channel, channel_type };
  return { ts: deleted_ts, channel, channelType: channel_type, message };
}

function isWritten({ subtype }: Pick<SlackMessage, "subtype">): boolean {
  return subtype === undefined || written.has(subtype);
}
