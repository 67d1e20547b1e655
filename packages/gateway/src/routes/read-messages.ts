import { createRoute } from "@hono/zod-openapi";
import type { Actor, EntriesPage, EntriesQuery, InboxEntry, SessionId, Sessions } from "@keyturn/core";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { presentEntry, presentQueued, presentSummary } from "../present/transcript.ts";
import { defaultLimit, limitSchema } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { messagesPageSchema } from "../wire/transcript.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}/messages",
  summary: "The newest part of a transcript, or an older one, and the messages that wait or run",
  request: {
    params: z.object({ id: sessionIdSchema }),
    query: z.strictObject({
      before: z
        .string()
        .regex(/^\d{1,15}$/, "must be the sequence of an entry")
        .transform(Number)
        .meta({ description: "Only entries before the one of this sequence: the nextBefore of the page before." })
        .optional(),
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

/** Reads of a session that moves on while it is read, before the last one is taken as it is. */
const readings = 3;

/**
 * A page and the queue behind it. They are two reads: the queue comes first, so that a message which moves from one to the
 * other meanwhile is in both and not in neither; a reset in between makes it read again.
 */
async function readTogether(
  sessions: Sessions,
  id: SessionId,
  query: EntriesQuery,
  actor: Actor,
): Promise<{ readonly page: EntriesPage; readonly queue: readonly InboxEntry[] }> {
  for (let reading = 1; ; reading += 1) {
    const { epoch } = await sessions.read(id, actor);
    const queue = await sessions.waiting(id, actor);
    const page = await sessions.entries(id, query, actor);
    if (page.session.epoch !== epoch && reading < readings) continue;
    const shown = new Set(page.entries.map((entry) => (entry.role === "user" ? entry.messageId : undefined)));
    return { page, queue: queue.filter((message) => !shown.has(message.id)) };
  }
}
