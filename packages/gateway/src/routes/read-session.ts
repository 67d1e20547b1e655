import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { sessionSchema } from "../wire/session.ts";
import { actorOf } from "./actor-of.ts";
import { isTagAmong } from "./entity-tag.ts";
import { commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}",
  summary: "A session",
  request: { params: z.object({ id: sessionIdSchema }) },
  responses: {
    200: {
      description: 'The session; its ETag is `"<epoch>.<version>"`',
      content: { "application/json": { schema: sessionSchema } },
    },
    304: { description: "It is still as If-None-Match says" },
    ...commonProblems,
    ...sessionProblems,
  },
});

/** `GET /sessions/:id` */
export const readSession: GatewayRoute = {
  operation: "session.read",
  role: "viewer",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const session = await bot.sessions.read(context.req.valid("param").id, actorOf(context));
      const tag = sessionTag(session);
      if (isTagAmong(tag, context.req.header("if-none-match"))) return context.body(null, 304, { ETag: tag });
      return context.json(presentSession(session), 200, { ETag: tag });
    });
  },
};
