import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentPlugin } from "../present/plugin.ts";
import { pluginChangeSchema, pluginIdSchema, pluginSchema } from "../wire/plugin.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { requireSettingsVersion, settingsPreconditionSchema } from "./settings-precondition.ts";
import { settingsTag } from "../present/settings.ts";

const form = createRoute({
  method: "patch",
  path: "/api/v1/plugins/{id}",
  summary: "Turn a plugin on or off, now and after a restart",
  request: {
    params: z.object({ id: pluginIdSchema }),
    headers: z.object({ "if-match": settingsPreconditionSchema.optional() }),
    body: { required: true, content: { "application/json": { schema: pluginChangeSchema } } },
  },
  responses: {
    200: {
      description: "The plugin as it is now; when it could not be set up, its state tells",
      content: { "application/json": { schema: pluginSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    404: problem("There is no such plugin."),
    409: problem("It is being turned on or off right now, or the bot cannot be without it."),
    412: problem("The settings are not as If-Match says; `currentEtag` tells what they are now."),
    428: problem("There is no If-Match."),
  },
});

/** `PATCH /plugins/:id` */
export const updatePlugin: GatewayRoute = {
  operation: "plugin.change",
  role: "admin",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const expected = requireSettingsVersion(context.req.valid("header")["if-match"]);
      const { enabled, reason } = context.req.valid("json");
      const { id } = context.req.valid("param");
      const plugin = await bot.changePlugin(id, enabled, { actor: actorOf(context), reason, expected });
      return context.json(presentPlugin(plugin, true), 200, { ETag: settingsTag(bot.settings.version) });
    });
  },
};
