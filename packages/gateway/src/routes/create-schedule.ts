import { createRoute } from "@hono/zod-openapi";
import { presentSchedule, scheduleTag } from "../present/schedule.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { newScheduleSchema } from "../wire/schedule-request.ts";
import { scheduleSchema } from "../wire/schedule.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, idempotencyProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/schedules",
  summary: "Make a schedule for a session's conversation",
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { "application/json": { schema: newScheduleSchema } } },
  },
  responses: {
    201: {
      description: "The schedule, with its ETag, and where it is",
      content: { "application/json": { schema: scheduleSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    ...idempotencyProblems,
    409: problem("There are 1,000 schedules already; or the same Idempotency-Key is being worked on."),
  },
});

/** `POST /schedules` */
export const createSchedule: GatewayRoute = {
  operation: "schedule.create",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const schedule = await bot.schedules.create(context.req.valid("json"), actorOf(context));
      // Relative: whatever stands in front of the gateway may have put it under another path.
      const headers = { ETag: scheduleTag(schedule.version), Location: `schedules/${schedule.id}` };
      return context.json(presentSchedule(schedule), 201, headers);
    });
  },
};
