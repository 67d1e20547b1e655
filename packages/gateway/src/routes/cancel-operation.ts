import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { operationIdSchema } from "../wire/ids.ts";
import { operationDetailSchema } from "../wire/operation.ts";
import { actorOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { noteAccess } from "./note-access.ts";
import { commonProblems, operationProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "delete",
  path: "/api/v1/operations/{id}",
  summary: "Let an operation begin with no further session; what is done stays done",
  request: { params: z.object({ id: operationIdSchema }) },
  responses: {
    202: {
      description: "It ends with the sessions that it is at; or it was over",
      content: { "application/json": { schema: operationDetailSchema } },
    },
    ...commonProblems,
    ...operationProblems,
  },
});

/** `DELETE /operations/:id` */
export const cancelOperation: GatewayRoute = {
  operation: "operation.cancel",
  role: "operator",
  form,
  register: (application, { access, bot, operations }) => {
    application.openapi(form, async (context) => {
      await authorizeList(bot, actorOf(context));
      const operation = operations.find(context.req.valid("param").id);
      const isAtWork = operation.describe().state === "running";
      operation.cancel();
      await noteAccess(access, context, operation.id, isAtWork ? "done" : "nothing to do");
      return context.json(operation.describeResults(), 202);
    });
  },
};
