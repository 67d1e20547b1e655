import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { placeSchedule, presentScheduleSummary } from "../present/schedule.ts";
import { presentTime } from "../present/timestamp.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { scheduleListSchema } from "../wire/schedule.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/schedules",
  summary: "Schedules, all of them or those of a session's conversation, in the order in which they were made",
  request: { query: z.strictObject({ sessionId: sessionIdSchema.optional() }) },
  responses: {
    200: {
      description: "All of them: there are at most 1,000, each without its whole text",
      content: { "application/json": { schema: scheduleListSchema } },
    },
    ...commonProblems,
    ...sessionProblems,
  },
});

/** `GET /schedules` */
export const listSchedules: GatewayRoute = {
  operation: "schedule.list",
  role: "operator",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      const asOf = presentTime(clock.now());
      const schedules = await bot.schedules.list(actorOf(context), context.req.valid("query"));
      const placed = await Promise.all(schedules.map((schedule) => placeSchedule(schedule, bot)));
      return context.json({ items: placed.map(presentScheduleSummary), asOf }, 200);
    });
  },
};
