import { createRoute } from "@hono/zod-openapi";
import { pause } from "@keyturn/core";
import { z } from "zod";
import type { GatewayParts } from "../gateway-parts.ts";
import { Problem } from "../problems/problem.ts";
import { adapterNameSchema } from "../wire/adapter.ts";
import { adapterNotFound } from "./read-adapter.ts";
import { doorProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

/** Longest time that an adapter may take, in milliseconds. Chat services give up after three seconds as a rule. */
const patienceMilliseconds = 10_000;

const request = {
  params: z.object({
    adapter: adapterNameSchema,
    path: z.string().max(100).meta({ description: "Whatever the adapter tells apart by it." }),
  }),
};

const responses = {
  200: {
    description: "What the adapter answers to its service; it may choose another status",
    content: { "*/*": { schema: {} } },
  },
  default: { description: "What the adapter answers to its service" },
  ...doorProblems,
  404: problem("There is no such adapter, or it takes nothing over HTTP."),
  413: problem("The body is too large."),
  500: problem("The adapter failed; the log has the cause."),
  503: problem("The adapter is not connected, or did not answer in time. Nothing of it ran where it is not connected."),
};

const path = "/hooks/{adapter}/{path}";
const posted = createRoute({
  method: "post",
  path,
  summary: "What a chat service sends",
  security: [],
  request,
  responses,
});
const asked = createRoute({
  method: "get",
  path,
  summary: "What a chat service asks",
  security: [],
  request,
  responses,
});

/** `POST /hooks/:adapter/:path`: from a chat service, whose signature the adapter checks on the bytes as they came. */
export const receiveWebhook: GatewayRoute = createWebhookRoute(posted);

/** `GET /hooks/:adapter/:path`: as some services ask whether the address is right. */
export const answerWebhook: GatewayRoute = createWebhookRoute(asked);

function createWebhookRoute(form: typeof posted | typeof asked): GatewayRoute {
  return {
    operation: "webhook.receive",
    role: "none",
    takesRawBody: true,
    form,
    register: (application, parts) => {
      // What the adapter answers is its own, so that only the form is documented, and no answer is typed.
      application.openAPIRegistry.registerPath(form);
      application.on(form.method, "/hooks/:adapter/:path", (context) => {
        const { adapter } = context.req.param();
        const name = adapterNameSchema.safeParse(adapter);
        if (!name.success) throw adapterNotFound("(not a name)");
        return receive(parts, name.data, context.req.raw);
      });
    },
  };
}

async function receive({ bot, clock }: GatewayParts, name: string, received: Request): Promise<Response> {
  const patience = new AbortController();
  const late = pause(clock, patienceMilliseconds, patience.signal).then(() => "late" as const);
  try {
    const answer = await Promise.race([bot.receiveWebhook(name, received), late]);
    if (answer === "unknown") throw adapterNotFound(name);
    if (answer === "off") throw unavailable(`The adapter "${name}" is not connected.`);
    if (answer === "late") throw unavailable(`The adapter "${name}" did not answer in time.`);
    const { body, status, headers } = answer;
    return new Response(body, { status, headers: [...headers] });
  } finally {
    patience.abort();
  }
}

function unavailable(detail: string): Problem {
  return new Problem("WEBHOOK_UNAVAILABLE", detail, { headers: { "Retry-After": "10" } });
}
