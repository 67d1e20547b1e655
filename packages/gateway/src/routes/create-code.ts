import { createRoute } from "@hono/zod-openapi";
import { codeMilliseconds } from "../access/login-codes.ts";
import { presentTime } from "../present/timestamp.ts";
import { codeRequestSchema, loginCodeSchema } from "../wire/access.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { callerOf } from "./actor-of.ts";
import { noteAccess } from "./note-access.ts";
import { bodyProblems, commonProblems, idempotencyProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/auth/codes",
  summary: "Make a code that lets somebody log in once, within five minutes",
  request: {
    headers: idempotencyHeaders,
    body: { content: { "application/json": { schema: codeRequestSchema } } },
  },
  responses: {
    201: { description: "The code", content: { "application/json": { schema: loginCodeSchema } } },
    ...commonProblems,
    ...bodyProblems,
    ...idempotencyProblems,
  },
});

/** `POST /auth/codes` */
export const createCode: GatewayRoute = {
  operation: "code.create",
  role: "admin",
  repetition: "refused",
  form,
  register: (application, { access, clock }) => {
    application.openapi(form, async (context) => {
      const maker = callerOf(context);
      const { label, role = maker.role } = context.req.valid("json");
      // Somebody else is not to be taken for whoever made the code.
      const person = label === undefined ? maker.actor : { id: `login:${label}`, label };
      const expiresAt = presentTime(clock.now() + codeMilliseconds);
      const code = access.codes.create({ actorId: person.id, label: person.label, role, maker });
      await noteAccess(access, context, undefined);
      return context.json({ code, expiresAt }, 201);
    });
  },
};
