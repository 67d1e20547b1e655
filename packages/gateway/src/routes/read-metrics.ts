import { createRoute } from "@hono/zod-openapi";
import { isIPv4 } from "node:net";
import { z } from "zod";
import type { MetricsOptions } from "../gateway-options.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { countedAddress } from "../guard/client-address.ts";
import { isForwarded } from "../guard/forwarding.ts";
import type { RequestFacts } from "../guard/request-facts.ts";
import { areSecretsEqual } from "../guard/secret.ts";
import { unauthenticated } from "../guard/secret-verifier.ts";
import { Problem } from "../problems/problem.ts";
import { doorProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/metrics",
  summary: "Figures, as Prometheus reads them",
  security: [],
  responses: {
    200: { description: "All of them", content: { "text/plain": { schema: z.string() } } },
    ...doorProblems,
    401: problem("Not the metrics token; or, where there is none, not from this machine."),
    404: problem("Metrics are off."),
    429: problem("Too many wrong tokens; see Retry-After."),
    500: problem("A fault of the bot; its log has the cause."),
  },
});

const bearerPattern = /^Bearer +([\x21-\x7e]+) *$/i;

/** `GET /metrics`: has a token of its own, since whoever collects figures has no business with conversations. */
export const readMetrics: GatewayRoute = {
  operation: "metrics.read",
  role: "none",
  form,
  register: (application, parts) => {
    application.openapi(form, async (context) => {
      const { metrics } = parts;
      if (metrics === undefined)
        throw new Problem("ROUTE_NOT_FOUND", "There is nothing under this path: metrics are off.");
      checkCollector(metrics, parts, context.env.admission.facts);
      const text = await metrics.collector.text();
      return context.text(text, 200, { "Content-Type": metrics.collector.contentType });
    });
  },
};

/** @throws Problem `AUTHENTICATION_REQUIRED`, `TRIES_EXHAUSTED` */
function checkCollector({ token }: MetricsOptions, { access }: GatewayParts, facts: RequestFacts): void {
  if (token === undefined) {
    if (isOnThisMachine(facts)) return;
    throw unauthenticated("Without a metrics token, figures are for this machine alone.");
  }
  const candidate = bearerPattern.exec(facts.header("authorization") ?? "")?.[1];
  if (candidate === undefined) throw unauthenticated("Send the metrics token: Authorization: Bearer <token>.");
  const compare = () => areSecretsEqual(candidate, token) || undefined;
  access.verifier.verifySecret(facts.address, compare, "The metrics token is wrong.");
}

function isOnThisMachine(facts: RequestFacts): boolean {
  if (isForwarded(facts)) return false;
  const { peer } = facts;
  const address = countedAddress(peer);
  return peer === "::1" || peer === "in-process" || (isIPv4(address) && address.startsWith("127."));
}
