import { PermissionFlagsBits } from "discord-api-types/v10";
import type { Account } from "../world/account.ts";
import type { Channel } from "../world/channel.ts";
import { channelPermissions, has } from "../world/permissions.ts";
import { ApiError } from "./api-error.ts";

/** @throws ApiError 50001 when the account does not see the channel, 50013 when it sees it and may not do that there. */
export function requirePermissions(channel: Channel, account: Account, ...wanted: readonly bigint[]): void {
  const permissions = channelPermissions(channel, account);
  if (!has(permissions, PermissionFlagsBits.ViewChannel)) throw new ApiError("missingAccess");
  if (wanted.some((permission) => !has(permissions, permission))) throw new ApiError("missingPermissions");
}

/** Whether an account may do that in a channel. */
export function may(channel: Channel, account: Account, permission: bigint): boolean {
  return has(channelPermissions(channel, account), permission);
}

/**
 * What sending into a channel asks for, threads and direct messages included.
 * @throws ApiError 50001, 50013, 50008 for channels without text, 50007 where direct messages are blocked, 160005 where
 * a thread is locked, 50083 where it is archived as well: one that is only archived comes back with the message.
 */
export function requireSending(channel: Channel, account: Account): void {
  if (channel.guild === undefined) return requireOpenDirectMessages(channel, account);
  const sending = channel.thread === undefined ? "SendMessages" : "SendMessagesInThreads";
  requirePermissions(channel, account, PermissionFlagsBits[sending]);
  if (channel.isThreadOnly || !textTypes.has(channel.type)) throw new ApiError("notATextChannel");
  if (channel.thread?.isLocked === true && !may(channel, account, PermissionFlagsBits.ManageThreads)) {
    throw new ApiError(channel.thread.isArchived ? "threadArchived" : "threadLocked");
  }
}

/** Text, DM, voice, announcements, the three kinds of threads, stages. */
const textTypes: ReadonlySet<number> = new Set([0, 1, 2, 5, 10, 11, 12, 13]);

function requireOpenDirectMessages(channel: Channel, account: Account): void {
  requirePermissions(channel, account);
  if (channel.recipients.some(({ blocked }) => blocked.has(account.id))) throw new ApiError("cannotMessageUser");
}

/** @throws ApiError 50083 when the channel is a thread that was archived: nothing in it can be changed. */
export function requireUnarchived(channel: Channel): void {
  if (channel.thread?.isArchived === true) throw new ApiError("threadArchived");
}
