import { createRoute } from "@hono/zod-openapi";
import { presentAdapter } from "../present/adapter.ts";
import { presentTime } from "../present/timestamp.ts";
import { adapterListSchema } from "../wire/adapter.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/adapters",
  summary: "The channel adapters and how they stand",
  responses: {
    200: { description: "All of them", content: { "application/json": { schema: adapterListSchema } } },
    ...commonProblems,
  },
});

/** `GET /adapters` */
export const listAdapters: GatewayRoute = {
  operation: "adapter.read",
  role: "viewer",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, (context) =>
      context.json({ items: bot.adapters.map(presentAdapter), asOf: presentTime(clock.now()) }, 200),
    );
  },
};
