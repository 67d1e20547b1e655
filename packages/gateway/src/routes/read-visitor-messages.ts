import { createRoute } from "@hono/zod-openapi";
import { type SessionId, SessionNotFoundError } from "@keyturn/core";
import { z } from "zod";
import type { VisitorCaller } from "../access/caller.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { presentVisitorEntry, presentVisitorMessage } from "../present/visitor.ts";
import { keyOfVisitor } from "../visitors/visitor-conversation.ts";
import { defaultLimit, limitSchema, sequenceSchema } from "../wire/fields.ts";
import { type WireVisitorPage, visitorPageSchema } from "../wire/visitor.ts";
import { visitorOf } from "./actor-of.ts";
import { readTogether } from "./read-together.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/visitor/messages",
  summary: "A visitor's own conversation: its newest part or an older one, what waits, and what is being written",
  request: { query: z.strictObject({ before: sequenceSchema.optional(), limit: limitSchema.optional() }) },
  responses: {
    200: {
      description: "The page, oldest entry first",
      content: { "application/json": { schema: visitorPageSchema } },
    },
    ...commonProblems,
  },
});

const nothing: WireVisitorPage = { epoch: 0, version: 0, items: [], nextBefore: null, waiting: [], run: null };

/** `GET /visitor/messages` */
export const readVisitorMessages: GatewayRoute = {
  operation: "session.read",
  role: "visitor",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { before, limit = defaultLimit } = context.req.valid("query");
      const visitor = visitorOf(context);
      const id = await bot.sessions.find(keyOfVisitor(visitor.visitorId));
      if (id === undefined) return context.json(nothing, 200);
      return context.json(await readPage(bot, visitor, id, { before, limit }), 200);
    });
  },
};

/** What a visitor sees; of a conversation that was deleted meanwhile, nothing. */
async function readPage(
  bot: GatewayParts["bot"],
  { visitorId, actor }: VisitorCaller,
  id: SessionId,
  query: { readonly before: number | undefined; readonly limit: number },
): Promise<WireVisitorPage> {
  try {
    const { page, queue } = await readTogether(bot.sessions, id, query, actor);
    const { session, entries, hasMore } = page;
    const run = bot.runs().find(({ sessionId, epoch }) => sessionId === id && epoch === session.epoch);
    return {
      epoch: session.epoch,
      version: session.version,
      items: entries.flatMap((entry) => presentVisitorEntry(entry, visitorId) ?? []),
      nextBefore: hasMore ? (entries[0]?.sequence ?? null) : null,
      waiting: queue.flatMap((message) => presentVisitorMessage(message, visitorId) ?? []),
      run: run === undefined || run.isAborted ? null : { runId: run.runId, text: run.text },
    };
  } catch (error) {
    if (error instanceof SessionNotFoundError) return nothing;
    throw error;
  }
}
