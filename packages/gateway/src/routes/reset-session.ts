import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentReset } from "../present/removal.ts";
import { resetDemandSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { resetSchema } from "../wire/removal.ts";
import { actorOf } from "./actor-of.ts";
import { expectedBy, preconditionSchema } from "./precondition.ts";
import { requirePurger } from "./require-purger.ts";
import { bodyProblems, changedProblem, commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/reset",
  summary: "Empty a session, keep its settings, and stop its run, without waiting for it",
  request: {
    params: z.object({ id: sessionIdSchema }),
    headers: z.object({ "if-match": preconditionSchema.optional() }),
    body: { content: { "application/json": { schema: resetDemandSchema } } },
  },
  responses: {
    200: { description: "It is empty, at once", content: { "application/json": { schema: resetSchema } } },
    ...commonProblems,
    ...bodyProblems,
    ...changedProblem,
    ...sessionProblems,
  },
});

/** `POST /sessions/:id/reset` */
export const resetSession: GatewayRoute = {
  operation: "session.reset",
  role: "operator",
  form,
  register: (application, parts) => {
    application.openapi(form, async (context) => {
      const { reason = "", purge: isPurging = false } = context.req.valid("json");
      const { id } = context.req.valid("param");
      if (isPurging) await requirePurger(parts, context, id);
      const expected = expectedBy(context.req.valid("header")["if-match"]);
      const demand = { actor: actorOf(context), reason, expected, isPurging };
      const result = await parts.bot.sessions.reset(id, demand);
      return context.json(presentReset(result), 200);
    });
  },
};
