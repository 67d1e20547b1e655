import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { demandSchema, idempotencyHeaders } from "../wire/fields.ts";
import { deliveryIdSchema, sessionIdSchema } from "../wire/ids.ts";
import { sessionSchema } from "../wire/session.ts";
import { actorOf } from "./actor-of.ts";
import { piecePreconditionSchema, requireDecided, requirePieceVersion } from "./delivery-decision.ts";
import { bodyProblems, commonProblems, deliveryProblems, idempotencyProblems, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/deliveries/{deliveryId}/resend",
  summary: "Send a piece again that failed or is unconfirmed, in its place; nothing is waited for",
  request: {
    params: z.object({ id: sessionIdSchema, deliveryId: deliveryIdSchema }),
    headers: idempotencyHeaders.extend({ "if-match": piecePreconditionSchema.optional() }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    200: {
      description: "It is decided, and durable: the session as it is now",
      content: { "application/json": { schema: sessionSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    ...idempotencyProblems,
    ...deliveryProblems,
  },
});

/** `POST /sessions/:id/deliveries/:deliveryId/resend` */
export const resendDelivery: GatewayRoute = {
  operation: "delivery.resend",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const expected = requirePieceVersion(context.req.valid("header")["if-match"]);
      const { id: sessionId, deliveryId } = context.req.valid("param");
      const { reason = "" } = context.req.valid("json");
      const demand = { actor: actorOf(context), reason };
      const result = await bot.sessions.resend({ sessionId, deliveryId, expected }, demand);
      const session = requireDecided(result, deliveryId);
      return context.json(presentSession(session), 200, { ETag: sessionTag(session) });
    });
  },
};
