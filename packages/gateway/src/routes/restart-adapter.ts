import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentAdapter } from "../present/adapter.ts";
import { Problem } from "../problems/problem.ts";
import { adapterNameSchema, adapterSchema } from "../wire/adapter.ts";
import { demandSchema } from "../wire/fields.ts";
import { actorOf } from "./actor-of.ts";
import { adapterNotFound } from "./read-adapter.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/adapters/{name}/restart",
  summary: "Stop a channel adapter and start it anew, without waiting for it",
  request: {
    params: z.object({ name: adapterNameSchema }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    202: { description: "It is being restarted", content: { "application/json": { schema: adapterSchema } } },
    ...commonProblems,
    ...bodyProblems,
    404: problem("There is no adapter of this name."),
    409: problem("It is being restarted already."),
  },
});

/** `POST /adapters/:name/restart` */
export const restartAdapter: GatewayRoute = {
  operation: "adapter.restart",
  role: "admin",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { name } = context.req.valid("param");
      const outcome = await bot.restartAdapter(name, actorOf(context), context.req.valid("json").reason);
      const status = bot.adapters.find((adapter) => adapter.name === name);
      if (outcome === "unknown" || status === undefined) throw adapterNotFound(name);
      if (outcome === "busy")
        throw new Problem("ADAPTER_RESTARTING", `The adapter "${name}" is being restarted already.`);
      return context.json(presentAdapter(status), 202);
    });
  },
};
