import { createRoute } from "@hono/zod-openapi";
import { presentTime } from "../present/timestamp.ts";
import { configurationSchema } from "../wire/configuration.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { settingsTag } from "../present/settings.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/config",
  summary: "The settings in force, and where each comes from; of secrets, whether they are set",
  responses: {
    200: {
      description: "All of them, with the ETag that a change asks for",
      content: { "application/json": { schema: configurationSchema } },
    },
    ...commonProblems,
  },
});

/** `GET /config` */
export const readConfiguration: GatewayRoute = {
  operation: "config.read",
  role: "admin",
  form,
  register: (application, { bot, clock, configuration }) => {
    application.openapi(form, async (context) => {
      await bot.sessions.authorize(actorOf(context), "config.read");
      const { values, sources, version } = configuration.read();
      const answer = { values: { ...values }, sources, version, asOf: presentTime(clock.now()) };
      return context.json(answer, 200, { ETag: settingsTag(version) });
    });
  },
};
