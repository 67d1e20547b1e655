import { createRoute, z } from "@hono/zod-openapi";
import { assetHeaders, pageHeaders } from "../dashboard/page-headers.ts";
import { routeNotFound } from "../guard/route-matcher.ts";
import { answerWithFile } from "./answer-with-file.ts";
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
  responses: {
    200: { description: "The page", content: { "text/html": { schema: z.string() } } },
    301: { description: "It was asked for by the base path without the slash at its end; `Location` has it." },
    ...common,
  },
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
    application.on("GET", "/", ({ req, env, redirect }) => {
      if (dashboard === undefined) throw routeNotFound(basePath);
      // What the page loads is named beside it: without the slash it would be looked for one folder too high.
      if (env.admission.facts.path === basePath.text) return redirect("/", 301);
      return answerWithFile(dashboard.page, req.raw.headers);
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
      return answerWithFile(file, req.raw.headers);
    });
  },
};
