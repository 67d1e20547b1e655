import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentStop } from "../present/removal.ts";
import { demandSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { stopSchema } from "../wire/removal.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/stop",
  summary: "End whatever run the session has, and keep the transcript",
  request: {
    params: z.object({ id: sessionIdSchema }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    200: {
      description: "Nothing runs any more; `stoppedRunId` is null when nothing did",
      content: { "application/json": { schema: stopSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
  },
});

/** `POST /sessions/:id/stop` */
export const stopSession: GatewayRoute = {
  operation: "session.stop",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { reason = "" } = context.req.valid("json");
      const result = await bot.sessions.stop(context.req.valid("param").id, { actor: actorOf(context), reason });
      return context.json(presentStop(result), 200);
    });
  },
};
