import { randomUUID } from "node:crypto";
import { createRoute } from "@hono/zod-openapi";
import { InvalidInputError, type Receipt, maximumTextLength } from "@keyturn/core";
import { z } from "zod";
import type { LabelledActor } from "../access/caller.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { Problem } from "../problems/problem.ts";
import {
  type WireChatMessage,
  type WireHandledMessage,
  acceptedMessageSchema,
  chatMessageSchema,
  handledMessageSchema,
} from "../wire/webchat.ts";
import { idempotencyKeySchema } from "../wire/fields.ts";
import { webChatName } from "../webchat/web-chat.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/webchat/messages",
  summary: "Write a message in the web chat; the answer comes with the events",
  request: {
    headers: z.object({ "idempotency-key": idempotencyKeySchema.optional() }),
    body: { required: true, content: { "application/json": { schema: chatMessageSchema } } },
  },
  responses: {
    202: {
      description: "It is stored and will be answered",
      content: { "application/json": { schema: acceptedMessageSchema } },
    },
    200: {
      description: "It was a command, with its answer; or it came before, under the same Idempotency-Key",
      content: { "application/json": { schema: handledMessageSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    404: problem("The bot has no web chat."),
    409: problem("An answer is being written, and the web chat takes one message at a time."),
    422: problem("The Idempotency-Key came with another message before."),
    429: problem("Too many messages wait in this conversation."),
  },
});

const duplicate: WireHandledMessage = { duplicate: true };

/** `POST /webchat/messages` */
export const sendChatMessage: GatewayRoute = {
  operation: "webchat.send",
  role: "operator",
  form,
  register: (application, parts) => {
    application.openapi(form, async (context) => {
      const actor = actorOf(context);
      const message = context.req.valid("json");
      const key = context.req.valid("header")["idempotency-key"];
      const messageId =
        key === undefined ? randomUUID() : parts.idempotency.nameOf(actor.id, message.conversation, key, message);
      const receipt = await receive(parts, message, messageId, actor);
      switch (receipt.kind) {
        case "accepted":
          return context.json({ sessionId: receipt.sessionId, messageId: receipt.messageId }, 202);
        case "duplicate":
          return context.json(duplicate, 200);
        case "command":
          return context.json({ command: receipt.name, text: receipt.text }, 200);
        case "full":
        case "busy":
          throw refusal(receipt);
      }
    });
  },
};

function receive(
  { bot, webChat }: GatewayParts,
  { conversation, text, sender }: WireChatMessage,
  messageId: string,
  actor: LabelledActor,
): Promise<Receipt> {
  if (webChat === undefined || !bot.channels.includes(webChatName)) {
    throw new Problem("WEBCHAT_OFF", "This bot has no web chat. Turn it on where the bot is configured.");
  }
  // Commands are not stored, so the core does not measure them.
  if (text.length > maximumTextLength) {
    const message = `The message has ${text.length} characters; at most ${maximumTextLength} are taken. Send it in parts.`;
    throw new InvalidInputError(message, { code: "INPUT_TOO_LARGE" });
  }
  return bot.receive(
    webChat.toMessage({ conversation, text, sender: sender ?? { id: actor.id, name: actor.label }, messageId }),
  );
}

function refusal({ kind, sessionId, text }: Extract<Receipt, { readonly kind: "full" | "busy" }>): Problem {
  const code = kind === "full" ? "CONVERSATION_FULL" : "CONVERSATION_BUSY";
  return new Problem(code, text, { headers: { "Retry-After": "5" }, extensions: { sessionId } });
}
