import { randomUUID } from "node:crypto";
import { createRoute } from "@hono/zod-openapi";
import { InvalidInputError } from "@keyturn/core";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { noVisitors } from "../visitors/visitor-desk.ts";
import { idempotencyKeySchema } from "../wire/fields.ts";
import { visitorAcceptedSchema, visitorTextSchema } from "../wire/visitor.ts";
import { type WireHandledMessage, handledMessageSchema } from "../wire/webchat.ts";
import { visitorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/visitor/messages",
  summary: "Write a message in a visitor's own conversation; the answer comes with the events",
  request: {
    headers: z.object({ "idempotency-key": idempotencyKeySchema.optional() }),
    body: { required: true, content: { "application/json": { schema: visitorTextSchema } } },
  },
  responses: {
    202: {
      description: "It is stored and will be answered",
      content: { "application/json": { schema: visitorAcceptedSchema } },
    },
    200: {
      description: "It was a command, with its answer; or it came before, under the same Idempotency-Key",
      content: { "application/json": { schema: handledMessageSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    404: problem("The bot has no web chat just now."),
    409: problem("An answer is being written, and the web chat takes one message at a time."),
    422: problem("The Idempotency-Key came with another message before."),
  },
});

const duplicate: WireHandledMessage = { duplicate: true };

/** The longest message that a gateway may be set to take from a visitor, in JSON's longest spelling, and room around it. */
const bodyLimitBytes = 65_536;

/** `POST /visitor/messages` */
export const sendVisitorMessage: GatewayRoute = {
  operation: "webchat.send",
  role: "visitor",
  bodyLimitBytes,
  form,
  register: (application, { idempotency, visitors }) => {
    application.openapi(form, async (context) => {
      const visitor = visitorOf(context);
      if (visitors === undefined) throw noVisitors();
      const { desk } = visitors;
      const message = context.req.valid("json");
      checkLength(message.text, desk.options.messageCharacters);
      const key = context.req.valid("header")["idempotency-key"];
      const name = key === undefined ? randomUUID() : idempotency.nameOf(visitor.visitorId, "visitor", key, message);
      desk.budgets.spendMessage(visitor.visitorId, context.env.admission.facts.address);
      const receipt = await desk.receive(visitor, message.text, name);
      switch (receipt.kind) {
        case "accepted":
          return context.json({ messageId: receipt.messageId }, 202);
        case "duplicate":
          return context.json(duplicate, 200);
        case "command":
          return context.json({ command: receipt.name, text: receipt.text }, 200);
        case "full":
          throw new Problem("CONVERSATION_FULL", receipt.text, { headers: { "Retry-After": "5" } });
        case "busy":
          throw new Problem("CONVERSATION_BUSY", receipt.text, { headers: { "Retry-After": "5" } });
      }
    });
  },
};

function checkLength(text: string, most: number): void {
  if (text.length <= most) return;
  const message = `The message has ${text.length} characters; at most ${most} are taken. Send it in parts.`;
  throw new InvalidInputError(message, { code: "INPUT_TOO_LARGE" });
}
