import { createRoute } from "@hono/zod-openapi";
import { presentReset } from "../present/removal.ts";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { nothingSchema, visitorOutcomeSchema } from "../wire/visitor.ts";
import { visitorOf } from "./actor-of.ts";
import { unlessGone } from "./unless-gone.ts";
import { bodyProblems, commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/visitor/reset",
  summary: "Empty a visitor's own conversation and stop its run, without waiting for it",
  request: { body: { content: { "application/json": { schema: nothingSchema } } } },
  responses: {
    200: { description: "It is empty, at once", content: { "application/json": { schema: visitorOutcomeSchema } } },
    ...commonProblems,
    ...bodyProblems,
  },
});

/** `POST /visitor/reset` */
export const resetVisitor: GatewayRoute = {
  operation: "session.reset",
  role: "visitor",
  form,
  register: (application, { bot, visitors }) => {
    application.openapi(form, async (context) => {
      const { visitorId, actor } = visitorOf(context);
      if (visitors === undefined) throw noVisitors();
      visitors.desk.budgets.spendAct(visitorId);
      const id = await visitors.desk.find(visitorId);
      const reset = id && (await unlessGone(bot.sessions.reset(id, { actor, reason: "" })));
      return context.json({ epoch: reset === undefined ? 0 : presentReset(reset).epoch }, 200);
    });
  },
};
