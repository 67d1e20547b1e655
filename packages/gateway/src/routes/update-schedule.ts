import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSchedule, scheduleTag } from "../present/schedule.ts";
import { scheduleIdSchema } from "../wire/ids.ts";
import { scheduleChangeSchema } from "../wire/schedule-request.ts";
import { scheduleSchema } from "../wire/schedule.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem, scheduleChangedProblem, scheduleProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { expectedVersion, requireSchedulePrecondition, schedulePreconditionSchema } from "./schedule-precondition.ts";

const form = createRoute({
  method: "patch",
  path: "/api/v1/schedules/{id}",
  summary: "Change, pause or resume a schedule",
  request: {
    params: z.object({ id: scheduleIdSchema }),
    headers: z.object({ "if-match": schedulePreconditionSchema.optional() }),
    body: { required: true, content: { "application/json": { schema: scheduleChangeSchema } } },
  },
  responses: {
    200: {
      description: "The schedule as it is now, with its new ETag",
      content: { "application/json": { schema: scheduleSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...scheduleProblems,
    ...scheduleChangedProblem,
    428: problem("There is no If-Match."),
  },
});

/** `PATCH /schedules/:id` */
export const updateSchedule: GatewayRoute = {
  operation: "schedule.patch",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const expected = expectedVersion(requireSchedulePrecondition(context.req.valid("header")["if-match"]));
      const { id } = context.req.valid("param");
      const schedule = await bot.schedules.change(id, context.req.valid("json"), actorOf(context), expected);
      return context.json(presentSchedule(schedule), 200, { ETag: scheduleTag(schedule.version) });
    });
  },
};
