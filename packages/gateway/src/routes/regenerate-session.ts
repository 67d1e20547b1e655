import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentRegeneration } from "../present/removal.ts";
import { idempotencyHeaders, regenerateDemandSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { regenerationSchema } from "../wire/removal.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, idempotencyProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/regenerate",
  summary: "Have a session's newest answer written anew; nothing is waited for",
  request: {
    params: z.object({ id: sessionIdSchema }),
    headers: idempotencyHeaders,
    body: { content: { "application/json": { schema: regenerateDemandSchema } } },
  },
  responses: {
    200: {
      description: "`regenerated`; or nothing was done: a run is at work (`busy`), or no answer comes last (`nothing`)",
      content: { "application/json": { schema: regenerationSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    ...idempotencyProblems,
  },
});

/** `POST /sessions/:id/regenerate` */
export const regenerateSession: GatewayRoute = {
  operation: "session.regenerate",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { reason = "", runId } = context.req.valid("json");
      const demand = { actor: actorOf(context), reason, runId };
      const result = await bot.sessions.regenerate(context.req.valid("param").id, demand);
      return context.json(presentRegeneration(result), 200);
    });
  },
};
