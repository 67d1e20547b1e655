import type { Caller, LabelledActor, VisitorCaller } from "../access/caller.ts";
import type { RouteBindings } from "./route.ts";

/**
 * Who of those who run the bot sent a request.
 * @throws Error when its route asks for no credentials, or for a visitor's: a fault of the route table.
 */
export function callerOf(context: { readonly env: RouteBindings }): Caller {
  const { caller, route } = context.env.admission;
  if (caller !== undefined && caller.role !== "visitor") return caller;
  throw new Error(`${route.form.path} acts in the name of somebody whose credentials it does not ask for.`);
}

/** Which visitor sent a request. @throws Error when its route does not ask for a visitor: a fault of the route table. */
export function visitorOf(context: { readonly env: RouteBindings }): VisitorCaller {
  const { caller, route } = context.env.admission;
  if (caller?.role === "visitor") return caller;
  throw new Error(`${route.form.path} acts in a visitor's name but does not ask for one.`);
}

/** In whose name a handler acts, and from where. See `callerOf`. */
export function actorOf(context: { readonly env: RouteBindings }): LabelledActor {
  return { ...callerOf(context).actor, address: context.env.admission.facts.address };
}
