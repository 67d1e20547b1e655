import { createRoute } from "@hono/zod-openapi";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { visitorOutcomeSchema, visitorStopSchema } from "../wire/visitor.ts";
import { visitorOf } from "./actor-of.ts";
import { unlessGone } from "./unless-gone.ts";
import { bodyProblems, commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/visitor/stop",
  summary: "End the answer that is being written to a visitor, and keep what there is of it",
  request: { body: { content: { "application/json": { schema: visitorStopSchema } } } },
  responses: {
    200: {
      description: "Nothing runs any more, or not the run that was named",
      content: { "application/json": { schema: visitorOutcomeSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
  },
});

/** `POST /visitor/stop` */
export const stopVisitorRun: GatewayRoute = {
  operation: "session.stop",
  role: "visitor",
  form,
  register: (application, { bot, visitors }) => {
    application.openapi(form, async (context) => {
      const { visitorId, actor } = visitorOf(context);
      if (visitors === undefined) throw noVisitors();
      const { runId } = context.req.valid("json");
      visitors.desk.budgets.spendAct(visitorId);
      const id = await visitors.desk.find(visitorId);
      const stopped = id && (await unlessGone(bot.sessions.stop(id, { actor, reason: "", runId })));
      return context.json({ epoch: stopped?.session.epoch ?? 0 }, 200);
    });
  },
};
