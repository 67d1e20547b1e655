import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentAdapter } from "../present/adapter.ts";
import { Problem } from "../problems/problem.ts";
import { adapterNameSchema, adapterSchema } from "../wire/adapter.ts";
import { commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/adapters/{name}",
  summary: "A channel adapter and how it stands",
  request: { params: z.object({ name: adapterNameSchema }) },
  responses: {
    200: { description: "The adapter", content: { "application/json": { schema: adapterSchema } } },
    ...commonProblems,
    404: problem("There is no adapter of this name."),
  },
});

/** `GET /adapters/:name` */
export const readAdapter: GatewayRoute = {
  operation: "adapter.read",
  role: "viewer",
  form,
  register: (application, { bot }) => {
    application.openapi(form, (context) => {
      const { name } = context.req.valid("param");
      const status = bot.adapters.find((adapter) => adapter.name === name);
      if (status === undefined) throw adapterNotFound(name);
      return context.json(presentAdapter(status), 200);
    });
  },
};

/** The answer to a name that no adapter has. */
export function adapterNotFound(name: string): Problem {
  return new Problem(
    "ADAPTER_NOT_FOUND",
    `There is no adapter named "${name}". GET /adapters lists those that are on.`,
  );
}
