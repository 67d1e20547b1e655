import { createRoute, z } from "@hono/zod-openapi";
import { assetHeaders, chatPageHeaders, loaderHeaders } from "../dashboard/page-headers.ts";
import { routeNotFound } from "../guard/route-matcher.ts";
import { answerWithFile } from "./answer-with-file.ts";
import { doorProblems, problem } from "./responses.ts";
import type { GatewayRoute } from "./route.ts";

const common = {
  304: { description: "It is as If-None-Match says" },
  ...doorProblems,
  404: problem("There is nothing of this name; or there is no chat for visitors, or it was not built."),
};

const page = createRoute({
  method: "get",
  path: "/chat",
  summary: "The page on which visitors talk with the bot",
  security: [],
  responses: { 200: { description: "The page", content: { "text/html": { schema: z.string() } } }, ...common },
});

const asset = createRoute({
  method: "get",
  path: "/chat/{name}",
  summary: "What the visitors' page loads",
  security: [],
  request: { params: z.object({ name: z.string().max(200).meta({ description: "As the page names it." }) }) },
  responses: { 200: { description: "The file", content: { "*/*": { schema: {} } } }, ...common },
});

const loader = createRoute({
  method: "get",
  path: "/chat.js",
  summary: "The script by which another page embeds the visitors' page",
  security: [],
  responses: { 200: { description: "The script", content: { "text/javascript": { schema: z.string() } } }, ...common },
});

/** `GET /chat`: the same page for everybody. It may be framed by the pages that the settings name, and by no other. */
export const readChatPage: GatewayRoute = {
  operation: "visitor.page",
  role: "none",
  form: page,
  exactPath: /^\/chat$/,
  answerHeaders: { "Cache-Control": "no-cache" },
  ownHeaders: ["Content-Security-Policy"],
  register: (application, { basePath, visitors }) => {
    application.openAPIRegistry.registerPath(page);
    const headers = chatPageHeaders(visitors?.desk.options.embedIn ?? []);
    application.on("GET", "/chat", ({ req }) => {
      if (visitors?.files === undefined) throw routeNotFound(basePath);
      return answerWithFile(visitors.files.page, req.raw.headers, headers);
    });
  },
};

/** `GET /chat/:name`: a file of the visitors' page, out of memory and by its exact name. */
export const readChatAsset: GatewayRoute = {
  operation: "visitor.page",
  role: "none",
  form: asset,
  exactPath: /^\/chat\/[\w.-]+$/,
  answerHeaders: assetHeaders,
  register: (application, { basePath, visitors }) => {
    application.openAPIRegistry.registerPath(asset);
    application.on("GET", "/chat/:name", ({ req }) => {
      const file = visitors?.files?.assets.get(req.param("name"));
      if (file === undefined) throw routeNotFound(basePath);
      return answerWithFile(file, req.raw.headers);
    });
  },
};

/** `GET /chat.js`: what a site includes to have the chat on its pages. It holds nothing of the bot but its own sources. */
export const readChatLoader: GatewayRoute = {
  operation: "visitor.page",
  role: "none",
  form: loader,
  exactPath: /^\/chat\.js$/,
  answerHeaders: loaderHeaders,
  register: (application, { basePath, visitors }) => {
    application.openAPIRegistry.registerPath(loader);
    application.on("GET", "/chat.js", ({ req }) => {
      if (visitors?.files === undefined) throw routeNotFound(basePath);
      return answerWithFile(visitors.files.loader, req.raw.headers);
    });
  },
};
