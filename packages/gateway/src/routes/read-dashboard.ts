import { createRoute, z } from "@hono/zod-openapi";
import type { DashboardFile } from "../dashboard/dashboard-files.ts";
import { assetHeaders, pageHeaders } from "../dashboard/page-headers.ts";
import { Problem } from "../problems/problem.ts";
import type { RequestFacts } from "../guard/request-facts.ts";
import { isTagAmong } from "./entity-tag.ts";
import { doorProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const common = {
  304: { description: "It is as If-None-Match says" },
  ...doorProblems,
  404: problem("There is nothing of this name, or the dashboard was not built."),
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
  answerHeaders: pageHeaders,
  register: (application, { dashboard }) => {
    application.openAPIRegistry.registerPath(page);
    application.on("GET", "/", ({ req, env }) => {
      checkSpelling(env.admission.facts);
      if (dashboard === undefined) throw notBuilt();
      return answerWith(dashboard.page, req.header("if-none-match"));
    });
  },
};

/** `GET /assets/:name`: a file of the dashboard, out of memory and by its exact name. */
export const readDashboardAsset: GatewayRoute = {
  operation: "dashboard.read",
  role: "none",
  form: asset,
  answerHeaders: assetHeaders,
  register: (application, { dashboard }) => {
    application.openAPIRegistry.registerPath(asset);
    application.on("GET", "/assets/:name", ({ req, env }) => {
      checkSpelling(env.admission.facts);
      const file = dashboard?.assets.get(req.param("name"));
      if (file === undefined) throw notFound();
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

/** Other spellings of a path, such as one with `..` in it, name nothing. @throws Problem `ROUTE_NOT_FOUND` */
function checkSpelling({ target, path }: RequestFacts): void {
  if (target.split("?")[0] !== path) throw notFound();
}

function notFound(): Problem {
  return new Problem("ROUTE_NOT_FOUND", "There is nothing under this path.");
}

function notBuilt(): Problem {
  return new Problem("ROUTE_NOT_FOUND", "The dashboard was not built: run pnpm build. The API begins with /api/v1/.");
}
