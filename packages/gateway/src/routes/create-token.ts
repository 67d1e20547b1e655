import { createRoute } from "@hono/zod-openapi";
import { presentToken } from "../present/access.ts";
import { newTokenSchema, tokenRequestSchema } from "../wire/access.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { noteAccess } from "./note-access.ts";
import { bodyProblems, commonProblems, idempotencyProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/tokens",
  summary: "Make an access token for a person or a program",
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { "application/json": { schema: tokenRequestSchema } } },
  },
  responses: {
    201: {
      description: "The token, which is never shown again",
      content: { "application/json": { schema: newTokenSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...idempotencyProblems,
    409: problem(
      "There are as many tokens as there may be; or the Idempotency-Key made a token before, which is not shown again.",
    ),
  },
});

/** `POST /tokens` */
export const createToken: GatewayRoute = {
  operation: "token.create",
  role: "admin",
  repetition: "refused",
  form,
  register: (application, { access }) => {
    application.openapi(form, async (context) => {
      const { label, role } = context.req.valid("json");
      const { record, text } = await access.register.createToken(label, role);
      await noteAccess(access, context, record.id);
      return context.json({ ...presentToken(record), token: text }, 201);
    });
  },
};
