import type { AccessParts } from "../access/access-parts.ts";
import { callerOf } from "./actor-of.ts";
import type { RouteBindings } from "./route.ts";

/** Writes down that somebody changed who may come in. @param target the token or login that it was about. */
export async function noteAccess(
  { audit }: AccessParts,
  context: { readonly env: RouteBindings },
  target: string | undefined,
  outcome: "done" | "nothing to do" = "done",
): Promise<void> {
  const { route, facts } = context.env.admission;
  const { actor } = callerOf(context);
  const { operation } = route;
  const { address } = facts;
  await audit.recordAudit({ actor, operation, sessionId: undefined, target, address, reason: "", outcome });
}
