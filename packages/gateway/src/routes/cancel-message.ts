import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { demandSchema } from "../wire/fields.ts";
import { messageIdSchema, sessionIdSchema } from "../wire/ids.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/sessions/{id}/queue/{messageId}",
  summary: "Cancel a message that waits: it will not be answered",
  request: {
    params: z.object({ id: sessionIdSchema, messageId: messageIdSchema }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    204: { description: "It waits no more, for good" },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    404: problem("There is no such session, or no such message waits in it."),
    409: problem("A run took the message. Stop the session to end it."),
  },
});

/** `DELETE /sessions/:id/queue/:messageId` */
export const cancelMessage: GatewayRoute = {
  operation: "session.cancel",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { reason = "" } = context.req.valid("json");
      const { id, messageId } = context.req.valid("param");
      const { kind } = await bot.sessions.cancelMessage(id, messageId, { actor: actorOf(context), reason });
      if (kind === "taken") throw new Problem("MESSAGE_TAKEN", `A run took ${messageId}. Stop the session to end it.`);
      if (kind === "unknown") throw new Problem("MESSAGE_NOT_FOUND", `No message ${messageId} waits in ${id}.`);
      return context.body(null, 204);
    });
  },
};
