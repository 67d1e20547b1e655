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
  register: (application, { basePath, access }) => {
    let document: ReturnType<typeof describeApi> | undefined;
    application.openapi(form, (context) => {
      const { port } = context.env.admission.facts;
      document ??= describeApi(application, basePath.publish("") || "/", access.cookie.nameAt(port));
      return context.json(document, 200);
    });
  },
};

function describeApi(
  application: RouteApplication,
  server: string,
  cookieName: string,
): ReturnType<RouteApplication["getOpenAPI31Document"]> {
  application.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: "The operator's token, or an access token.",
  });
  application.openAPIRegistry.registerComponent("securitySchemes", "login", {
    type: "apiKey",
    in: "cookie",
    name: cookieName,
    description: "A login session's cookie. A change also needs the headers Origin and X-Gateway: 1.",
  });
  return application.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Keyturn",
      version: "1",
      description: "The HTTP API of a bot: conversations, runs, and who may come in.",
    },
    // Relative to where this description was read.
    servers: [{ url: server }],
    // One or the other; both together are refused.
    security: [{ token: [] }, { login: [] }],
  });
}
