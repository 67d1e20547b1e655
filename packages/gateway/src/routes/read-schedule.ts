import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { placeSchedule, presentSchedule, scheduleTag } from "../present/schedule.ts";
import { scheduleIdSchema } from "../wire/ids.ts";
import { scheduleSchema } from "../wire/schedule.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, scheduleProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/schedules/{id}",
  summary: "A schedule",
  request: { params: z.object({ id: scheduleIdSchema }) },
  responses: {
    200: {
      description: "The schedule, with its ETag, which names what may be changed of it and not its runs",
      content: { "application/json": { schema: scheduleSchema } },
    },
    ...commonProblems,
    ...scheduleProblems,
  },
});

/** `GET /schedules/:id` */
export const readSchedule: GatewayRoute = {
  operation: "schedule.read",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const schedule = await bot.schedules.read(context.req.valid("param").id, actorOf(context));
      return context.json(presentSchedule(await placeSchedule(schedule, bot)), 200, {
        ETag: scheduleTag(schedule.version),
      });
    });
  },
};
