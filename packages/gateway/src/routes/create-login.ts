import { createRoute } from "@hono/zod-openapi";
import { loginRequestSchema } from "../wire/access.ts";
import { bodyProblems, commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/auth/login",
  summary: "Exchange a code or a token for a cookie",
  security: [],
  request: { body: { required: true, content: { "application/json": { schema: loginRequestSchema } } } },
  responses: {
    204: { description: "You are logged in; the cookie is in Set-Cookie" },
    ...commonProblems,
    ...bodyProblems,
  },
});

/** `POST /auth/login` */
export const createLogin: GatewayRoute = {
  operation: "login.create",
  role: "none",
  form,
  register: (application, { access: { desk, cookie, audit } }) => {
    application.openapi(form, async (context) => {
      const { facts } = context.env.admission;
      const request = context.req.valid("json");
      const login = await ("code" in request ? desk.byCode(request.code, facts) : desk.byToken(request.token, facts));
      await audit.recordAudit({
        actor: login.actor,
        operation: "login.create",
        sessionId: undefined,
        target: login.id,
        address: facts.address,
        reason: "",
        outcome: "done",
      });
      context.header("Set-Cookie", cookie.set(login.value, facts.port));
      return context.body(null, 204);
    });
  },
};
