import { createRoute } from "@hono/zod-openapi";
import { newVisitorSchema, nothingSchema } from "../wire/visitor.ts";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { bodyProblems, doorProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/webchat/visitors",
  summary: "Begin as a visitor of the web chat",
  security: [],
  request: { body: { content: { "application/json": { schema: nothingSchema } } } },
  responses: {
    201: {
      description: "Who the visitor is, with a token that is never shown again",
      content: { "application/json": { schema: newVisitorSchema } },
    },
    ...doorProblems,
    ...bodyProblems,
    403: problem("A page of somebody else sent it."),
    404: problem("The bot has no web chat for visitors."),
    429: problem("Too many people began just now, or there are as many as there may be; see Retry-After."),
    500: problem("A fault of the bot; its log has the cause."),
    503: problem("The store could not confirm. Nothing is claimed to have happened."),
  },
});

/**
 * `POST /webchat/visitors`. It takes no `Idempotency-Key`: nobody is known yet whose it would be, and a visitor of whom no
 * answer came costs nothing but a place for some days.
 */
export const createVisitor: GatewayRoute = {
  operation: "visitor.create",
  role: "none",
  form,
  register: (application, { visitors }) => {
    application.openapi(form, async (context) => {
      if (visitors === undefined) throw noVisitors();
      const { budgets, register } = visitors.desk;
      budgets.spendVisitor(context.env.admission.facts.address);
      return context.json(await register.create(), 201);
    });
  },
};
