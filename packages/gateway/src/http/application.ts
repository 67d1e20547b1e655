import { OpenAPIHono } from "@hono/zod-openapi";
import type { GatewayParts } from "../gateway-parts.ts";
import { Problem } from "../problems/problem.ts";
import { rejectInvalid } from "../problems/validation.ts";
import type { GatewayRoute, RouteApplication, RouteEnvironment } from "../routes/route.ts";

/**
 * The application behind the guard: validates the form that a route asks for, then runs its handler. Errors leave it as
 * they are; the request handler makes the answer.
 */
export function createApplication(routes: readonly GatewayRoute[], parts: GatewayParts): RouteApplication {
  const application = new OpenAPIHono<RouteEnvironment>({ defaultHook: rejectInvalid });
  application.onError((error) => {
    throw error;
  });
  application.notFound(() => {
    throw new Problem("ROUTE_NOT_FOUND", "There is nothing under this path.");
  });
  for (const route of routes) {
    const { method, path } = route.form;
    // The guard and the router each match the path: no handler runs but that of the route that the guard let pass.
    application.on(method, path.replaceAll(/\{(\w+)\}/g, ":$1"), async (context, next) => {
      if (context.env.admission.route !== route) throw new Error(`The guard admitted another route than ${path}.`);
      await next();
    });
    route.register(application, parts);
  }
  return application;
}
