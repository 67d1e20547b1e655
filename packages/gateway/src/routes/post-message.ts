import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { Problem } from "../problems/problem.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { postSchema, postedSchema } from "../wire/post.ts";
import { idempotencyKeySchema } from "../wire/webchat.ts";
import { actorOf } from "./actor-of.ts";
import { expectedBy, preconditionSchema } from "./precondition.ts";
import { bodyProblems, changedProblem, commonProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/messages",
  summary: "Speak in a session's channel as the bot, write to its agent, or write a note; nothing is waited for",
  request: {
    params: z.object({ id: sessionIdSchema }),
    headers: z.object({
      "if-match": preconditionSchema.optional(),
      "idempotency-key": idempotencyKeySchema.optional(),
    }),
    body: { required: true, content: { "application/json": { schema: postSchema } } },
  },
  responses: {
    202: {
      description: "It is stored. What is for the channel is delivered after that, in order with answers",
      content: { "application/json": { schema: postedSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    ...changedProblem,
    409: problem("The session is muted, or an answer is being written and it takes one message at a time."),
    422: problem("The Idempotency-Key came with another message before."),
    429: problem("Too many messages wait in this conversation, or too many wrong tokens came; see Retry-After."),
  },
});

/** `POST /sessions/:id/messages` */
export const postMessage: GatewayRoute = {
  operation: "session.post",
  role: "operator",
  form,
  register: (application, { bot, idempotency }) => {
    application.openapi(form, async (context) => {
      const actor = actorOf(context);
      const { id } = context.req.valid("param");
      const { text, mode } = context.req.valid("json");
      const headers = context.req.valid("header");
      const key = headers["idempotency-key"];
      const postId = key === undefined ? undefined : idempotency.nameOf(actor.id, id, key, { text, mode });
      // Told from the people of the chat service, whose ids are of the same form.
      const author = { id: `operator:${actor.id}`, name: actor.label };
      const expected = expectedBy(headers["if-match"]);
      const receipt = await bot.post(id, { mode, text, author, postId, expected }, actor);
      if (receipt.kind !== "posted") throw refusal(receipt.kind, id);
      return context.json({ sessionId: id, messageId: receipt.messageId, runId: receipt.runId ?? null }, 202);
    });
  },
};

function refusal(kind: "full" | "busy", sessionId: string): Problem {
  const code = kind === "full" ? "CONVERSATION_FULL" : "CONVERSATION_BUSY";
  const detail =
    kind === "full"
      ? "As many messages wait here as may, so this one was not taken. Send it again later."
      : "An answer is being written here, so the message was not taken. Send it again when the answer is there.";
  return new Problem(code, detail, { headers: { "Retry-After": "5" }, extensions: { sessionId } });
}
