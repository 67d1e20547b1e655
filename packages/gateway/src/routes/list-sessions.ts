import { createRoute } from "@hono/zod-openapi";
import type { ListFilter, ListSort } from "@keyturn/core";
import { z } from "zod";
import { presentSession, sessionPageTag } from "../present/session.ts";
import { presentTime } from "../present/timestamp.ts";
import { defaultLimit, limitSchema, offsetSchema } from "../wire/fields.ts";
import { listFilterOf, sessionFilterFields, sessionSorts } from "../wire/session-query.ts";
import { sessionPageSchema } from "../wire/session.ts";
import { trashPageSchema } from "../wire/trash.ts";
import { actorOf } from "./actor-of.ts";
import { isTagAmong } from "./entity-tag.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { readTrashPage } from "./read-trash-page.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions",
  summary: "Sessions, the most recently updated first unless another order is asked for",
  request: {
    query: z
      .strictObject({
        ...sessionFilterFields,
        pinned: z.enum(["true", "false"]).optional(),
        sort: z.enum(sessionSorts).optional(),
        limit: limitSchema.optional(),
        cursor: z
          .string()
          .max(500)
          .meta({ description: "The nextCursor of the page before, of the same query." })
          .optional(),
        offset: offsetSchema.optional(),
        count: z.enum(["true", "false"]).optional(),
        trash: z.enum(["true", "false"]).optional(),
      })
      .refine(({ offset, cursor }) => offset === undefined || cursor === undefined, {
        path: ["offset"],
        error: "goes in place of cursor",
      })
      .refine(isOfTrashAlone, { path: ["trash"], error: "goes with limit and cursor alone" }),
  },
  responses: {
    200: {
      description: "A page of them; its ETag is weak, since `asOf` is another each time. Of the trash, without an ETag",
      content: { "application/json": { schema: z.union([sessionPageSchema, trashPageSchema]) } },
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
  register: (application, parts) => {
    const { bot, clock, cursors } = parts;
    application.openapi(form, async (context) => {
      const query = context.req.valid("query");
      const { pinned, sort: order, limit = defaultLimit, cursor, offset, count, trash, ...rest } = query;
      if (trash === "true") return context.json(await readTrashPage(parts, actorOf(context), limit, cursor), 200);
      const filter = listFilterOf({ ...rest, pinned: pinned === undefined ? undefined : pinned === "true" });
      const sort = sortOf(order);
      const list = nameOf(filter, sort);
      const after = cursor === undefined ? undefined : cursors.decode(list, cursor);
      const asOf = presentTime(clock.now());
      const sessions = await bot.sessions.list({ ...filter, sort, limit, after, offset }, actorOf(context));
      const last = sessions.length === limit ? sessions.at(-1) : undefined;
      const nextCursor = last === undefined ? null : cursors.encode(list, { at: last[sort.by], id: last.id });
      const total = count === "true" ? await bot.sessions.count(filter, actorOf(context)) : undefined;
      const tag = sessionPageTag(sessions, nextCursor, total);
      if (isTagAmong(tag, context.req.header("if-none-match"))) return context.body(null, 304, { ETag: tag });
      const items = sessions.map(presentSession);
      return context.json({ items, nextCursor, asOf, ...(total !== undefined && { total }) }, 200, { ETag: tag });
    });
  },
};

/** Whether nothing is asked of the trash that it cannot do. */
function isOfTrashAlone({
  trash,
  limit: _limit,
  cursor: _cursor,
  ...others
}: Readonly<Record<string, unknown>>): boolean {
  return trash !== "true" || Object.values(others).every((value) => value === undefined);
}

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
