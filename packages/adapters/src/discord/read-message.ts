import type { InboundMessage } from "@keyturn/core";
import type { Message } from "discord.js";
import { type DiscordConversation, addressToJson } from "./place.ts";
import type { Quote } from "./quote.ts";
import { rightsOf } from "./rights.ts";
import { readDiscordText } from "./text/read-discord-text.ts";

/** A message of Discord's as the core takes it. Of a bare mention the text is the mention. */
export function readMessage(
  message: Message,
  { key, replyAddress }: DiscordConversation,
  quote: Quote | undefined,
  isCommand: (text: string) => boolean,
): InboundMessage {
  const { author, member, channel } = message;
  const own = textOf(message);
  // A command is one by its whole text: nothing is put before it.
  const quoted = isCommand(own) ? undefined : quote?.text;
  const text = [quoted ?? [], own].flat().join("\n\n") || `@${message.client.user.displayName}`;
  const isDirect = channel.isDMBased() || message.content.trimStart().startsWith(`<@${message.client.user.id}>`);
  return {
    key,
    platformMessageId: message.id,
    sender: { id: author.id, name: member?.displayName ?? author.displayName },
    text,
    replyAddress: addressToJson(replyAddress),
    rights: rightsOf(channel.isDMBased() || member === null ? undefined : channel.permissionsFor(member)),
    ...(isDirect && { isDirect }),
  };
}

/** What the person wrote, with the names of whom and what they mention. */
export function textOf({ content, client, guild, mentions }: Message): string {
  const roles = guild?.members.me?.roles.cache;
  const bot = { userId: client.user.id, roleIds: roles === undefined ? [] : [...roles.keys()] };
  return readDiscordText(content, bot, {
    user: (id) => mentions.members?.get(id)?.displayName ?? mentions.users.get(id)?.displayName,
    role: (id) => guild?.roles.cache.get(id)?.name,
    channel(id) {
      const channel = client.channels.cache.get(id);
      return channel === undefined || channel.isDMBased() ? undefined : channel.name;
    },
  }).text;
}
