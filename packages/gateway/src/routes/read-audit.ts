import { createRoute } from "@hono/zod-openapi";
import type { AuditFilter } from "@keyturn/core";
import { z } from "zod";
import { presentAuditEntry } from "../present/audit.ts";
import { presentTime } from "../present/timestamp.ts";
import { auditOutcomes, auditSchema } from "../wire/audit.ts";
import { defaultLimit, instantSchema, limitSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
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
      actor: z.string().min(1).max(256).meta({ description: "The id of whoever asked for it." }).optional(),
      operation: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: "What was asked for, such as session.delete." })
        .optional(),
      outcome: z.enum(auditOutcomes).optional(),
      surface: z.string().min(1).max(256).meta({ description: "Where it was asked for, such as http." }).optional(),
      sessionId: sessionIdSchema.optional(),
      since: instantSchema.optional(),
      until: instantSchema.optional(),
      limit: limitSchema.optional(),
      cursor: z.string().max(500).meta({ description: "Where the page before ended: its nextCursor." }).optional(),
    }),
  },
  responses: {
    200: { description: "A page of them", content: { "application/json": { schema: auditSchema } } },
    ...commonProblems,
  },
});

/** `GET /audit` */
export const readAudit: GatewayRoute = {
  operation: "audit.read",
  role: "admin",
  form,
  register: (application, { bot, clock, cursors }) => {
    application.openapi(form, async (context) => {
      const { actor, limit = defaultLimit, cursor, ...rest } = context.req.valid("query");
      const filter: AuditFilter = { ...rest, actorId: actor };
      const list = nameOf(filter);
      const after = cursor === undefined ? undefined : cursors.open(list, cursor);
      await authorizeList(bot, actorOf(context));
      const asOf = presentTime(clock.now());
      const entries = await bot.audit(limit, filter, after);
      const last = entries.length === limit ? entries.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursors.seal(list, last.position);
      return context.json({ items: entries.map(presentAuditEntry), nextCursor, asOf }, 200);
    });
  },
};

/** Names this list in its cursors. */
function nameOf({ actorId, surface, operation, outcome, sessionId, since, until }: AuditFilter): string {
  return `audit ${JSON.stringify([actorId, surface, operation, outcome, sessionId, since, until])}`;
}
