import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { eventTopics } from "../wire/event.ts";
import { lastEventIdHeaders } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { actorOf, callerOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const topicsSchema = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(eventTopics)).min(1).max(eventTopics.length))
  .meta({ description: `Only these, with commas between them: ${eventTopics.join(", ")}.` });

const form = createRoute({
  method: "get",
  path: "/api/v1/events",
  summary: "What happens, as server-sent events",
  request: {
    query: z.strictObject({ sessionId: sessionIdSchema.optional(), topics: topicsSchema.optional() }),
    headers: lastEventIdHeaders,
  },
  responses: {
    200: {
      description: "`hello`, then what was missed since Last-Event-ID (or `resync`), then events as they happen",
      content: { "text/event-stream": { schema: z.string() } },
    },
    ...commonProblems,
    ...sessionProblems,
  },
});

/** `GET /events` */
export const readEvents: GatewayRoute = {
  operation: "event.read",
  role: "viewer",
  form,
  isStream: true,
  register: (application, { bot, events }) => {
    application.openapi(form, async (context) => {
      const { sessionId, topics } = context.req.valid("query");
      if (sessionId === undefined) await authorizeList(bot, actorOf(context));
      else await bot.sessions.read(sessionId, actorOf(context));
      const { outgoing } = context.env;
      const body = events.open({
        filter: { sessionId, topics },
        lastEventId: context.req.valid("header")["last-event-id"],
        holds: callerOf(context).holds,
        hangUp: outgoing && (() => outgoing.destroy()),
      });
      return context.body(body, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
    });
  },
};
