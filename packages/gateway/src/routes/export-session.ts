import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { presentSession, sessionTag } from "../present/session.ts";
import { presentTime } from "../present/timestamp.ts";
import { presentEntry } from "../present/transcript.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { exportSchema } from "../wire/transcript.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}/export",
  summary: "A whole session as a file",
  request: { params: z.object({ id: sessionIdSchema }) },
  responses: {
    200: {
      description: "The session as it is at one version, as an attachment",
      content: { "application/json": { schema: exportSchema } },
    },
    ...commonProblems,
    ...sessionProblems,
    412: problem("The session was reset while it was read. Export it again."),
  },
});

/** `GET /sessions/:id/export` */
export const exportSession: GatewayRoute = {
  operation: "session.export",
  role: "viewer",
  form,
  register: (application, { bot, clock }) => {
    application.openapi(form, async (context) => {
      const { session, entries } = await bot.sessions.export(context.req.valid("param").id, actorOf(context));
      const exportedAt = presentTime(clock.now());
      return context.json({ session: presentSession(session), entries: entries.map(presentEntry), exportedAt }, 200, {
        "Content-Disposition": `attachment; filename="keyturn-${session.id}.json"`,
        ETag: sessionTag(session),
      });
    });
  },
};
