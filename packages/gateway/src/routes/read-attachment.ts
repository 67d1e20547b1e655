import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { attachmentIndexSchema, messageIdSchema, sessionIdSchema } from "../wire/ids.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}/attachments/{messageId}/{index}",
  summary: "The bytes of a file that came with a message",
  request: { params: z.object({ id: sessionIdSchema, messageId: messageIdSchema, index: attachmentIndexSchema }) },
  responses: {
    200: {
      description: "The bytes, to be saved: whatever they are, no browser shows or runs them",
      content: { "application/octet-stream": { schema: z.string().meta({ format: "binary" }) } },
    },
    ...commonProblems,
    ...sessionProblems,
    404: problem("There is no such session, or no such attachment in it; an imported session has none."),
  },
});

/** `GET /sessions/:id/attachments/:messageId/:index` */
export const readAttachment: GatewayRoute = {
  operation: "session.read",
  role: "viewer",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { id, messageId, index } = context.req.valid("param");
      const bytes = await bot.sessions.attachment(id, messageId, index, actorOf(context));
      return context.body(new Uint8Array(bytes), 200, {
        // Not the type that its sender claims: a page that the gateway itself serves could act in the reader's name. That
        // it is not guessed, and that nothing in it runs, is said of every answer.
        "Content-Type": "application/octet-stream",
        "Content-Disposition": "attachment",
      });
    });
  },
};
