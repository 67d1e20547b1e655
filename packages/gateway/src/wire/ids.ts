import {
  type DeliveryId,
  type MessageId,
  type RunId,
  type ScheduleId,
  type SessionId,
  isDeliveryId,
  isMessageId,
  isRunId,
  isScheduleId,
  isSessionId,
} from "@keyturn/core";
import { z } from "zod";

/** A session id in a path or query. */
export const sessionIdSchema: z.ZodType<SessionId> = z
  .string()
  .meta({ description: "The id of a session.", examples: ["s_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): SessionId => {
    if (isSessionId(text)) return text;
    context.addIssue("is not a session id: s_ and 22 letters, digits, - or _. List the sessions to see their ids");
    return z.NEVER;
  });

/** The id of an access token in a path. */
export const tokenIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^t_[\w-]{12}$/, "is not the id of a token: t_ and 12 letters, digits, - or _")
  .meta({ description: "The id of an access token.", examples: ["t_k3Jx0Q9bTz1M"] });

/** The id of a login session in a path. */
export const loginIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^l_[\w-]{12}$/, "is not the id of a login: l_ and 12 letters, digits, - or _")
  .meta({ description: "The id of a login session.", examples: ["l_k3Jx0Q9bTz1M"] });

/** The id of a visitor in a path. */
export const visitorIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^v_[\w-]{22}$/, "is not the id of a visitor: v_ and 22 letters, digits, - or _")
  .meta({ description: "The id of a visitor of the web chat.", examples: ["v_2uYbHqkGv1E0n8mJc4tXWg"] });

/** The id of an operation in a path. */
export const operationIdSchema: z.ZodType<string> = z
  .string()
  .regex(/^o_[\w-]{22}$/, "is not the id of an operation: o_ and 22 letters, digits, - or _")
  .meta({ description: "The id of an operation.", examples: ["o_2uYbHqkGv1E0n8mJc4tXWg"] });

/** A message id in a path. */
export const messageIdSchema: z.ZodType<MessageId> = z
  .string()
  .meta({ description: "The id of a message.", examples: ["m_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): MessageId => {
    if (isMessageId(text)) return text;
    context.addIssue("is not a message id: m_ and 22 letters, digits, - or _. Read the queue to see their ids");
    return z.NEVER;
  });

/** A delivery id in a path. */
export const deliveryIdSchema: z.ZodType<DeliveryId> = z
  .string()
  .meta({ description: "The id of a piece of an answer.", examples: ["d_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): DeliveryId => {
    if (isDeliveryId(text)) return text;
    context.addIssue("is not a delivery id: d_ and 22 letters, digits, - or _. List the deliveries to see their ids");
    return z.NEVER;
  });

/** The place of an attachment among those of its message, in a path. */
export const attachmentIndexSchema: z.ZodType<number> = z
  .string()
  .regex(/^\d$/, "must be the place of an attachment in its message, from 0")
  .transform(Number)
  .meta({ description: "The place of an attachment in its message, from 0.", examples: ["0"] });

/** A run id in a path. */
export const runIdSchema: z.ZodType<RunId> = z
  .string()
  .meta({ description: "The id of a run.", examples: ["r_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): RunId => {
    if (isRunId(text)) return text;
    context.addIssue("is not a run id: r_ and 22 letters, digits, - or _. List the runs to see their ids");
    return z.NEVER;
  });

/** A schedule id in a path. */
export const scheduleIdSchema: z.ZodType<ScheduleId> = z
  .string()
  .meta({ description: "The id of a schedule.", examples: ["c_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): ScheduleId => {
    if (isScheduleId(text)) return text;
    context.addIssue("is not a schedule id: c_ and 22 letters, digits, - or _. List the schedules to see their ids");
    return z.NEVER;
  });
