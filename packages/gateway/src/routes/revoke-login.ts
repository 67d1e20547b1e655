import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { loginIdSchema } from "../wire/ids.ts";
import { callerOf } from "./actor-of.ts";
import { noteAccess } from "./note-access.ts";
import { commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { visibleLogins } from "./visible-logins.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/auth/sessions/{id}",
  summary: "End a login session: one of your own, or any for an admin",
  request: { params: z.object({ id: loginIdSchema }) },
  responses: {
    204: { description: "It is ended, and its event streams with it" },
    ...commonProblems,
    404: problem("There is no such login session in force among those that you may end."),
  },
});

/** `DELETE /auth/sessions/{id}` */
export const revokeLogin: GatewayRoute = {
  operation: "login.revoke",
  role: "viewer",
  form,
  register: (application, { access }) => {
    application.openapi(form, async (context) => {
      const { id } = context.req.valid("param");
      const logins = await visibleLogins(access.register, callerOf(context));
      if (!logins.some((login) => login.id === id)) {
        throw new Problem("LOGIN_NOT_FOUND", `There is no login session ${id} in force that you may end.`);
      }
      await access.register.revokeLogin(id);
      await noteAccess(access, context, id);
      return context.body(null, 204);
    });
  },
};
