import { PermissionFlagsBits } from "discord-api-types/v10";
import { presentUser } from "../../present/user.ts";
import { addReaction, removeReaction } from "../../world/message-writer.ts";
import { requirePermissions, requireUnarchived } from "../access.ts";
import { ApiError } from "../api-error.ts";
import type { RestCall } from "../rest-call.ts";
import { type RestScene, type Route, noContent, ok } from "../route.ts";

const base = "/channels/{channel_id}/messages/{message_id}/reactions";

/** Reactions of messages. */
export const reactionRoutes: readonly Route[] = [
  { method: "DELETE", path: base, handle: removeAll },
  { method: "GET", path: `${base}/{emoji_name}`, handle: listReactions },
  { method: "DELETE", path: `${base}/{emoji_name}`, handle: removeEmoji },
  { method: "PUT", path: `${base}/{emoji_name}/@me`, handle: addOwn },
  { method: "DELETE", path: `${base}/{emoji_name}/@me`, handle: removeOwn },
  { method: "DELETE", path: `${base}/{emoji_name}/{user_id}`, handle: removeOf },
];

function find(call: RestCall, { world }: RestScene) {
  const channel = world.channel(call.parameter("channel_id"));
  requirePermissions(channel, call.bot, PermissionFlagsBits.ReadMessageHistory);
  return { channel, message: world.message(channel, call.parameter("message_id")) };
}

function addOwn(call: RestCall, scene: RestScene) {
  const { channel, message } = find(call, scene);
  const emoji = readEmoji(call);
  const isNew = !message.reactions.some((reaction) => reaction.emoji === emoji);
  if (isNew) requirePermissions(channel, call.bot, PermissionFlagsBits.AddReactions);
  requireUnarchived(channel);
  addReaction(scene.world, channel, message, emoji, call.bot);
  return noContent;
}

function removeOwn(call: RestCall, scene: RestScene) {
  const { channel, message } = find(call, scene);
  removeReaction(scene.world, channel, message, readEmoji(call), call.bot.id);
  return noContent;
}

function removeOf(call: RestCall, scene: RestScene) {
  const { channel, message } = find(call, scene);
  requirePermissions(channel, call.bot, PermissionFlagsBits.ManageMessages);
  removeReaction(scene.world, channel, message, readEmoji(call), call.parameter("user_id"));
  return noContent;
}

function removeEmoji(call: RestCall, scene: RestScene) {
  const { channel, message } = find(call, scene);
  requirePermissions(channel, call.bot, PermissionFlagsBits.ManageMessages);
  const emoji = readEmoji(call);
  const ids = [...(message.reactions.find((reaction) => reaction.emoji === emoji)?.accountIds ?? [])];
  for (const id of ids) removeReaction(scene.world, channel, message, emoji, id);
  return noContent;
}

function removeAll(call: RestCall, scene: RestScene) {
  const { channel, message } = find(call, scene);
  requirePermissions(channel, call.bot, PermissionFlagsBits.ManageMessages);
  const set = message.reactions.flatMap(({ emoji, accountIds }) => [...accountIds].map((id) => ({ emoji, id })));
  for (const { emoji, id } of set) removeReaction(scene.world, channel, message, emoji, id);
  return noContent;
}

function listReactions(call: RestCall, scene: RestScene) {
  const { message } = find(call, scene);
  const emoji = readEmoji(call);
  const ids = [...(message.reactions.find((reaction) => reaction.emoji === emoji)?.accountIds ?? [])];
  return ok(ids.flatMap((id) => scene.world.accounts.get(id) ?? []).map(presentUser));
}

function readEmoji(call: RestCall): string {
  const emoji = call.parameter("emoji_name");
  if (/^.+:\d+$/.test(emoji) || /^(\p{Emoji}|\p{Emoji_Component}|\u200d)+$/u.test(emoji)) return emoji;
  throw new ApiError("unknownEmoji");
}
