import { createRoute } from "@hono/zod-openapi";
import { openApiSchema } from "../wire/openapi.ts";
import { commonProblems } from "./responses.ts";
import type { GatewayRoute, RouteApplication } from "./route.ts";

const form = createRoute({
  method: "get",
  path: "/openapi.json",
  summary: "This description of the API",
  responses: {
    200: { description: "It, as OpenAPI 3.1", content: { "application/json": { schema: openApiSchema } } },
    ...commonProblems,
  },
});

/** `GET /openapi.json`: made of the same forms that requests and answers are checked by. */
export const readOpenApi: GatewayRoute = {
  operation: "api.read",
  role: "viewer",
  form,
  register: (application, { basePath }) => {
    let document: ReturnType<typeof describeApi> | undefined;
    application.openapi(form, (context) => {
      document ??= describeApi(application, basePath.publish("") || "/");
      return context.json(document, 200);
    });
  },
};

function describeApi(
  application: RouteApplication,
  server: string,
): ReturnType<RouteApplication["getOpenAPI31Document"]> {
  application.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  return application.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Keyturn",
      version: "1",
      description: "The HTTP API of a bot: conversations, runs, and who may come in.",
    },
    // Relative to where this description was read.
    servers: [{ url: server }],
    security: [{ token: [] }],
  });
}
