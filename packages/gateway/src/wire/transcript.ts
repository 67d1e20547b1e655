import type { JsonValue } from "@keyturn/core";
import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { jsonSchema } from "./json.ts";
import { type WirePerson, type WireSession, personSchema, sessionSchema } from "./session.ts";

/** A piece of text that the agent wrote. */
export interface WireTextPart {
  readonly type: "text";
  readonly text: string;
}

/** A tool that the agent called, with what came back. */
export interface WireToolPart {
  readonly type: "tool";
  readonly callId: string;
  readonly name: string;
  readonly input: JsonValue;
  /** Absent when the run ended before the tool did. */
  readonly output?: JsonValue | undefined;
  readonly isError: boolean;
  readonly durationMilliseconds: number | null;
}

/** A file that came with a message. Its bytes are read by themselves. */
export interface WireAttachment {
  /** What its sender called it. */
  readonly name: string;
  /** Such as `image/png`, as its service told it. */
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
}

/** What a person wrote. */
export interface WireUserEntry {
  readonly role: "user";
  /** Place in the session's current epoch: 0, 1, 2, … */
  readonly sequence: number;
  /** RFC 3339. */
  readonly at: string;
  readonly messageId: string;
  readonly sender: WirePerson;
  readonly text: string;
  /** Absent when nothing came with it. */
  readonly attachments?: readonly WireAttachment[] | undefined;
  /** When its person changed it last after it was answered, RFC 3339; absent when they never did. */
  readonly editedAt?: string | undefined;
}

/** What the agent answered. */
export interface WireAssistantEntry {
  readonly role: "assistant";
  readonly sequence: number;
  /** RFC 3339. */
  readonly at: string;
  readonly runId: string;
  readonly parts: readonly (WireTextPart | WireToolPart)[];
  /** True when the run was stopped while it wrote this. */
  readonly isStopped: boolean;
}

/** What an operator said in the conversation as the bot's own words, or wrote down for others who run the bot. */
export interface WirePostedEntry {
  /** `operator` was said in the channel; `note` was not, and the model does not see it either. */
  readonly role: "operator" | "note";
  readonly sequence: number;
  /** RFC 3339. */
  readonly at: string;
  readonly messageId: string;
  /** The operator, as the audit log names them. */
  readonly author: WirePerson;
  readonly text: string;
}

/** What happened to the conversation, for people who read it. */
export interface WireNoticeEntry {
  readonly role: "notice";
  readonly sequence: number;
  /** RFC 3339. */
  readonly at: string;
  readonly text: string;
}

/** One entry of a transcript. */
export type WireEntry = WireUserEntry | WireAssistantEntry | WirePostedEntry | WireNoticeEntry;

/** A message that waits or is being answered. */
export interface WireQueuedMessage {
  readonly id: string;
  readonly state: "received" | "running";
  /** How many runs have begun with it. */
  readonly attempts: number;
  /** RFC 3339. */
  readonly acceptedAt: string;
  readonly sender: WirePerson;
  readonly text: string;
  /** Absent when nothing came with it. */
  readonly attachments?: readonly WireAttachment[] | undefined;
}

/** The messages of a session that wait or are being answered, in order. */
export interface WireQueue {
  readonly items: readonly WireQueuedMessage[];
  /** RFC 3339. */
  readonly asOf: string;
}

/** What models are shown in place of the oldest entries; people read the entries themselves. */
export interface WireSummary {
  readonly text: string;
  /** It covers the entries with a lower sequence. */
  readonly upTo: number;
  /** When it was made, in RFC 3339. */
  readonly at: string;
}

/** A page of a transcript, oldest entry first, and what waits behind it. */
export interface WireMessagesPage {
  readonly session: WireSession;
  /** Null while models are shown the whole transcript. */
  readonly summary: WireSummary | null;
  readonly items: readonly WireEntry[];
  /** The `before` of the page with older entries; null when there are none. */
  readonly nextBefore: number | null;
  readonly queue: readonly WireQueuedMessage[];
}

const place = { sequence: z.number().int(), at: timestampSchema };

const partSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    input: jsonSchema,
    output: jsonSchema.optional(),
    isError: z.boolean(),
    durationMilliseconds: z.number().nullable(),
  }),
]);

const attachmentsSchema = z
  .array(z.object({ name: z.string(), mediaType: z.string(), size: z.number().int() }).meta({ id: "Attachment" }))
  .optional();

/** The form of a `WireEntry`. */
export const entrySchema: z.ZodType<WireEntry> = z
  .discriminatedUnion("role", [
    z.object({
      role: z.literal("user"),
      ...place,
      messageId: z.string(),
      sender: personSchema,
      text: z.string(),
      attachments: attachmentsSchema,
      editedAt: timestampSchema.optional(),
    }),
    z.object({
      role: z.literal("assistant"),
      ...place,
      runId: z.string(),
      parts: z.array(partSchema),
      isStopped: z.boolean(),
    }),
    z.object({
      role: z.enum(["operator", "note"]),
      ...place,
      messageId: z.string(),
      author: personSchema,
      text: z.string(),
    }),
    z.object({ role: z.literal("notice"), ...place, text: z.string() }),
  ])
  .meta({ id: "Entry" });

const queuedMessageSchema = z
  .object({
    id: z.string(),
    state: z.enum(["received", "running"]),
    attempts: z.number().int(),
    acceptedAt: timestampSchema,
    sender: personSchema,
    text: z.string(),
    attachments: attachmentsSchema,
  })
  .meta({ id: "QueuedMessage" });

/** The form of a `WireQueue`. */
export const queueSchema: z.ZodType<WireQueue> = z
  .object({ items: z.array(queuedMessageSchema), asOf: timestampSchema })
  .meta({ id: "Queue" });

/** The form of a `WireMessagesPage`. */
export const messagesPageSchema: z.ZodType<WireMessagesPage> = z
  .object({
    session: sessionSchema,
    summary: z.object({ text: z.string(), upTo: z.number().int(), at: timestampSchema }).nullable(),
    items: z.array(entrySchema),
    nextBefore: z.number().int().nullable(),
    queue: z.array(queuedMessageSchema),
  })
  .meta({ id: "MessagesPage" });
