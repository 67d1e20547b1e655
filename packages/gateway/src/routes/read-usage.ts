import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentTime } from "../present/timestamp.ts";
import { presentFigures } from "../present/usage.ts";
import { usageGroupings, usageSchema } from "../wire/usage.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const daySchema = z.iso
  .date({ error: "must be a day in UTC, such as 2030-01-31" })
  .meta({ description: "A day in UTC, such as 2030-01-31; it counts in." });

const form = createRoute({
  method: "get",
  path: "/api/v1/usage",
  summary: "What runs used and cost, by day, model or adapter, over at most the last 400 days",
  request: {
    query: z.strictObject({
      groupBy: z.enum(usageGroupings).optional(),
      since: daySchema.optional(),
      until: daySchema.optional(),
    }),
  },
  responses: {
    200: { description: "Each group, and all together", content: { "application/json": { schema: usageSchema } } },
    ...commonProblems,
  },
});

/** `GET /usage` */
export const readUsage: GatewayRoute = {
  operation: "usage.read",
  role: "viewer",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      const { groupBy = "day", since, until } = context.req.valid("query");
      const { groups, total } = await bot.usage({ groupBy, since, until }, actorOf(context));
      const { currency, prices } = bot.settings.current.usage;
      return context.json(
        {
          groupBy,
          items: groups.map((group) => ({ name: group.name, ...presentFigures(group) })),
          total: presentFigures(total),
          currency: prices.length === 0 ? null : currency,
          asOf: presentTime(clock.now()),
        },
        200,
      );
    });
  },
};
