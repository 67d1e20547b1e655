import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { scheduleIdSchema } from "../wire/ids.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, scheduleChangedProblem, scheduleProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { expectedVersion, schedulePreconditionSchema } from "./schedule-precondition.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/schedules/{id}",
  summary: "Delete a schedule: it never runs again",
  request: {
    params: z.object({ id: scheduleIdSchema }),
    headers: z.object({ "if-match": schedulePreconditionSchema.optional() }),
  },
  responses: {
    204: { description: "It is gone, durably" },
    ...commonProblems,
    ...scheduleProblems,
    ...scheduleChangedProblem,
  },
});

/** `DELETE /schedules/:id` */
export const deleteSchedule: GatewayRoute = {
  operation: "schedule.delete",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const expected = expectedVersion(context.req.valid("header")["if-match"]);
      await bot.schedules.delete(context.req.valid("param").id, actorOf(context), expected);
      return context.body(null, 204);
    });
  },
};
