import { createRoute } from "@hono/zod-openapi";
import { type ImportedSession, parseSessionKey } from "@keyturn/core";
import { z } from "zod";
import { mediaTypeOf } from "../guard/body.ts";
import { readJson, readJsonLines } from "../imports/read-import.ts";
import { presentSession, sessionTag } from "../present/session.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { sessionKeyTextSchema } from "../wire/session-query.ts";
import { sessionSchema } from "../wire/session.ts";
import { actorOf } from "./actor-of.ts";
import { bodyProblems, commonProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

/** Largest export that is taken, in bytes: 10,000 entries of a chat are about 3 MB. */
const importLimitBytes = 16 * 1024 * 1024;

const linesMediaType = "application/x-ndjson";

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/import",
  summary: "Make a new session of one that was exported; nothing is sent or run",
  request: {
    headers: idempotencyHeaders,
    query: z.strictObject({ key: sessionKeyTextSchema.optional() }),
    body: {
      required: true,
      content: {
        // Not as a schema of the router's: it would be checked in one go, and hold everybody else up.
        "application/json": { schema: { $ref: "#/components/schemas/Export" } },
        [linesMediaType]: { schema: { type: "string" } },
      },
    },
  },
  responses: {
    201: {
      description: "The new session, under an id of its own",
      content: { "application/json": { schema: sessionSchema } },
      headers: z.object({ Location: z.string() }),
    },
    ...commonProblems,
    ...bodyProblems,
    409: problem("The session key names a session already; or the same Idempotency-Key is being worked on."),
    415: problem(`The body is neither application/json nor ${linesMediaType}.`),
    422: problem("The body is not a whole export; `errors` says where. Or the Idempotency-Key came with another one."),
  },
});

/** `POST /sessions/import` */
export const importSession: GatewayRoute = {
  operation: "session.import",
  role: "admin",
  repetition: "replayed",
  bodyLimitBytes: importLimitBytes,
  form,
  register: (application, { bot }) => {
    application.openapi(form, async (context) => {
      const { facts, body = "" } = context.env.admission;
      const { key } = context.req.valid("query");
      const exported = await (mediaTypeOf(facts) === linesMediaType ? readJsonLines(body) : readJson(body));
      const imported: ImportedSession = key === undefined ? exported : { ...exported, key: parseSessionKey(key) };
      const session = await bot.sessions.import(imported, actorOf(context));
      const location = `${context.req.path.replace(/import$/, "")}${session.id}`;
      return context.json(presentSession(session), 201, { Location: location, ETag: sessionTag(session) });
    });
  },
};
