import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { digestOf } from "../access/issued-secret.ts";
import { Problem } from "../problems/problem.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { postSchema, postedSchema } from "../wire/post.ts";
import { actorOf } from "./actor-of.ts";
import { expectedBy, preconditionSchema } from "./precondition.ts";
import {
  bodyProblems,
  changedProblem,
  commonProblems,
  idempotencyProblems,
  problem,
  sessionProblems,
} from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/{id}/messages",
  summary: "Speak in a session's channel as the bot, write to its agent, or write a note; nothing is waited for",
  request: {
    params: z.object({ id: sessionIdSchema }),
    headers: idempotencyHeaders.extend({ "if-match": preconditionSchema.optional() }),
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
    ...idempotencyProblems,
    409: problem(
      "The session is muted; or it takes one message at a time; or the same Idempotency-Key is being worked on.",
    ),
    429: problem("Too many messages wait in this conversation, or too many wrong tokens came; see Retry-After."),
  },
});

/** `POST /sessions/:id/messages` */
export const postMessage: GatewayRoute = {
  operation: "session.post",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const actor = actorOf(context);
      const { id } = context.req.valid("param");
      const { text, mode } = context.req.valid("json");
      const headers = context.req.valid("header");
      const key = headers["idempotency-key"];
      // Also known to the core, which remembers it over a restart.
      const postId = key === undefined ? undefined : digestOf(JSON.stringify([actor.id, key, text]));
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
