import { createRoute } from "@hono/zod-openapi";
import { type Bot, ConfigurationError, type SessionSettings, formatSessionKey } from "@keyturn/core";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { Problem } from "../problems/problem.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { sessionSchema } from "../wire/session.ts";
import { type WireSettingsChange, settingsChangeSchema } from "../wire/settings.ts";
import { actorOf } from "./actor-of.ts";
import { expectedBy, preconditionSchema, requirePrecondition } from "./precondition.ts";
import { bodyProblems, changedProblem, commonProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "patch",
  path: "/api/v1/sessions/{id}",
  summary: "Change a session's title or model, pin it, or mute it",
  request: {
    params: z.object({ id: sessionIdSchema }),
    headers: z.object({ "if-match": preconditionSchema.optional() }),
    body: { required: true, content: { "application/json": { schema: settingsChangeSchema } } },
  },
  responses: {
    200: {
      description: "The session as it is now, with its new ETag",
      content: { "application/json": { schema: sessionSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...sessionProblems,
    ...changedProblem,
    422: problem("The model cannot be used: it is unknown, or its provider lacks something."),
    428: problem("There is no If-Match."),
  },
});

/** `PATCH /sessions/:id` */
export const updateSession: GatewayRoute = {
  operation: "session.patch",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const expected = expectedBy(requirePrecondition(context.req.valid("header")["if-match"]));
      const { id } = context.req.valid("param");
      const change = context.req.valid("json");
      const actor = actorOf(context);
      const { key, epoch, fence } = await bot.sessions.read(id, actor);
      if (typeof change.model === "string") await checkModel(bot, change.model);
      const reference = { sessionId: id, keyText: formatSessionKey(key), epoch, fence };
      const session = await bot.sessions.patch(reference, settingsOf(change), actor, expected);
      return context.json(presentSession(session), 200, { ETag: sessionTag(session) });
    });
  },
};

async function checkModel(bot: Bot, model: string): Promise<void> {
  try {
    await bot.checkModel(model);
  } catch (error) {
    if (error instanceof ConfigurationError) throw new Problem("MODEL_UNUSABLE", error.message);
    throw error;
  }
}

/** What is left out is not named at all: the core takes away what is named without a value. */
function settingsOf({ title, model, pinned, muted }: WireSettingsChange): SessionSettings {
  return {
    ...(title !== undefined && { title: title ?? undefined }),
    ...(model !== undefined && { model: model ?? undefined }),
    ...(pinned !== undefined && { isPinned: pinned || undefined }),
    ...(muted !== undefined && { isMuted: muted || undefined }),
  };
}
