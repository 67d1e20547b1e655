import type { APIGuildMember, APIUser } from "discord-api-types/v10";
import type { Account } from "../world/account.ts";
import type { Member } from "../world/guild.ts";
import { isoTime } from "../world/snowflakes.ts";
import { noFlags } from "./no-flags.ts";

/** An account as the API shows it. */
export function presentUser(account: Account): APIUser & { flags: number; public_flags: number } {
  return {
    id: account.id,
    username: account.name,
    global_name: account.displayName,
    avatar: null,
    discriminator: account.isBot ? "0001" : "0",
    public_flags: noFlags,
    flags: noFlags,
    primary_guild: null,
    ...(account.isBot ? { bot: true } : {}),
  };
}

/** A member without its user, as it comes with messages. */
export function presentMemberPart(member: Member): Omit<APIGuildMember, "user"> {
  return {
    nick: member.nick,
    avatar: null,
    banner: null,
    roles: [...member.roleIds],
    joined_at: isoTime(member.joinedAt),
    premium_since: null,
    communication_disabled_until: null,
    pending: false,
    flags: noFlags,
    deaf: false,
    mute: false,
  };
}

/** A member of a guild. */
export function presentMember(member: Member): APIGuildMember {
  return { ...presentMemberPart(member), user: presentUser(member.account) };
}
