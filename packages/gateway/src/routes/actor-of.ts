import type { OperatorActor } from "@keyturn/core";
import type { RouteBindings } from "./route.ts";

/**
 * In whose name a handler acts.
 * @throws Error when its route asks for no credentials: a fault of the route table.
 */
export function actorOf(context: { readonly env: RouteBindings }): OperatorActor {
  const { caller, route } = context.env.admission;
  if (caller === undefined) throw new Error(`${route.form.path} acts in somebody's name but asks for no credentials.`);
  return caller.actor;
}
