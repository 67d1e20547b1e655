/**
 * What a caller must be, each including the ones before: `none` asks for no credentials, a `viewer` reads, an `operator`
 * acts on conversations, an `admin` changes the bot. A `visitor` stands apart: they have their own conversation, which
 * is nobody else's to write in, and nothing of the rest.
 */
export type Role = "none" | "visitor" | "viewer" | "operator" | "admin";

/** A role that somebody can be given. */
export type GrantedRole = Exclude<Role, "none" | "visitor">;

/** Every role that somebody can be given, the least first. */
export const grantedRoles: readonly ["viewer", "operator", "admin"] = ["viewer", "operator", "admin"];

const rolesByRank: readonly Role[] = ["none", ...grantedRoles];

/** Whether somebody of one role may do what asks for another. */
export function includesRole(held: Role, needed: Role): boolean {
  if (held === "visitor" || needed === "visitor") return held === needed || needed === "none";
  return rolesByRank.indexOf(held) >= rolesByRank.indexOf(needed);
}
