import { z } from "zod";
import { adapterSchema } from "./adapter.ts";
import type { WireEvent } from "./event.ts";
import { timestampSchema } from "./fields.ts";
import { jsonSchema } from "./json.ts";
import { operationSchema } from "./operation.ts";
import { runEndSchema } from "./run.ts";
import { scheduledRunOutcomes } from "./schedule.ts";
import { sessionKeySchema, sessionSchema } from "./session.ts";

const subject = {
  at: timestampSchema,
  sessionId: z.string(),
  key: sessionKeySchema,
  epoch: z.number().int(),
  version: z.number().int(),
};
const run = { ...subject, runId: z.string() };
const actorSchema = z.object({ kind: z.string(), id: z.string(), surface: z.string() });
const schedule = {
  at: timestampSchema,
  scheduleId: z.string(),
  key: sessionKeySchema,
  sessionId: z.string().nullable(),
};
const fenceSchema = z.object({ epoch: z.number().int(), fence: z.number().int() });

/** The form of a `WireEvent`. */
export const eventSchema: z.ZodType<WireEvent> = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("hello"), at: timestampSchema, heartbeatMilliseconds: z.number().int() }),
    z.object({ type: z.literal("resync"), at: timestampSchema }),
    z.object({
      type: z.literal("message.accept"),
      ...subject,
      messageId: z.string(),
      isNewSession: z.boolean(),
      session: sessionSchema,
    }),
    z.object({ type: z.literal("message.cancel"), ...subject, messageId: z.string(), session: sessionSchema }),
    z.object({
      type: z.literal("message.edit"),
      ...subject,
      messageId: z.string(),
      change: z.enum(["replaced", "stored"]),
      session: sessionSchema,
    }),
    z.object({
      type: z.literal("message.withdraw"),
      ...subject,
      messageId: z.string(),
      change: z.enum(["dropped", "stopped", "removed"]),
      stoppedRunId: z.string().nullable(),
      session: sessionSchema,
    }),
    z.object({
      type: z.literal("message.post"),
      ...subject,
      messageId: z.string(),
      mode: z.enum(["channel", "note"]),
      actor: actorSchema,
      session: sessionSchema,
    }),
    z.object({
      type: z.enum(["session.restore", "session.import", "session.regenerate"]),
      ...subject,
      actor: actorSchema,
      session: sessionSchema,
    }),
    z.object({ type: z.literal("session.change"), ...subject, session: sessionSchema }),
    z.object({
      type: z.enum(["session.reset", "session.delete"]),
      ...subject,
      oldEpoch: z.number().int(),
      actor: actorSchema,
      stoppedRunId: z.string().nullable(),
    }),
    z.object({
      type: z.literal("run.start"),
      ...run,
      messageIds: z.array(z.string()),
      attempt: z.number().int(),
    }),
    z.object({ type: z.literal("run.draft"), ...run, offset: z.number().int(), text: z.string() }),
    z.object({
      type: z.literal("run.tool"),
      ...run,
      callId: z.string(),
      name: z.string(),
      input: jsonSchema,
      durationMilliseconds: z.number().nullable(),
      isError: z.boolean(),
    }),
    z.object({ type: z.literal("run.finish"), ...run, end: runEndSchema, errorCode: z.string().nullable() }),
    z.object({
      type: z.literal("delivery.change"),
      ...subject,
      runId: z.string().nullable(),
      deliveryId: z.string(),
      state: z.string(),
    }),
    z.object({
      type: z.literal("fence.refuse"),
      ...subject,
      operation: z.string(),
      expected: fenceSchema,
      actual: fenceSchema.nullable(),
    }),
    z.object({ type: z.literal("adapter.change"), at: timestampSchema, adapter: adapterSchema }),
    z.object({ type: z.literal("operation.change"), at: timestampSchema, operation: operationSchema }),
    z.object({
      type: z.literal("schedule.change"),
      ...schedule,
      change: z.enum(["created", "changed", "deleted"]),
    }),
    z.object({
      type: z.literal("schedule.run"),
      ...schedule,
      dueAt: timestampSchema.nullable(),
      outcome: z.enum(scheduledRunOutcomes),
      messageId: z.string().nullable(),
    }),
    z.object({
      type: z.literal("webchat.message"),
      at: timestampSchema,
      sessionId: z.string().nullable(),
      conversation: z.string(),
      runId: z.string().nullable(),
      deliveryId: z.string(),
      kind: z.enum(["answer", "error", "command", "operator"]),
      text: z.string(),
      piece: z.number().int(),
      pieces: z.number().int(),
    }),
    z.object({
      type: z.literal("config.change"),
      at: timestampSchema,
      settings: z.array(z.string()),
      version: z.string(),
      actor: actorSchema,
    }),
    z.object({
      type: z.literal("plugin.change"),
      at: timestampSchema,
      plugin: z.string(),
      state: z.enum(["running", "failed", "disabled"]),
    }),
    z.object({
      type: z.literal("command.change"),
      at: timestampSchema,
      command: z.string(),
      change: z.enum(["added", "removed"]),
    }),
    z.object({
      type: z.literal("webchat.recall"),
      at: timestampSchema,
      sessionId: z.string(),
      conversation: z.string(),
      deliveryId: z.string(),
    }),
  ])
  .meta({ id: "Event" });
