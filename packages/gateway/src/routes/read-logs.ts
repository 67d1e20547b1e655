import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { LogQuery } from "../logs/log-source.ts";
import { presentTime } from "../present/timestamp.ts";
import { Problem } from "../problems/problem.ts";
import { defaultLimit, instantSchema, limitSchema } from "../wire/fields.ts";
import { runIdSchema, sessionIdSchema } from "../wire/ids.ts";
import { logLevels, logSchema } from "../wire/log.ts";
import { actorOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/logs",
  summary: "The newest lines of the log of the process, the newest first",
  request: {
    query: z.strictObject({
      level: z.enum(logLevels).optional(),
      since: instantSchema.optional(),
      requestId: z
        .string()
        .min(1)
        .max(64)
        .meta({ description: "The lines of this request: the value of its answer's X-Request-Id." })
        .optional(),
      runId: runIdSchema.optional(),
      sessionId: sessionIdSchema.optional(),
      limit: limitSchema.optional(),
      cursor: z.string().max(500).meta({ description: "Where the page before ended: its nextCursor." }).optional(),
    }),
  },
  responses: {
    200: { description: "A page of them", content: { "application/json": { schema: logSchema } } },
    ...commonProblems,
    404: problem("The bot keeps no log that can be read here."),
  },
});

/** `GET /logs` */
export const readLogs: GatewayRoute = {
  operation: "log.read",
  role: "admin",
  form,
  register: (application, { bot, clock, cursors, logs }) => {
    application.openapi(form, async (context) => {
      const { limit = defaultLimit, cursor, ...filter } = context.req.valid("query");
      const list = nameOf(filter);
      const before = cursor === undefined ? undefined : Number(cursors.open(list, cursor));
      await authorizeList(bot, actorOf(context));
      if (logs === undefined) {
        throw new Problem("LOGS_OFF", "This bot keeps no log that can be read here: look where its process logs to.");
      }
      const lines = logs.read({ limit, before, ...filter });
      const items = lines.map(({ at, level, message, fields }) => ({ at: presentTime(at), level, message, fields }));
      const last = lines.length === limit ? lines.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursors.seal(list, String(last.sequence));
      return context.json({ items, nextCursor, asOf: presentTime(clock.now()) }, 200);
    });
  },
};

/** Names this list in its cursors. */
function nameOf({ level, since, requestId, runId, sessionId }: Omit<LogQuery, "limit">): string {
  return `logs ${JSON.stringify([level, since, requestId, runId, sessionId])}`;
}
