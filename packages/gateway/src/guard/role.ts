/**
 * What a caller must be, each including the ones before: `none` asks for no credentials, a `viewer` reads, an `operator`
 * acts on conversations, an `admin` changes the bot.
 */
export type Role = "none" | "viewer" | "operator" | "admin";

/** A role that somebody can have. */
export type GrantedRole = Exclude<Role, "none">;

/** Every role that somebody can have, the least first. */
export const grantedRoles: readonly ["viewer", "operator", "admin"] = ["viewer", "operator", "admin"];

const rolesByRank: readonly Role[] = ["none", ...grantedRoles];

/** Whether somebody of one role may do what asks for another. */
export function includesRole(held: Role, needed: Role): boolean {
  return rolesByRank.indexOf(held) >= rolesByRank.indexOf(needed);
}
