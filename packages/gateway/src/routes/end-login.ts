import { createRoute } from "@hono/zod-openapi";
import { callerOf } from "./actor-of.ts";
import { noteAccess } from "./note-access.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/auth/logout",
  summary: "End the login session that asks; with a token, nothing happens",
  responses: { 204: { description: "It is ended, and its event streams with it" }, ...commonProblems },
});

/** `POST /auth/logout` */
export const endLogin: GatewayRoute = {
  operation: "login.end",
  role: "viewer",
  form,
  register: (application, { access }) => {
    application.openapi(form, async (context) => {
      const { loginId } = callerOf(context);
      if (loginId === undefined) return context.body(null, 204);
      await access.register.revokeLogin(loginId);
      await noteAccess(access, context, loginId);
      context.header("Set-Cookie", access.cookie.clear(context.env.admission.facts.port));
      return context.body(null, 204);
    });
  },
};
