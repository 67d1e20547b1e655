import { createRoute } from "@hono/zod-openapi";
import { presentLogin } from "../present/access.ts";
import { loginListSchema } from "../wire/access.ts";
import { callerOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { visibleLogins } from "./visible-logins.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/auth/sessions",
  summary: "Login sessions in force: your own, or all of them for an admin",
  responses: {
    200: { description: "The login sessions", content: { "application/json": { schema: loginListSchema } } },
    ...commonProblems,
  },
});

/** `GET /auth/sessions` */
export const listLogins: GatewayRoute = {
  operation: "login.list",
  role: "viewer",
  form,
  register: (application, { access: { register } }) => {
    application.openapi(form, async (context) => {
      const caller = callerOf(context);
      const logins = await visibleLogins(register, caller);
      return context.json({ items: logins.map((login) => presentLogin(login, caller.loginId)) }, 200);
    });
  },
};
