import { createRoute } from "@hono/zod-openapi";
import type { ListFilter, ListSort } from "@keyturn/core";
import { z } from "zod";
import { presentSession, sessionPageTag } from "../present/session.ts";
import { presentTime } from "../present/timestamp.ts";
import { defaultLimit, instantSchema, limitSchema } from "../wire/fields.ts";
import { sessionKeyTextSchema, sessionSorts, sessionStates } from "../wire/session-query.ts";
import { sessionPageSchema } from "../wire/session.ts";
import { actorOf } from "./actor-of.ts";
import { isTagAmong } from "./entity-tag.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const nameSchema = z.string().min(1).max(256);

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions",
  summary: "Sessions, the most recently updated first unless another order is asked for",
  request: {
    query: z.strictObject({
      q: z.string().min(1).max(200).optional(),
      adapter: nameSchema.optional(),
      state: z.enum(sessionStates).optional(),
      owner: nameSchema.optional(),
      pinned: z.enum(["true", "false"]).optional(),
      key: sessionKeyTextSchema.optional(),
      updatedBefore: instantSchema.optional(),
      updatedAfter: instantSchema.optional(),
      sort: z.enum(sessionSorts).optional(),
      limit: limitSchema.optional(),
      cursor: z.string().max(500).optional(),
    }),
  },
  responses: {
    200: {
      description: "A page of them; its ETag is weak, since `asOf` is another each time",
      content: { "application/json": { schema: sessionPageSchema } },
    },
    304: { description: "The page is still as If-None-Match says" },
    ...commonProblems,
  },
});

/** `GET /sessions` */
export const listSessions: GatewayRoute = {
  operation: "session.list",
  role: "viewer",
  form,
  register: (application, { bot, clock, cursors }) => {
    application.openapi(form, async (context) => {
      const { q, owner, pinned, sort: order, limit = defaultLimit, cursor, ...rest } = context.req.valid("query");
      const isPinned = pinned === undefined ? undefined : pinned === "true";
      const filter: ListFilter = { ...rest, search: q, ownerId: owner, isPinned };
      const sort = sortOf(order);
      const list = nameOf(filter, sort);
      const after = cursor === undefined ? undefined : cursors.decode(list, cursor);
      const asOf = presentTime(clock.now());
      const sessions = await bot.sessions.list({ ...filter, sort, limit, after }, actorOf(context));
      const last = sessions.length === limit ? sessions.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursors.encode(list, { at: last[sort.by], id: last.id });
      const tag = sessionPageTag(sessions, nextCursor);
      if (isTagAmong(tag, context.req.header("if-none-match"))) return context.body(null, 304, { ETag: tag });
      return context.json({ items: sessions.map(presentSession), nextCursor, asOf }, 200, { ETag: tag });
    });
  },
};

function sortOf(order: (typeof sessionSorts)[number] = "-updatedAt"): ListSort {
  return {
    by: order.endsWith("createdAt") ? "createdAt" : "updatedAt",
    direction: order.startsWith("-") ? "descending" : "ascending",
  };
}

/** Names this list in its cursors: in a list of another filter or order a cursor would leave sessions out. */
function nameOf(filter: ListFilter, { by, direction }: ListSort): string {
  const { search, adapter, state, ownerId, isPinned, key, updatedBefore, updatedAfter } = filter;
  const parts = [search, adapter, state, ownerId, isPinned, key, updatedBefore, updatedAfter, by, direction];
  return `sessions ${JSON.stringify(parts)}`;
}
