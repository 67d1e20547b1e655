import {
  type AnswerPart,
  type JsonValue,
  type MessageId,
  type NewTranscriptEntry,
  type RunId,
  type SessionKey,
  type SessionSettings,
  type Usage,
  isMessageId,
  isRunId,
  maximumAttachmentSize,
  maximumAttachments,
  maximumTextLength,
} from "@keyturn/core";
import { z } from "zod";
import { type WireExportEnd, exportFormatName } from "../wire/export.ts";

type Person = Extract<NewTranscriptEntry, { readonly role: "user" }>["sender"];

/** What an import takes of the head of an export. */
export interface ImportHead {
  readonly key: SessionKey;
  readonly settings: SessionSettings;
  readonly owner: Person;
  readonly usage: Usage;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** How many entries follow. */
  readonly entries: number;
}

/** An entry with the place that it says it has. */
export interface ImportEntry {
  readonly sequence: number;
  readonly entry: NewTranscriptEntry;
}

const instant = z.iso.datetime().transform((text) => Date.parse(text));
const count = z.number().int().min(0);
const keyPart = z.string().min(1).max(256);

const person = z
  .strictObject({ id: z.string().min(1).max(256), name: z.string().nullable() })
  .transform(({ id, name }): Person => (name === null ? { id } : { id, name }));

const messageId = z.custom<MessageId>((value) => typeof value === "string" && isMessageId(value), "is no message id");
const runId = z.custom<RunId>((value) => typeof value === "string" && isRunId(value), "is no run id");

/** What came out of a JSON parser is JSON, and of limited depth. */
const json = z.custom<JsonValue>((value) => value !== undefined, "is missing");

const sessionSchema = z
  .strictObject({
    key: z.strictObject({
      adapter: keyPart,
      account: keyPart,
      place: keyPart,
      thread: keyPart.nullable(),
      person: keyPart.nullable(),
    }),
    title: z.string().min(1).max(200).nullable(),
    model: z
      .string()
      .max(256)
      .regex(/^[^/\s]+\/\S+$/, 'must be written as "provider/model"')
      .nullable(),
    pinned: z.boolean(),
    muted: z.boolean(),
    owner: person,
    createdAt: instant,
    entries: count,
    usage: z.strictObject({ inputTokens: z.number().min(0), outputTokens: z.number().min(0), runs: count }),
    // What was true of the session then and is not of the new one.
    id: json.optional(),
    epoch: json.optional(),
    version: json.optional(),
    updatedAt: json.optional(),
    waiting: json.optional(),
    running: json.optional(),
    deliveries: json.optional(),
    preview: json.optional(),
    reset: json.optional(),
  })
  .transform(({ key, title, model, pinned, muted, owner, createdAt, entries, usage }): ImportHead => ({
    key: {
      adapter: key.adapter,
      account: key.account,
      place: key.place,
      ...(key.thread !== null && { thread: key.thread }),
      ...(key.person !== null && { person: key.person }),
    },
    settings: {
      ...(title !== null && { title }),
      ...(model !== null && { model }),
      ...(pinned && { isPinned: true }),
      ...(muted && { isMuted: true }),
    },
    owner,
    createdAt,
    entries,
    usage,
  }));

const head = { format: z.literal(exportFormatName), session: sessionSchema, exportedAt: z.iso.datetime() };

/** The head of an export that is one JSON value, its entries not looked at yet. */
export const documentSchema: z.ZodType<{ readonly session: ImportHead; readonly entries: readonly unknown[] }> =
  z.strictObject({ ...head, entries: z.array(z.unknown()) });

/** The first line of an export in lines. */
export const firstLineSchema: z.ZodType<{ readonly session: ImportHead }> = z.strictObject({
  type: z.literal("session"),
  ...head,
});

/** The last line of an export in lines. */
export const lastLineSchema: z.ZodType<WireExportEnd> = z.strictObject({ type: z.literal("end"), entries: count });

const place = { sequence: count, at: instant };
const said = { ...place, messageId, text: z.string().min(1).max(maximumTextLength) };

const part = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: z.string() }),
  z
    .strictObject({
      type: z.literal("tool"),
      callId: z.string(),
      name: z.string(),
      input: json,
      output: json.optional(),
      isError: z.boolean(),
      durationMilliseconds: z.number().min(0).nullable(),
    })
    .transform(({ isError, durationMilliseconds, output, ...call }): AnswerPart => ({
      ...call,
      ...(output !== undefined && { output }),
      ...(isError && { isError }),
      ...(durationMilliseconds !== null && { durationMilliseconds }),
    })),
]);

/** Told of only: an export has no bytes. */
const attachments = z
  .array(
    z.strictObject({
      name: z.string().min(1).max(256),
      mediaType: z.string().min(3).max(255),
      size: count.max(maximumAttachmentSize),
    }),
  )
  .min(1)
  .max(maximumAttachments);

/** An entry of an export. */
export const importEntrySchema: z.ZodType<ImportEntry> = z
  .discriminatedUnion("role", [
    z.strictObject({
      role: z.literal("user"),
      ...said,
      sender: person,
      attachments: attachments.optional(),
      editedAt: instant.optional(),
    }),
    z.strictObject({ role: z.literal("operator"), ...said, author: person }),
    z.strictObject({ role: z.literal("note"), ...said, author: person }),
    z.strictObject({ role: z.literal("notice"), ...place, text: z.string() }),
    z.strictObject({ role: z.literal("assistant"), ...place, runId, parts: z.array(part), isStopped: z.boolean() }),
  ])
  .transform((value): ImportEntry => {
    if (value.role !== "assistant") {
      const { sequence, ...entry } = value;
      return { sequence, entry };
    }
    const { sequence, isStopped, ...entry } = value;
    return { sequence, entry: isStopped ? { ...entry, isStopped } : entry };
  });
