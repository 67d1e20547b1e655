import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { idempotencyHeaders, restoreDemandSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { sessionSchema } from "../wire/session.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, idempotencyProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/restore",
  summary: "Undo a session's newest reset, or its delete, under a new epoch",
  request: {
    params: z.object({ id: sessionIdSchema }),
    headers: idempotencyHeaders,
    body: { content: { "application/json": { schema: restoreDemandSchema } } },
  },
  responses: {
    200: {
      description: "The session as it was, under a new epoch; or the new session that is its copy",
      content: { "application/json": { schema: sessionSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    ...idempotencyProblems,
    409: problem("Something new has taken its place, or another removal is the newest."),
    410: problem("There is nothing to undo, or no longer."),
  },
});

/** `POST /sessions/:id/restore` */
export const restoreSession: GatewayRoute = {
  operation: "session.restore",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { reason = "", epoch, as } = context.req.valid("json");
      const { id } = context.req.valid("param");
      const demand = { actor: actorOf(context), reason, epoch };
      const { sessions } = bot;
      const session = await (as === "copy" ? sessions.restoreCopy(id, demand) : sessions.restore(id, demand));
      return context.json(presentSession(session), 200, { ETag: sessionTag(session) });
    });
  },
};
