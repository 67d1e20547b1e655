import type { GatewayMessageCreateDispatchData, TextChannelType } from "discord-api-types/v10";
import { GatewayIntentBits } from "discord-api-types/v10";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import type { Dispatch } from "../world/dispatch.ts";
import type { Message } from "../world/message.ts";
import { canView } from "../world/permissions.ts";
import type { World } from "../world/world.ts";
import { presentEmoji, presentMessage } from "./message.ts";
import { presentMember, presentMemberPart, presentUser } from "./user.ts";

/** A message that was posted or changed. */
export function messageEvent(
  name: "MESSAGE_CREATE" | "MESSAGE_UPDATE",
  message: Message,
  channel: Channel,
  world: World,
): Dispatch {
  return {
    name,
    guildId: channel.guild?.id,
    dataFor: (bot, intents) => {
      if (!hears(bot, intents, channel, "messages")) return undefined;
      const data = presentMessageEvent(message, channel, world, bot);
      return maySeeContent(message, channel, bot, intents) ? data : withoutContent(data);
    },
  };
}

/** A message that was deleted. */
export function messageDeleteEvent(message: Message, channel: Channel): Dispatch {
  return channelEvent("MESSAGE_DELETE", channel, "messages", {
    id: message.id,
    channel_id: channel.id,
    ...guildPart(channel),
  });
}

/** Messages that were deleted at once. */
export function messageDeleteBulkEvent(ids: readonly string[], channel: Channel): Dispatch {
  return channelEvent("MESSAGE_DELETE_BULK", channel, "messages", {
    ids,
    channel_id: channel.id,
    ...guildPart(channel),
  });
}

/** Someone began to type. */
export function typingEvent(accountId: string, channel: Channel, at: number): Dispatch {
  const member = channel.guild?.members.get(accountId);
  return channelEvent("TYPING_START", channel, "typing", {
    channel_id: channel.id,
    user_id: accountId,
    timestamp: Math.floor(at / 1000),
    ...(member === undefined ? {} : { member: presentMember(member) }),
    ...guildPart(channel),
  });
}

/** Someone set a reaction or took it away. */
export function reactionEvent(
  name: "MESSAGE_REACTION_ADD" | "MESSAGE_REACTION_REMOVE",
  of: { readonly message: Message; readonly channel: Channel; readonly emoji: string; readonly accountId: string },
): Dispatch {
  const { message, channel, emoji, accountId } = of;
  const member = channel.guild?.members.get(accountId);
  const isNew = name === "MESSAGE_REACTION_ADD";
  return channelEvent(name, channel, "reactions", {
    user_id: accountId,
    channel_id: channel.id,
    message_id: message.id,
    emoji: presentEmoji(emoji),
    burst: false,
    type: 0,
    ...(isNew ? { message_author_id: message.author.id } : {}),
    ...(isNew && member !== undefined ? { member: presentMember(member) } : {}),
    ...guildPart(channel),
  });
}

const intentsOf = {
  messages: [GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  typing: [GatewayIntentBits.GuildMessageTyping, GatewayIntentBits.DirectMessageTyping],
  reactions: [GatewayIntentBits.GuildMessageReactions, GatewayIntentBits.DirectMessageReactions],
} as const;

function channelEvent(name: string, channel: Channel, kind: keyof typeof intentsOf, data: object): Dispatch {
  const dataFor = (bot: BotAccount, intents: number) => (hears(bot, intents, channel, kind) ? data : undefined);
  return { name, guildId: channel.guild?.id, dataFor };
}

function hears(bot: BotAccount, intents: number, channel: Channel, kind: keyof typeof intentsOf): boolean {
  const [inGuilds, inDirect] = intentsOf[kind];
  const wanted = channel.guild === undefined ? inDirect : inGuilds;
  return (intents & wanted) !== 0 && canView(channel, bot);
}

function guildPart(channel: Channel): { readonly guild_id?: string } {
  return channel.guild === undefined ? {} : { guild_id: channel.guild.id };
}

function presentMessageEvent(
  message: Message,
  channel: Channel,
  world: World,
  bot: BotAccount,
): GatewayMessageCreateDispatchData {
  const author = channel.guild?.members.get(message.author.id);
  const mentions = message.now.pings.users.flatMap((id) => {
    const account = world.accounts.get(id);
    const member = channel.guild?.members.get(id);
    if (account === undefined) return [];
    return [{ ...presentUser(account), ...(member === undefined ? {} : { member: presentMemberPart(member) }) }];
  });
  return {
    ...presentMessage(message, { world, channel, viewer: bot }),
    mentions,
    channel_type: textType(channel),
    ...(author === undefined ? {} : { member: presentMemberPart(author) }),
    ...guildPart(channel),
  };
}

function textType({ type }: Channel): TextChannelType {
  const types: readonly TextChannelType[] = [0, 1, 2, 3, 5, 10, 11, 12, 13];
  return types.find((candidate) => Number(candidate) === Number(type)) ?? 0;
}

/** Discord, "Gateway", Message Content Intent: who sees what a message says without the intent. */
function maySeeContent(message: Message, channel: Channel, bot: BotAccount, intents: number): boolean {
  if ((intents & GatewayIntentBits.MessageContent) !== 0) return true;
  return channel.guild === undefined || message.author === bot || message.now.pings.users.includes(bot.id);
}

function withoutContent(data: GatewayMessageCreateDispatchData): GatewayMessageCreateDispatchData {
  const none = { content: "", embeds: [], attachments: [], components: [] };
  const { referenced_message: referenced } = data;
  if (referenced === undefined || referenced === null) return { ...data, ...none };
  return { ...data, ...none, referenced_message: { ...referenced, ...none } };
}
