import { createRoute } from "@hono/zod-openapi";
import { type WireHealth, healthSchema } from "../wire/status.ts";
import { doorProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/healthz",
  summary: "Whether the process answers",
  security: [],
  responses: {
    200: { description: "It does", content: { "application/json": { schema: healthSchema } } },
    ...doorProblems,
  },
});

const well: WireHealth = { status: "ok" };

/** `GET /healthz`: for whoever restarts the process. Says nothing about what runs here. */
export const readHealth: GatewayRoute = {
  operation: "health.read",
  role: "none",
  form,
  register: (application) => {
    application.openapi(form, (context) => context.json(well, 200));
  },
};
