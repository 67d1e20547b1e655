import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentAuditEntry } from "../present/audit.ts";
import { presentTime } from "../present/timestamp.ts";
import { auditOutcomes, auditSchema } from "../wire/audit.ts";
import { defaultLimit, instantSchema, limitSchema } from "../wire/fields.ts";
import { actorOf } from "./actor-of.ts";
import { authorizeList } from "./authorize-list.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/audit",
  summary: "What was asked for, by whom, and how it ended, the newest first",
  request: {
    query: z.strictObject({
      actor: z.string().min(1).max(256).optional(),
      operation: z.string().min(1).max(100).optional(),
      outcome: z.enum(auditOutcomes).optional(),
      since: instantSchema.optional(),
      limit: limitSchema.optional(),
    }),
  },
  responses: {
    200: { description: "The newest entries", content: { "application/json": { schema: auditSchema } } },
    ...commonProblems,
  },
});

/** `GET /audit` */
export const readAudit: GatewayRoute = {
  operation: "audit.read",
  role: "admin",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      const { actor, limit = defaultLimit, ...rest } = context.req.valid("query");
      await authorizeList(bot, actorOf(context));
      const asOf = presentTime(clock.now());
      const entries = await bot.audit(limit, { ...rest, actorId: actor });
      return context.json({ items: entries.map(presentAuditEntry), asOf }, 200);
    });
  },
};
