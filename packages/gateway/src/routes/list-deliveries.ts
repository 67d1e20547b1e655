import { createRoute } from "@hono/zod-openapi";
import { type UndeliveredPosition, isDeliveryId, isSessionId } from "@keyturn/core";
import { z } from "zod";
import { presentDelivery } from "../present/delivery.ts";
import { presentTime } from "../present/timestamp.ts";
import { Problem } from "../problems/problem.ts";
import { deliveryPageSchema, undeliveredStates } from "../wire/delivery.ts";
import { defaultLimit, limitSchema } from "../wire/fields.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/deliveries",
  summary: "The pieces of all sessions that failed or are unconfirmed, and wait for a person's decision",
  request: {
    query: z.strictObject({
      state: z.enum(undeliveredStates).optional(),
      limit: limitSchema.optional(),
      cursor: z.string().max(500).meta({ description: "Where the page before ended: its nextCursor." }).optional(),
    }),
  },
  responses: {
    200: {
      description: "A page, of the sessions that were updated last first; within one in order",
      content: { "application/json": { schema: deliveryPageSchema } },
    },
    ...commonProblems,
  },
});

/** `GET /deliveries` */
export const listDeliveries: GatewayRoute = {
  operation: "delivery.list",
  role: "viewer",
  form,
  register: (application, { bot, clock, cursors }) => {
    application.openapi(form, async (context) => {
      const { state, limit = defaultLimit, cursor } = context.req.valid("query");
      // Names the list in its cursors.
      const list = `deliveries ${state ?? ""}`;
      const after = cursor === undefined ? undefined : readPosition(cursors.open(list, cursor));
      const asOf = presentTime(clock.now());
      const { items, next } = await bot.sessions.undelivered({ state, limit, after }, actorOf(context));
      const nextCursor = next === undefined ? null : cursors.seal(list, writePosition(next));
      return context.json({ items: items.map(presentDelivery), nextCursor, asOf }, 200);
    });
  },
};

const positionSchema = z.tuple([
  z.number().int(),
  z.string().refine(isSessionId),
  z.number().int(),
  z.number().int(),
  z.string().refine(isDeliveryId),
]);

function writePosition({ session, createdAt, piece, deliveryId }: UndeliveredPosition): string {
  return JSON.stringify([session.at, session.id, createdAt, piece, deliveryId]);
}

function readPosition(text: string): UndeliveredPosition {
  const [at, id, createdAt, piece, deliveryId] = positionSchema.safeParse(JSON.parse(text)).data ?? [];
  const isWhole = at !== undefined && id !== undefined && createdAt !== undefined && piece !== undefined;
  if (!isWhole || deliveryId === undefined || !isSessionId(id) || !isDeliveryId(deliveryId)) {
    throw new Problem("CURSOR_INVALID", "The cursor is not one of this list. Begin again without a cursor.");
  }
  return { session: { at, id }, createdAt, piece, deliveryId };
}
