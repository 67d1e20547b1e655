import type { Context } from "hono";
import type { GatewayParts } from "../gateway-parts.ts";
import { Problem } from "../problems/problem.ts";
import { rejectInvalid } from "../problems/validation.ts";
import { actorOf } from "../routes/actor-of.ts";
import type { GatewayRoute, RouteApplication, RouteEnvironment } from "../routes/route.ts";
import { idempotencyKeySchema } from "../wire/fields.ts";
import { GuardedApplication } from "./guarded-application.ts";
import type { KeyedRequest } from "./idempotent-answers.ts";

/**
 * The application behind the guard: validates the form that a route asks for, then runs its handler. Errors leave it as
 * they are; the request handler makes the answer.
 */
export function createApplication(routes: readonly GatewayRoute[], parts: GatewayParts): RouteApplication {
  const application = new GuardedApplication({ defaultHook: rejectInvalid });
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
      const keyed = keyedRequest(context, route);
      if (keyed === undefined) return next();
      return parts.answers.answer(keyed, async () => {
        await next();
        return context.res;
      });
    });
    route.register(application, parts);
  }
  return application;
}

/** What an `Idempotency-Key` makes of a request; undefined without one, or where it is the route's own to look at it. */
function keyedRequest(context: Context<RouteEnvironment>, { repetition }: GatewayRoute): KeyedRequest | undefined {
  const key = idempotencyKeySchema.safeParse(context.req.header("idempotency-key"));
  // A key that is not well-formed is refused with the rest of the form.
  if (repetition === undefined || !key.success) return undefined;
  const { facts, path, body } = context.env.admission;
  // Without the base path, which the same request may come with and without.
  const target = [path, facts.target.split("?")[1]];
  const content = JSON.stringify([facts.method, ...target, context.req.header("if-match"), body]);
  return { actorId: actorOf(context).id, key: key.data, content, repetition };
}
