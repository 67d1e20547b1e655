import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { tokenIdSchema } from "../wire/ids.ts";
import { noteAccess } from "./note-access.ts";
import { commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/tokens/{id}",
  summary: "Revoke an access token, with the login sessions and event streams that came from it",
  request: { params: z.object({ id: tokenIdSchema }) },
  responses: {
    204: { description: "It is revoked, or was before" },
    ...commonProblems,
    404: problem("There is no such token."),
  },
});

/** `DELETE /tokens/{id}` */
export const revokeToken: GatewayRoute = {
  operation: "token.revoke",
  role: "admin",
  form,
  register: (application, { access }) => {
    application.openapi(form, async (context) => {
      const { id } = context.req.valid("param");
      await access.register.load();
      if (!access.register.tokens.some((token) => token.id === id)) {
        throw new Problem("TOKEN_NOT_FOUND", `There is no access token ${id}. The list has their ids.`);
      }
      const isRevoked = await access.register.revokeToken(id);
      await noteAccess(access, context, id, isRevoked ? "done" : "nothing to do");
      return context.body(null, 204);
    });
  },
};
