import type { Message, PartialMessage } from "discord.js";
import { isServed } from "./addressing.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { type DiscordConversation, type DiscordPlace, conversationOf } from "./place.ts";
import { placeOf } from "./place-of.ts";

/** Where a message is; undefined where the bot does not answer. */
export function servedPlaceOf(message: Message | PartialMessage, options: DiscordOptions): DiscordPlace | undefined {
  const place = placeOf(message.channel);
  return place !== undefined && isServed(place, options) ? place : undefined;
}

/** The conversation that a message belongs to. */
export function conversationOfMessage(
  message: Message,
  place: DiscordPlace,
  { name: adapter, scope }: DiscordOptions,
): DiscordConversation {
  const account = message.client.application.id;
  return conversationOf(place, { userId: message.author.id, messageId: message.id }, { adapter, account, scope });
}

/** The conversation of a message that may not have been kept: undefined when only its author would tell, who is not known. */
export function conversationOfOld(
  message: Message | PartialMessage,
  place: DiscordPlace,
  { name: adapter, scope }: DiscordOptions,
): DiscordConversation | undefined {
  const account = message.client.application?.id;
  const userId = message.author?.id;
  const isPersonal = scope === "person" && place.guildId !== undefined;
  if (account === undefined || (isPersonal && userId === undefined)) return undefined;
  return conversationOf(place, { userId: userId ?? "", messageId: message.id }, { adapter, account, scope });
}
