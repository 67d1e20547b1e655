import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentTime } from "../present/timestamp.ts";
import { presentQueued } from "../present/transcript.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { queueSchema } from "../wire/transcript.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}/queue",
  summary: "The messages of a session that wait or are being answered",
  request: { params: z.object({ id: sessionIdSchema }) },
  responses: {
    200: { description: "All of them, in order", content: { "application/json": { schema: queueSchema } } },
    ...commonProblems,
    ...sessionProblems,
  },
});

/** `GET /sessions/:id/queue` */
export const readQueue: GatewayRoute = {
  operation: "session.read",
  role: "operator",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      const asOf = presentTime(clock.now());
      const queue = await bot.sessions.waiting(context.req.valid("param").id, actorOf(context));
      return context.json({ items: queue.map(presentQueued), asOf }, 200);
    });
  },
};
