import { randomUUID } from "node:crypto";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { digestOf } from "../access/issued-secret.ts";
import { Problem } from "../problems/problem.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { scheduleIdSchema } from "../wire/ids.ts";
import { startedRunSchema } from "../wire/schedule.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, idempotencyProblems, problem, scheduleProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/schedules/{id}/run",
  summary: "Run a schedule now, paused or not",
  request: { params: z.object({ id: scheduleIdSchema }), headers: idempotencyHeaders },
  responses: {
    202: {
      description: "Its message is stored and will be answered in its conversation",
      content: { "application/json": { schema: startedRunSchema } },
    },
    ...commonProblems,
    ...scheduleProblems,
    ...idempotencyProblems,
    429: problem("Too many messages wait in its conversation; or too much of something else, see Retry-After."),
  },
});

/** `POST /schedules/:id/run` */
export const runSchedule: GatewayRoute = {
  operation: "schedule.run",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const actor = actorOf(context);
      const key = context.req.valid("header")["idempotency-key"];
      // Of the key, so that it holds over a restart; a digest, since ids of messages are short.
      const name = key === undefined ? randomUUID() : digestOf(JSON.stringify([actor.id, key]));
      const run = await bot.schedules.run(context.req.valid("param").id, actor, name);
      if (run.messageId === undefined) throw refusal(run.sessionId);
      return context.json({ messageId: run.messageId, sessionId: run.sessionId ?? null }, 202);
    });
  },
};

/** Schedules queue behind whatever their conversation is at: only one that is full takes nothing. */
function refusal(sessionId: string | undefined): Problem {
  const detail = "Too many messages wait in the schedule's conversation. Try again when some are answered.";
  const extensions = sessionId === undefined ? {} : { sessionId };
  return new Problem("CONVERSATION_FULL", detail, { headers: { "Retry-After": "5" }, extensions });
}
