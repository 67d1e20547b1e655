import { createRoute } from "@hono/zod-openapi";
import { presentToken } from "../present/access.ts";
import { tokenListSchema } from "../wire/access.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/tokens",
  summary: "Access tokens, revoked ones included; never the tokens themselves",
  responses: {
    200: { description: "All of them", content: { "application/json": { schema: tokenListSchema } } },
    ...commonProblems,
  },
});

/** `GET /tokens` */
export const listTokens: GatewayRoute = {
  operation: "token.list",
  role: "admin",
  form,
  register: (application, { access: { register } }) => {
    application.openapi(form, async (context) => {
      await register.load();
      return context.json({ items: register.tokens.map(presentToken) }, 200);
    });
  },
};
