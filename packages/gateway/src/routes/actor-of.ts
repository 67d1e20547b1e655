import type { Caller, LabelledActor } from "../access/caller.ts";
import type { RouteBindings } from "./route.ts";

/**
 * Who sent a request.
 * @throws Error when its route asks for no credentials: a fault of the route table.
 */
export function callerOf(context: { readonly env: RouteBindings }): Caller {
  const { caller, route } = context.env.admission;
  if (caller === undefined) throw new Error(`${route.form.path} acts in somebody's name but asks for no credentials.`);
  return caller;
}

/** In whose name a handler acts, and from where. See `callerOf`. */
export function actorOf(context: { readonly env: RouteBindings }): LabelledActor {
  return { ...callerOf(context).actor, address: context.env.admission.facts.address };
}
