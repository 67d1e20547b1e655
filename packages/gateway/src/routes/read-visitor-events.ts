import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { lastEventIdHeaders } from "../wire/fields.ts";
import { visitorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import { unlessGone } from "./unless-gone.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/visitor/events",
  summary: "What happens in a visitor's own conversation, as server-sent events; a further stream ends the one before",
  request: { headers: lastEventIdHeaders },
  responses: {
    200: {
      description: "`hello`, then what was missed since Last-Event-ID (or `resync`), then events as they happen",
      content: { "text/event-stream": { schema: z.string() } },
    },
    ...commonProblems,
  },
});

/** `GET /visitor/events` */
export const readVisitorEvents: GatewayRoute = {
  operation: "event.read",
  role: "visitor",
  form,
  isStream: true,
  register: (application, { bot, visitors }) => {
    application.openapi(form, async (context) => {
      const { visitorId, actor, holds } = visitorOf(context);
      if (visitors === undefined) throw noVisitors();
      const id = await visitors.desk.find(visitorId);
      if (id !== undefined) await unlessGone(bot.sessions.read(id, actor));
      const { outgoing } = context.env;
      const body = visitors.events.open({
        filter: { audience: visitorId },
        lastEventId: context.req.valid("header")["last-event-id"],
        holds,
        hangUp: outgoing && (() => outgoing.destroy()),
      });
      return context.body(body, 200, { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" });
    });
  },
};
