import { createRoute, z } from "@hono/zod-openapi";
import type { DashboardFile } from "../dashboard/dashboard-files.ts";
import { assetHeaders, pageHeaders } from "../dashboard/page-headers.ts";
import { routeNotFound } from "../guard/route-matcher.ts";
import { isTagAmong } from "./entity-tag.ts";
import { doorProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const common = {
  304: { description: "It is as If-None-Match says" },
  ...doorProblems,
  404: problem("There is nothing of this name; or the dashboard is off, or was not built."),
};

const page = createRoute({
  method: "get",
  path: "/",
  summary: "The dashboard's page",
  security: [],
  responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } }, ...common },
});

const asset = createRoute({
  method: "get",
  path: "/assets/{name}",
  summary: "What the dashboard's page loads",
  security: [],
  request: { params: z.object({ name: z.string().max(200).meta({ description: "As the page names it." }) }) },
  responses: { 200: { description: "The file", content: { "*/*": { schema: {} } } }, ...common },
});

/** `GET /`: the same page for everybody. It holds nothing but the dashboard's own sources, and asks for a login itself. */
export const readDashboardPage: GatewayRoute = {
  operation: "dashboard.read",
  role: "none",
  form: page,
  exactPath: /^\/$/,
  answerHeaders: pageHeaders,
  register: (application, { basePath, dashboard }) => {
    application.openAPIRegistry.registerPath(page);
    application.on("GET", "/", ({ req }) => {
      if (dashboard === undefined) throw routeNotFound(basePath);
      return answerWith(dashboard.page, req.header("if-none-match"));
    });
  },
};

/** `GET /assets/:name`: a file of the dashboard, out of memory and by its exact name. */
export const readDashboardAsset: GatewayRoute = {
  operation: "dashboard.read",
  role: "none",
  form: asset,
  exactPath: /^\/assets\/[\w.-]+$/,
  answerHeaders: assetHeaders,
  register: (application, { basePath, dashboard }) => {
    application.openAPIRegistry.registerPath(asset);
    application.on("GET", "/assets/:name", ({ req }) => {
      const file = dashboard?.assets.get(req.param("name"));
      if (file === undefined) throw routeNotFound(basePath);
      return answerWith(file, req.header("if-none-match"));
    });
  },
};

function answerWith({ bytes, mediaType, entityTag }: DashboardFile, known: string | undefined): Response {
  const headers = { ETag: entityTag, "Content-Type": mediaType };
  return isTagAmong(entityTag, known)
    ? new Response(null, { status: 304, headers })
    : new Response(bytes, { status: 200, headers });
}
