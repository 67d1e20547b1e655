import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { presentEntry, presentQueued, presentSummary } from "../present/transcript.ts";
import { defaultLimit, limitSchema, sequenceSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { messagesPageSchema } from "../wire/transcript.ts";
import { actorOf } from "./actor-of.ts";
import { readTogether } from "./read-together.ts";
import { commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}/messages",
  summary: "The newest part of a transcript, or an older one, and the messages that wait or run",
  request: {
    params: z.object({ id: sessionIdSchema }),
    query: z.strictObject({
      before: sequenceSchema.optional(),
      limit: limitSchema.optional(),
    }),
  },
  responses: {
    200: {
      description: "The page, oldest entry first",
      content: { "application/json": { schema: messagesPageSchema } },
    },
    ...commonProblems,
    ...sessionProblems,
  },
});

/** `GET /sessions/:id/messages` */
export const readMessages: GatewayRoute = {
  operation: "session.read",
  role: "viewer",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { before, limit = defaultLimit } = context.req.valid("query");
      const { id } = context.req.valid("param");
      const { page, queue } = await readTogether(bot.sessions, id, { before, limit }, actorOf(context));
      const { session, summary, entries, hasMore } = page;
      return context.json(
        {
          session: presentSession(session),
          summary: summary === undefined ? null : presentSummary(summary),
          items: entries.map(presentEntry),
          nextBefore: hasMore ? (entries[0]?.sequence ?? null) : null,
          queue: queue.map(presentQueued),
        },
        200,
        { ETag: sessionTag(session) },
      );
    });
  },
};
