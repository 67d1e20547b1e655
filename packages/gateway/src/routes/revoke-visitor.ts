import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { visitorIdSchema } from "../wire/ids.ts";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { noteAccess } from "./note-access.ts";
import { commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/webchat/visitors/{id}",
  summary: "End a visitor's token, with their event stream; the conversation stays",
  request: { params: z.object({ id: visitorIdSchema }) },
  responses: {
    204: { description: "It has ended" },
    ...commonProblems,
    404: problem("There is no such visitor, or there are none at all."),
  },
});

/** `DELETE /webchat/visitors/:id` */
export const revokeVisitor: GatewayRoute = {
  operation: "visitor.revoke",
  role: "operator",
  form,
  register: (application, { access, visitors }) => {
    application.openapi(form, async (context) => {
      if (visitors === undefined) throw noVisitors();
      const { id } = context.req.valid("param");
      if (!(await visitors.desk.register.revoke(id))) {
        throw new Problem(
          "VISITOR_NOT_FOUND",
          `There is no visitor ${id}, or no longer. It is the place of their conversation's key.`,
        );
      }
      await noteAccess(access, context, id);
      return context.body(null, 204);
    });
  },
};
