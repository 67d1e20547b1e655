import type { APIAllowedMentions } from "discord-api-types/v10";
import { AllowedMentionsTypes, PermissionFlagsBits } from "discord-api-types/v10";
import { invalidField } from "../rest/api-error.ts";
import type { Account } from "./account.ts";
import type { Channel } from "./channel.ts";
import type { Message, Pings } from "./message.ts";
import { channelPermissions, has } from "./permissions.ts";

/** What decides whom a text pings. */
export interface MentionSource {
  readonly content: string;
  readonly channel: Channel;
  readonly author: Account;
  /** Whether the text is an answer to an interaction: those ping only users where nothing is said (Discord, "Message"). */
  readonly isFromWebhook: boolean;
  readonly allowed: APIAllowedMentions | null | undefined;
  readonly repliedTo: Message | undefined;
}

/** What holds where a message says nothing (Discord, "Message", Allowed Mentions). */
const messageDefault: APIAllowedMentions = {
  parse: [AllowedMentionsTypes.User, AllowedMentionsTypes.Role, AllowedMentionsTypes.Everyone],
  replied_user: true,
};
const webhookDefault: APIAllowedMentions = { parse: [AllowedMentionsTypes.User], replied_user: true };

/** Whom a text would ping. @throws ApiError 50035 when `allowed` contradicts itself. */
export function resolvePings(source: MentionSource): Pings {
  const { content, channel, allowed, isFromWebhook } = source;
  checkAllowed(allowed);
  const may = allowed ?? (isFromWebhook ? webhookDefault : messageDefault);
  const kinds: readonly string[] = may.parse ?? [];
  const mentioned = [...new Set(matches(content, /<@!?(\d+)>/g))].filter((id) => canBePinged(id, channel));
  const users = mentioned.filter((id) => kinds.includes("users") || may.users?.includes(id) === true);
  const replied = source.repliedTo?.author.id;
  if (replied !== undefined && may.replied_user === true && !users.includes(replied)) users.push(replied);
  return { users, roles: pingedRoles(source, kinds, may.roles ?? []), everyone: pingsEveryone(source, kinds) };
}

function pingedRoles(source: MentionSource, kinds: readonly string[], listed: readonly string[]): readonly string[] {
  const ids = [...new Set(matches(source.content, /<@&(\d+)>/g))];
  return ids.filter((id) => {
    const role = source.channel.guild?.roles.get(id);
    if (role === undefined || !(kinds.includes("roles") || listed.includes(id))) return false;
    return role.isMentionable || mayPingAll(source);
  });
}

function pingsEveryone(source: MentionSource, kinds: readonly string[]): boolean {
  if (source.channel.guild === undefined || !kinds.includes("everyone")) return false;
  return /@(everyone|here)\b/.test(source.content) && mayPingAll(source);
}

function mayPingAll({ channel, author }: MentionSource): boolean {
  return has(channelPermissions(channel, author), PermissionFlagsBits.MentionEveryone);
}

function canBePinged(id: string, channel: Channel): boolean {
  if (channel.guild !== undefined) return channel.guild.members.has(id);
  return channel.recipients.some((account) => account.id === id);
}

function checkAllowed(allowed: APIAllowedMentions | null | undefined): void {
  for (const kind of ["users", "roles"] as const) {
    if ((allowed?.[kind] ?? []).length === 0 || allowed?.parse?.some((one) => one === kind) !== true) continue;
    const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
    throw invalidField(["allowed_mentions"], "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
  }
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, id = ""]) => id);
}
