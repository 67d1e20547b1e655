import { createRoute } from "@hono/zod-openapi";
import { readinessSchema } from "../wire/status.ts";
import { ReadinessCheck } from "./readiness-check.ts";
import { doorProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/readyz",
  summary: "Whether the bot can work: its store stores, its lock answers",
  security: [],
  responses: {
    200: { description: "It can", content: { "application/json": { schema: readinessSchema } } },
    ...doorProblems,
    503: { description: "It cannot just now", content: { "application/json": { schema: readinessSchema } } },
  },
});

/** `GET /readyz`: for whoever sends requests here. Says nothing about what runs here. */
export const readReadiness: GatewayRoute = {
  operation: "readiness.read",
  role: "none",
  form,
  register: (application, parts) => {
    const check = new ReadinessCheck(parts);
    application.openapi(form, async (context) => {
      const readiness = await check.run();
      return context.json(readiness, readiness.status === "ok" ? 200 : 503);
    });
  },
};
