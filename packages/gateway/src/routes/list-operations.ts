import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentTime } from "../present/timestamp.ts";
import { defaultLimit, limitSchema } from "../wire/fields.ts";
import { operationListSchema } from "../wire/operation.ts";
import { actorOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/operations",
  summary: "Operations at work in this process, and those that ended lately, the newest first",
  request: { query: z.strictObject({ limit: limitSchema.optional() }) },
  responses: {
    200: { description: "The newest of them", content: { "application/json": { schema: operationListSchema } } },
    ...commonProblems,
  },
});

/** `GET /operations` */
export const listOperations: GatewayRoute = {
  operation: "operation.list",
  role: "operator",
  form,
  register: (application, { bot, clock, operations }) => {
    application.openapi(form, async (context) => {
      await authorizeList(bot, actorOf(context));
      const { limit = defaultLimit } = context.req.valid("query");
      const items = operations.list(limit).map((operation) => operation.describe());
      return context.json({ items, asOf: presentTime(clock.now()) }, 200);
    });
  },
};
