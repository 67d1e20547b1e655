import { createRoute } from "@hono/zod-openapi";
import { presentTime } from "../present/timestamp.ts";
import { statusSchema } from "../wire/status.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/status",
  summary: "How the bot is, at one glance",
  responses: {
    200: { description: "Its parts and figures", content: { "application/json": { schema: statusSchema } } },
    ...commonProblems,
  },
});

/** `GET /status` */
export const readStatus: GatewayRoute = {
  operation: "status.read",
  role: "viewer",
  form,
  register: (application, { bot, clock, events, startedAt }) => {
    application.openapi(form, (context) =>
      context.json(
        {
          model: bot.settings.current.model,
          store: bot.options.store.kind,
          channels: bot.channels,
          plugins: bot.plugins.map(({ name, version, state }) => ({ name, version, state })),
          statistics: { ...bot.statistics, eventStreams: events.streams },
          startedAt: presentTime(startedAt),
          uptimeSeconds: Math.floor((clock.now() - startedAt) / 1000),
        },
        200,
      ),
    );
  },
};
