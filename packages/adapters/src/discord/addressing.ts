import { type Message, MessageType } from "discord.js";
import type { DiscordOptions } from "./discord-options.ts";
import type { DiscordPlace } from "./place.ts";

/** Types of messages that people write; all others are Discord's own, such as pins and joins. */
const written: ReadonlySet<MessageType> = new Set([MessageType.Default, MessageType.Reply]);

/** Whether somebody wrote the message to whom the bot listens at all: a person, or a bot that it was told to answer. */
export function isWritten(message: Message, { bots }: Pick<DiscordOptions, "bots">): boolean {
  if (!written.has(message.type) || message.webhookId !== null) return false;
  if (message.author.id === message.client.user.id) return false;
  return !message.author.bot || bots.includes(message.author.id);
}

/** Whether the bot is to answer in that place. */
export function isServed(
  { channelId, parentId, guildId }: DiscordPlace,
  { guilds, channels }: Pick<DiscordOptions, "guilds" | "channels">,
): boolean {
  if (guildId === undefined) return true;
  if (guilds !== undefined && !guilds.includes(guildId)) return false;
  return channels === undefined || channels.includes(parentId ?? channelId) || channels.includes(channelId);
}

/** Whether a message speaks to the bot by name: by a mention of it or of a role that is its own, or as a reply to it. */
export function namesBot(message: Message, repliedAuthorId: string | undefined): boolean {
  const { user } = message.client;
  if (message.mentions.users.has(user.id) || repliedAuthorId === user.id) return true;
  const roles = message.guild?.members.me?.roles.cache;
  return roles !== undefined && message.mentions.roles.some(({ id }) => roles.has(id));
}
