import { OpenAPIHono } from "@hono/zod-openapi";
import type { RouteApplication, RouteEnvironment } from "../routes/route.ts";

/** An application whose router looks at the path that the guard found the route by: the base path is taken away there. */
export class GuardedApplication extends OpenAPIHono<RouteEnvironment> {
  override readonly getPath: RouteApplication["getPath"] = (_request, options) => options?.env?.admission.path ?? "";
}
