import type { SessionId } from "@keyturn/core";
import { includesRole } from "../guard/role.ts";
import { Problem } from "../problems/problem.ts";
import type { GatewayParts } from "../gateway-parts.ts";
import { callerOf } from "./actor-of.ts";
import type { RouteBindings } from "./route.ts";

/**
 * Lets nobody but admins remove what can then not be undone; a refusal is in the audit log.
 * @throws Problem `ROLE_INSUFFICIENT`
 */
export async function requirePurger(
  { access }: GatewayParts,
  context: { readonly env: RouteBindings },
  sessionId?: SessionId,
): Promise<void> {
  const { actor, role } = callerOf(context);
  if (includesRole(role, "admin")) return;
  const { route, facts } = context.env.admission;
  const { operation } = route;
  const { address } = facts;
  await access.audit.recordAudit({ actor, operation, sessionId, address, reason: "purge", outcome: "denied" });
  throw new Problem("ROLE_INSUFFICIENT", `A purge cannot be undone: it needs the role "admin"; you have "${role}".`);
}
