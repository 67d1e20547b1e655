import { createRoute } from "@hono/zod-openapi";
import { presentLiveRun } from "../present/run.ts";
import { presentTime } from "../present/timestamp.ts";
import { runListSchema } from "../wire/run.ts";
import { actorOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/runs",
  summary: "The runs in flight in this process",
  responses: {
    200: { description: "All of them", content: { "application/json": { schema: runListSchema } } },
    ...commonProblems,
  },
});

/** `GET /runs` */
export const listRuns: GatewayRoute = {
  operation: "run.list",
  role: "viewer",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      await authorizeList(bot, actorOf(context));
      return context.json({ items: bot.runs().map(presentLiveRun), asOf: presentTime(clock.now()) }, 200);
    });
  },
};
