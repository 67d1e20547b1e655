import { createRoute } from "@hono/zod-openapi";
import type { SessionId } from "@keyturn/core";
import type { LabelledActor } from "../access/caller.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { performBulkItem } from "../operations/bulk-item.ts";
import { chooseSessions } from "../operations/choose-sessions.ts";
import { Operation } from "../operations/operation.ts";
import { type ReadBulk, bulkSchema } from "../wire/bulk.ts";
import { idempotencyHeaders } from "../wire/fields.ts";
import { operationDetailSchema } from "../wire/operation.ts";
import { listFilterOf } from "../wire/session-query.ts";
import { actorOf } from "./actor-of.ts";
import { requirePurger } from "./require-purger.ts";
import { bodyProblems, commonProblems, idempotencyProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

/** Sessions that are worked through before the answer: with one that syncs for each, still well under a second or two. */
const mostAtOnce = 100;

const form = createRoute({
  method: "post",
  path: "/api/v1/sessions/bulk",
  summary: "Delete, reset or restore many sessions, each by itself; undo an operation",
  request: {
    headers: idempotencyHeaders,
    body: { required: true, content: { "application/json": { schema: bulkSchema } } },
  },
  responses: {
    200: {
      description: "Up to 100 sessions: what became of each",
      content: { "application/json": { schema: operationDetailSchema } },
    },
    202: {
      description: "More: an operation has begun; `Location` is where it tells how far it has come",
      content: { "application/json": { schema: operationDetailSchema } },
    },
    ...commonProblems,
    ...bodyProblems,
    ...idempotencyProblems,
    404: problem("No operation of this id is known, or no longer: its sessions are in the trash, one by one."),
    409: problem(
      "The filter has another number of sessions; the operation is still at work; or the same Idempotency-Key is being worked on.",
    ),
    410: problem("Nothing that the operation did can be undone."),
    429: problem("Too many operations are at work, or too many wrong tokens came; see Retry-After."),
  },
});

/** `POST /sessions/bulk` */
export const bulkSessions: GatewayRoute = {
  operation: "session.bulk",
  role: "operator",
  repetition: "replayed",
  form,
  register: (application, parts) => {
    application.openapi(form, async (context) => {
      const bulk = context.req.valid("json");
      const actor = actorOf(context);
      if (bulk.purge === true) await requirePurger(parts, context);
      const chosen = await choose(bulk, parts, actor, context.env.gone);
      const operation = createOperation(bulk, chosen, parts, actor);
      if (chosen.ids.length > mostAtOnce) {
        parts.operations.start(operation);
        const location = context.req.path.replace(/sessions\/bulk$/, `operations/${operation.id}`);
        return context.json(operation.describeResults(), 202, { Location: location });
      }
      await operation.run();
      parts.operations.keep(operation);
      return context.json(operation.describeResults(), 200);
    });
  },
};

/** The sessions that a bulk is about; where removals are undone, with the epochs that name them. */
interface Chosen {
  readonly ids: readonly SessionId[];
  readonly epochs: ReadonlyMap<SessionId, number>;
  /** The operation whose removals are undone. */
  readonly undone?: Operation;
}

async function choose(
  { ids, filter, expectedCount = 0, operation }: ReadBulk,
  { bot, operations }: GatewayParts,
  actor: LabelledActor,
  gone: AbortSignal,
): Promise<Chosen> {
  if (operation !== undefined) {
    const undone = operations.find(operation);
    const epochs = new Map(undone.removals());
    return { ids: [...epochs.keys()], epochs, undone };
  }
  const chosen = ids ?? (await chooseSessions(bot.sessions, listFilterOf(filter ?? {}), expectedCount, actor, gone));
  return { ids: [...new Set(chosen)], epochs: new Map() };
}

function createOperation(
  { action, filter, reason = "", purge: isPurging = false }: ReadBulk,
  { ids, epochs, undone }: Chosen,
  { bot, clock, log }: GatewayParts,
  actor: LabelledActor,
): Operation {
  const task = { action, actor, reason, isPurging, filter: filter && listFilterOf(filter), epochs };
  return new Operation({
    action,
    actor,
    ids,
    clock,
    work: async (id) => {
      const result = await performBulkItem(bot.sessions, task, id);
      undone?.forgetRemoval(id);
      return result;
    },
    reportError: (error) => log.error({ err: error }, "A session of a bulk operation failed."),
  });
}
