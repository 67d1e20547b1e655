import type { APIMessage, APIReaction } from "discord-api-types/v10";
import { MessageReferenceType } from "discord-api-types/v10";
import type { Account } from "../world/account.ts";
import type { Channel } from "../world/channel.ts";
import type { Message, Reaction } from "../world/message.ts";
import { isoTime } from "../world/snowflakes.ts";
import type { World } from "../world/world.ts";
import { presentChannel } from "./channel.ts";
import { presentUser } from "./user.ts";

/** What presenting a message looks things up in. */
export interface MessageScene {
  readonly world: World;
  readonly channel: Channel;
  /** Who reads: reactions say whether they are the reader's own. */
  readonly viewer: Account;
}

/** A message as the API shows it. */
export function presentMessage(message: Message, scene: MessageScene): APIMessage {
  const { world, channel, viewer } = scene;
  const thread = message.threadId === undefined ? undefined : world.channels.get(message.threadId);
  return {
    ...presentBare(message, world),
    ...presentReference(message, scene),
    ...(message.reactions.length === 0
      ? {}
      : { reactions: message.reactions.map((one) => presentReaction(one, viewer)) }),
    ...(thread?.guild === undefined || thread.isDeleted ? {} : { thread: presentChannel(thread, viewer) }),
    ...(channel.thread === undefined ? {} : { position: channel.messages.indexOf(message) }),
  };
}

function presentBare(message: Message, world: World): APIMessage {
  const { content, embeds, components, attachments, pings } = message.now;
  const mentioned = pings.users.flatMap((id) => world.accounts.get(id) ?? []);
  return {
    id: message.id,
    channel_id: message.channelId,
    author: presentUser(message.author),
    content,
    timestamp: isoTime(message.createdAt),
    edited_timestamp: message.editedAt === undefined ? null : isoTime(message.editedAt),
    tts: false,
    mention_everyone: pings.everyone,
    mentions: mentioned.map(presentUser),
    mention_roles: [...pings.roles],
    attachments: [...attachments],
    embeds: [...embeds],
    components: [...components],
    pinned: message.isPinned,
    type: message.type,
    flags: message.flags,
    ...(message.nonce === undefined ? {} : { nonce: message.nonce }),
    ...(message.webhookId === undefined ? {} : { webhook_id: message.webhookId, application_id: message.webhookId }),
    ...(message.interaction === undefined ? {} : { interaction_metadata: message.interaction }),
  };
}

function presentReference(message: Message, { world }: MessageScene): Partial<APIMessage> {
  if (message.reference === undefined) return {};
  const { messageId, channelId } = message.reference;
  const referenced = world.channels.get(channelId)?.messages.find(({ id }) => id === messageId);
  return {
    message_reference: {
      type: MessageReferenceType.Default,
      message_id: messageId,
      channel_id: channelId,
      ...(message.guildId === undefined ? {} : { guild_id: message.guildId }),
    },
    referenced_message: referenced === undefined || referenced.isDeleted ? null : presentBare(referenced, world),
  };
}

/** An emoji as the API shows it. */
export function presentEmoji(emoji: string): { readonly id: string | null; readonly name: string } {
  const custom = /^(.+):(\d+)$/.exec(emoji);
  return custom === null ? { id: null, name: emoji } : { id: custom[2] ?? null, name: custom[1] ?? emoji };
}

function presentReaction(reaction: Reaction, viewer: Account): APIReaction {
  const count = reaction.accountIds.size;
  return {
    emoji: presentEmoji(reaction.emoji),
    count,
    count_details: { burst: 0, normal: count },
    burst_colors: [],
    me: reaction.accountIds.has(viewer.id),
    me_burst: false,
  };
}
