import { createRoute } from "@hono/zod-openapi";
import { type SessionKey, pause } from "@keyturn/core";
import type { GatewayParts } from "../gateway-parts.ts";
import { type WireHealth, healthSchema } from "../wire/status.ts";
import { doorProblems } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/readyz",
  summary: "Whether the bot can work: its store answers",
  security: [],
  responses: {
    200: { description: "It can", content: { "application/json": { schema: healthSchema } } },
    ...doorProblems,
    503: { description: "It cannot just now", content: { "application/json": { schema: healthSchema } } },
  },
});

/** Longest wait for the store, in milliseconds: probes give up after a few seconds themselves. */
const patienceMilliseconds = 2_000;

/** Names no conversation: only whether the question is answered matters. */
const probeKey: SessionKey = { adapter: "readiness", account: "probe", place: "probe" };

const ready: WireHealth = { status: "ok" };
const unavailable: WireHealth = { status: "unavailable" };

/** `GET /readyz`: for whoever sends requests here. Says nothing about what runs here. */
export const readReadiness: GatewayRoute = {
  operation: "readiness.read",
  role: "none",
  form,
  register: (application, parts) => {
    application.openapi(form, async (context) =>
      (await doesStoreAnswer(parts)) ? context.json(ready, 200) : context.json(unavailable, 503),
    );
  },
};

async function doesStoreAnswer({ bot, clock, log }: GatewayParts): Promise<boolean> {
  const patience = new AbortController();
  const late = pause(clock, patienceMilliseconds, patience.signal).then(() => false);
  try {
    return await Promise.race([bot.sessions.find(probeKey).then(() => true), late]);
  } catch (error) {
    log.error({ err: error }, "The store does not answer.");
    return false;
  } finally {
    patience.abort();
  }
}
