import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentDeletion } from "../present/removal.ts";
import { demandSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { deletionSchema } from "../wire/removal.ts";
import { actorOf } from "./actor-of.ts";
import { expectedBy, preconditionSchema } from "./precondition.ts";
import { requirePurger } from "./require-purger.ts";
import { bodyProblems, changedProblem, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/sessions/{id}",
  summary: "Remove a session and stop its run, without waiting for it",
  request: {
    params: z.object({ id: sessionIdSchema }),
    query: z.strictObject({ purge: z.enum(["true", "false"]).optional() }),
    headers: z.object({ "if-match": preconditionSchema.optional() }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    200: {
      description: "It is gone, for good and at once; or it was already",
      content: { "application/json": { schema: deletionSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...changedProblem,
    404: problem("There is no such session, and nothing is known of one."),
  },
});

/** `DELETE /sessions/:id` */
export const deleteSession: GatewayRoute = {
  operation: "session.delete",
  role: "operator",
  form,
  register: (application, parts) => {
    application.openapi(form, async (context) => {
      const { reason = "" } = context.req.valid("json");
      const expected = expectedBy(context.req.valid("header")["if-match"]);
      const { id } = context.req.valid("param");
      const isPurging = context.req.valid("query").purge === "true";
      if (isPurging) await requirePurger(parts, context, id);
      const demand = { actor: actorOf(context), reason, expected, isPurging };
      const result = await parts.bot.sessions.delete(id, demand);
      return context.json(presentDeletion(result), 200);
    });
  },
};
