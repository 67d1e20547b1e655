import { createRoute } from "@hono/zod-openapi";
import { presentPlugin } from "../present/plugin.ts";
import { presentTime } from "../present/timestamp.ts";
import { pluginListSchema } from "../wire/plugin.ts";
import { actorOf, callerOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { settingsTag } from "../present/settings.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/plugins",
  summary: "The plugins, how they stand, and what they registered",
  responses: {
    200: {
      description: "All of them, with the ETag that a change asks for",
      content: { "application/json": { schema: pluginListSchema } },
    },
    ...commonProblems,
  },
});

/** `GET /plugins` */
export const listPlugins: GatewayRoute = {
  operation: "plugin.list",
  role: "viewer",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      await authorizeList(bot, actorOf(context));
      const isAdmin = callerOf(context).role === "admin";
      const { version } = bot.settings;
      const items = bot.plugins.map((plugin) => presentPlugin(plugin, isAdmin));
      return context.json({ items, version, asOf: presentTime(clock.now()) }, 200, { ETag: settingsTag(version) });
    });
  },
};
