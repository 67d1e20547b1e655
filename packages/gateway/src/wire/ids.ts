import { type RunId, type SessionId, isRunId, isSessionId } from "@keyturn/core";
import { z } from "zod";

/** A session id in a path or query. */
export const sessionIdSchema: z.ZodType<SessionId> = z
  .string()
  .meta({ examples: ["s_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): SessionId => {
    if (isSessionId(text)) return text;
    context.addIssue("is not a session id: s_ and 22 letters, digits, - or _. List the sessions to see their ids");
    return z.NEVER;
  });

/** A run id in a path. */
export const runIdSchema: z.ZodType<RunId> = z
  .string()
  .meta({ examples: ["r_2uYbHqkGv1E0n8mJc4tXWg"] })
  .transform((text, context): RunId => {
    if (isRunId(text)) return text;
    context.addIssue("is not a run id: r_ and 22 letters, digits, - or _. List the runs to see their ids");
    return z.NEVER;
  });
