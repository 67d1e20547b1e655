import { createRoute } from "@hono/zod-openapi";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { visitorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/visitor",
  summary: "Forget a visitor: their conversation is removed, for good and at once, and their token ends",
  responses: { 204: { description: "Nothing of theirs is left" }, ...commonProblems },
});

/** `DELETE /visitor` */
export const forgetVisitor: GatewayRoute = {
  operation: "session.delete",
  role: "visitor",
  form,
  register: (application, { visitors }) => {
    application.openapi(form, async (context) => {
      const { visitorId } = visitorOf(context);
      if (visitors === undefined) throw noVisitors();
      visitors.desk.budgets.spendAct(visitorId);
      await visitors.desk.forget(visitorId);
      return context.body(null, 204);
    });
  },
};
