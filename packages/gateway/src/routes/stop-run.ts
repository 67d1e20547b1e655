import { createRoute } from "@hono/zod-openapi";
import { type Bot, type Demand, type RunId, RunNotFoundError, SessionNotFoundError } from "@keyturn/core";
import { z } from "zod";
import { presentRun } from "../present/run.ts";
import { demandSchema } from "../wire/fields.ts";
import { runIdSchema } from "../wire/ids.ts";
import { type WireRun, runSchema } from "../wire/run.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "post",
  path: "/api/v1/runs/{id}/stop",
  summary: "End exactly this run, and keep the transcript",
  request: {
    params: z.object({ id: runIdSchema }),
    body: { content: { "application/json": { schema: demandSchema } } },
  },
  responses: {
    200: {
      description: "How the run ended, now or before; a later run of its session is left alone",
      content: { "application/json": { schema: runSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    404: problem("No run of this id is in flight here or known to have ended lately."),
  },
});

/** `POST /runs/:id/stop` */
export const stopRun: GatewayRoute = {
  operation: "run.stop",
  role: "operator",
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { reason = "" } = context.req.valid("json");
      const { id } = context.req.valid("param");
      return context.json(await endRun(bot, id, { actor: actorOf(context), reason }), 200);
    });
  },
};

async function endRun(bot: Bot, runId: RunId, demand: Demand): Promise<WireRun> {
  const run = bot.findRun(runId);
  if (run === undefined) throw new RunNotFoundError(runId);
  try {
    const { stoppedRunId } = await bot.sessions.stop(run.sessionId, { ...demand, runId });
    // Its end is durable now, whether or not the run has noticed: nothing that it still does counts.
    if (stoppedRunId === runId) return { state: "ended", runId, sessionId: run.sessionId, end: "stopped" };
  } catch (error) {
    // Deleted, and the run with it.
    if (!(error instanceof SessionNotFoundError)) throw error;
  }
  return presentRun(bot.findRun(runId) ?? run);
}
