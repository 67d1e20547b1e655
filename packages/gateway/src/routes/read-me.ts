import { createRoute } from "@hono/zod-openapi";
import { meSchema } from "../wire/access.ts";
import { callerOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/auth/me",
  summary: "Who asks, and what they may do",
  responses: {
    200: { description: "Whoever asks", content: { "application/json": { schema: meSchema } } },
    ...commonProblems,
  },
});

/** `GET /auth/me` */
export const readMe: GatewayRoute = {
  operation: "login.read",
  role: "viewer",
  form,
  register: (application, { access }) => {
    application.openapi(form, (context) => {
      const { actor, role, loginId = null } = callerOf(context);
      const { id, label } = actor;
      return context.json({ actor: { id, label }, role, loginId, operations: [...access.operationsOf(role)] }, 200);
    });
  },
};
