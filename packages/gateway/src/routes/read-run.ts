import { createRoute } from "@hono/zod-openapi";
import {
  type Actor,
  type Bot,
  type EndedRun,
  type LiveRun,
  RunNotFoundError,
  SessionNotFoundError,
} from "@keyturn/core";
import { z } from "zod";
import { presentProgress, presentRun } from "../present/run.ts";
import { runIdSchema } from "../wire/ids.ts";
import { type WireRunDetail, runDetailSchema } from "../wire/run.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/runs/{id}",
  summary: "A run in flight, or one of the last 1,000 that ended",
  request: { params: z.object({ id: runIdSchema }) },
  responses: {
    200: {
      description: "The run, with what it has written and the tools that it called so far",
      content: { "application/json": { schema: runDetailSchema } },
    },
    ...commonProblems,
    404: problem("No run of this id is in flight here or known to have ended lately."),
  },
});

/** `GET /runs/:id` */
export const readRun: GatewayRoute = {
  operation: "run.read",
  role: "viewer",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { id } = context.req.valid("param");
      const run = bot.findRun(id);
      if (run === undefined) throw new RunNotFoundError(id);
      const progress = await visibleProgress(bot, run, actorOf(context));
      return context.json({ ...presentRun(run), ...progress }, 200);
    });
  },
};

type Progress = Pick<WireRunDetail, "text" | "tools">;

const nothing: Progress = { text: null, tools: [] };

/**
 * What a run has done, for those who may read its session; nothing when the session is gone, and all of it with it.
 * @throws NotAuthorizedError
 */
async function visibleProgress(bot: Bot, run: LiveRun | EndedRun, actor: Actor): Promise<Progress> {
  try {
    const session = await bot.sessions.read(run.sessionId, actor);
    return "text" in run && session.epoch === run.epoch ? presentProgress(run) : nothing;
  } catch (error) {
    if (error instanceof SessionNotFoundError) return nothing;
    throw error;
  }
}
