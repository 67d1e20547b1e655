/**
 * What a caller must be, each including the ones before: `none` asks for no credentials, a `viewer` reads, an `operator`
 * acts on conversations, an `admin` changes the bot.
 */
export type Role = "none" | "viewer" | "operator" | "admin";

const rolesByRank: readonly Role[] = ["none", "viewer", "operator", "admin"];

/** Whether somebody of one role may do what asks for another. */
export function includesRole(held: Role, needed: Role): boolean {
  return rolesByRank.indexOf(held) >= rolesByRank.indexOf(needed);
}
