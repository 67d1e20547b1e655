import { ChannelType, OverwriteType, PermissionFlagsBits } from "discord-api-types/v10";
import type { Account } from "./account.ts";
import type { Channel } from "./channel.ts";
import type { Guild } from "./guild.ts";

/** Every permission there is. */
const allPermissions: bigint = Object.values(PermissionFlagsBits).reduce((all, bit) => all | bit, 0n);

/** What `@everyone` may do in a new guild: what Discord gives it, without the voice channels. */
export const defaultPermissions: bigint =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.CreatePrivateThreads |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.UseApplicationCommands |
  PermissionFlagsBits.ChangeNickname;

/** What an account may do in a guild as a whole; 0 for those who are not in it. */
export function guildPermissions(guild: Guild, account: Account): bigint {
  const member = guild.members.get(account.id);
  if (member === undefined) return 0n;
  if (guild.ownerId === account.id) return allPermissions;
  const ids = [guild.id, ...member.roleIds];
  const granted = ids.reduce((all, id) => all | (guild.roles.get(id)?.permissions ?? 0n), 0n);
  return has(granted, PermissionFlagsBits.Administrator) ? allPermissions : granted;
}

/** What an account may do in a channel: the guild's permissions and the overwrites, a thread by those of its parent. */
export function channelPermissions(channel: Channel, account: Account): bigint {
  if (channel.guild === undefined) {
    return channel.recipients.some(({ id }) => id === account.id) ? allPermissions : 0n;
  }
  const base = guildPermissions(channel.guild, account);
  if (base === allPermissions) return base;
  const place = channel.thread === undefined ? channel : (channel.parent ?? channel);
  const permissions = applyOverwrites(base, place, channel.guild, account);
  if (!has(permissions, PermissionFlagsBits.ViewChannel)) return 0n;
  return channel.type === ChannelType.PrivateThread && !mayEnter(channel, account, permissions) ? 0n : permissions;
}

/** Whether `permissions` hold all of `wanted`. */
export function has(permissions: bigint, wanted: bigint): boolean {
  return (permissions & wanted) === wanted;
}

/** Whether an account sees a channel. */
export function canView(channel: Channel, account: Account): boolean {
  return has(channelPermissions(channel, account), PermissionFlagsBits.ViewChannel);
}

function applyOverwrites(base: bigint, channel: Channel, guild: Guild, account: Account): bigint {
  const roleIds = guild.members.get(account.id)?.roleIds ?? new Set<string>();
  const everyone = channel.overwrites.filter(({ id }) => id === guild.id);
  const roles = channel.overwrites.filter(({ id, type }) => type === OverwriteType.Role && roleIds.has(id));
  const own = channel.overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === account.id);
  return [everyone, roles, own].reduce((permissions, overwrites) => {
    const denied = overwrites.reduce((all, { deny }) => all | BigInt(deny), 0n);
    const allowed = overwrites.reduce((all, { allow }) => all | BigInt(allow), 0n);
    return (permissions & ~denied) | allowed;
  }, base);
}

function mayEnter(channel: Channel, account: Account, permissions: bigint): boolean {
  return has(permissions, PermissionFlagsBits.ManageThreads) || channel.thread?.members.has(account.id) === true;
}
