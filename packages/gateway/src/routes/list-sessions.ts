import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSession } from "../present/session.ts";
import { presentTime } from "../present/timestamp.ts";
import { defaultLimit, limitSchema } from "../wire/fields.ts";
import { sessionPageSchema } from "../wire/session.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions",
  summary: "Sessions, the most recently updated first",
  request: {
    query: z.strictObject({ limit: limitSchema.optional(), cursor: z.string().max(500).optional() }),
  },
  responses: {
    200: { description: "A page of them", content: { "application/json": { schema: sessionPageSchema } } },
    ...commonProblems,
  },
});

/** Names this list in its cursors. */
const listName = "sessions";

/** `GET /sessions` */
export const listSessions: GatewayRoute = {
  operation: "session.list",
  role: "viewer",
  form,
  register: (application, { bot, clock, cursors }) => {
    application.openapi(form, async (context) => {
      const { limit = defaultLimit, cursor } = context.req.valid("query");
      const after = cursor === undefined ? undefined : cursors.decode(listName, cursor);
      const asOf = presentTime(clock.now());
      const sessions = await bot.sessions.list({ after, limit }, actorOf(context));
      const last = sessions.length === limit ? sessions.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursors.encode(listName, last);
      return context.json({ items: sessions.map(presentSession), nextCursor, asOf }, 200);
    });
  },
};
