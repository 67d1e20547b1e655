import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentReset } from "../present/removal.ts";
import { demandSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { resetSchema } from "../wire/removal.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/reset",
  summary: "Empty a session, keep its settings, and stop its run, without waiting for it",
  request: {
    params: z.object({ id: sessionIdSchema }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    200: { description: "It is empty, at once", content: { "application/json": { schema: resetSchema } } },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
  },
});

/** `POST /sessions/:id/reset` */
export const resetSession: GatewayRoute = {
  operation: "session.reset",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { reason = "" } = context.req.valid("json");
      const result = await bot.sessions.reset(context.req.valid("param").id, { actor: actorOf(context), reason });
      return context.json(presentReset(result), 200);
    });
  },
};
