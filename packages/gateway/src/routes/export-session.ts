import { createRoute } from "@hono/zod-openapi";
import type { SessionReading } from "@keyturn/core";
import { z } from "zod";
import { writeMarkdown } from "../present/export-markdown.ts";
import { writeJson, writeJsonLines } from "../present/export-text.ts";
import { sessionTag } from "../present/session.ts";
import { type ExportFormat, exportFormats, exportSchema } from "../wire/export.ts";
import { sessionIdSchema } from "../wire/ids.ts";
import { actorOf } from "./actor-of.ts";
import { commonProblems, problem, sessionProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";
import { streamText } from "./text-stream.ts";

const form = createRoute({
  method: "get",
  path: "/api/v1/sessions/{id}/export",
  summary: "A whole session as a file",
  request: {
    params: z.object({ id: sessionIdSchema }),
    query: z.strictObject({ format: z.enum(exportFormats).optional() }),
  },
  responses: {
    200: {
      description: "The session as it is at one version, as an attachment, JSON unless another format is asked for",
      content: {
        "application/json": { schema: exportSchema },
        "application/x-ndjson": { schema: z.string() },
        "text/markdown": { schema: z.string() },
      },
    },
    ...commonProblems,
    ...sessionProblems,
    412: problem("The session was reset while it was read. Export it again."),
  },
});

interface Writer {
  readonly mediaType: string;
  readonly write: (reading: SessionReading, at: number) => AsyncGenerator<string>;
}

const writers: Readonly<Record<ExportFormat, Writer>> = {
  json: { mediaType: "application/json", write: writeJson },
  jsonl: { mediaType: "application/x-ndjson", write: writeJsonLines },
  md: { mediaType: "text/markdown; charset=utf-8", write: writeMarkdown },
};

/** `GET /sessions/:id/export` */
export const exportSession: GatewayRoute = {
  operation: "session.export",
  role: "viewer",
  form,
  register: (application, { bot, clock, log }) => {
    application.openapi(form, async (context) => {
      const { format = "json" } = context.req.valid("query");
      const reading = await bot.sessions.openExport(context.req.valid("param").id, actorOf(context));
      const { mediaType, write } = writers[format];
      const { id } = reading.session;
      const { outgoing, gone } = context.env;
      const body = await streamText(write(reading, clock.now()), gone, (error) => {
        // Whoever has gone away knows of it.
        if (!gone.aborted && outgoing?.destroyed !== true)
          log.warn({ err: error, sessionId: id }, "An export broke off.");
        outgoing?.destroy();
        return outgoing !== undefined;
      });
      return context.body(body, 200, {
        "Content-Type": mediaType,
        // The id is made of letters, digits, - and _ alone: nobody's words name a file.
        "Content-Disposition": `attachment; filename="keyturn-${id}.${format}"`,
        ETag: sessionTag(reading.session),
      });
    });
  },
};
