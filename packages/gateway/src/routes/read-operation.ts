import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { operationIdSchema } from "../wire/ids.ts";
import { operationDetailSchema } from "../wire/operation.ts";
import { actorOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems, operationProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/operations/{id}",
  summary: "How far an operation has come, and what became of its sessions",
  request: { params: z.object({ id: operationIdSchema }) },
  responses: {
    200: { description: "The operation", content: { "application/json": { schema: operationDetailSchema } } },
    ...commonProblems,
    ...operationProblems,
  },
});

/** `GET /operations/:id` */
export const readOperation: GatewayRoute = {
  operation: "operation.read",
  role: "operator",
  form,
  register: (application, { bot, operations }) => {
    application.openapi(form, async (context) => {
      await authorizeList(bot, actorOf(context));
      return context.json(operations.find(context.req.valid("param").id).describeResults(), 200);
    });
  },
};
