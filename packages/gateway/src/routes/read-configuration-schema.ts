import { createRoute } from "@hono/zod-openapi";
import { jsonSchemaSchema } from "../wire/configuration.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/config/schema",
  summary: "Which settings there are, what they may be, and how each can be changed, as JSON Schema",
  responses: {
    200: {
      description: "`x-change` says how a setting can be changed, `writeOnly` that it is a secret",
      content: { "application/json": { schema: jsonSchemaSchema } },
    },
    ...commonProblems,
  },
});

/** `GET /config/schema` */
export const readConfigurationSchema: GatewayRoute = {
  operation: "config.read",
  role: "admin",
  form,
  register: (application, { bot, configuration }) => {
    application.openapi(form, async (context) => {
      await bot.sessions.authorize(actorOf(context), "config.read");
      return context.json({ ...configuration.schema() }, 200);
    });
  },
};
