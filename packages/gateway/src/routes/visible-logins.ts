import type { AccessRegister } from "../access/access-register.ts";
import type { LoginRecord } from "../access/access-records.ts";
import type { Caller } from "../access/caller.ts";

/** The login sessions that somebody may see and end: their own, or all of them for an admin. @throws StoreError */
export async function visibleLogins(
  register: AccessRegister,
  { actor, role }: Pick<Caller, "actor" | "role">,
): Promise<readonly LoginRecord[]> {
  await register.load();
  return role === "admin" ? register.logins : register.logins.filter(({ actorId }) => actorId === actor.id);
}
