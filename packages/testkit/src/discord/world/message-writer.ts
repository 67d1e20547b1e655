import type { APIAllowedMentions, APIAttachment, APIEmbed, APIMessageTopLevelComponent } from "discord-api-types/v10";
import { MessageType } from "discord-api-types/v10";
import { messageDeleteBulkEvent, messageDeleteEvent, messageEvent, reactionEvent } from "../present/message-events.ts";
import type { Account } from "./account.ts";
import type { Channel } from "./channel.ts";
import { resolvePings } from "./mentions.ts";
import { Message, type MessageReference, type MessageRevision } from "./message.ts";
import type { World } from "./world.ts";

/** What a message is made of, from a request or from a person. */
export interface MessageDraft {
  readonly content?: string | undefined;
  readonly embeds?: readonly APIEmbed[] | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | undefined;
  readonly attachments?: readonly APIAttachment[] | undefined;
  readonly allowedMentions?: APIAllowedMentions | null | undefined;
  /** Whether it is an answer to an interaction. */
  readonly isFromWebhook?: boolean | undefined;
}

/** What is decided once, when a message is posted. */
export interface MessagePosting extends MessageDraft {
  readonly author: Account;
  readonly type?: MessageType | undefined;
  readonly reference?: MessageReference | undefined;
  readonly nonce?: string | number | undefined;
  readonly flags?: number | undefined;
  /** The only one who sees it; without it everyone does. */
  readonly visibleTo?: Account | undefined;
  /** Changes the message before anyone hears of it. */
  readonly prepare?: ((message: Message) => void) | undefined;
}

/** Posts a message and tells the bots that may hear of it. An ephemeral one is told to nobody. */
export function postMessage(world: World, channel: Channel, posting: MessagePosting): Message {
  const { author, reference, visibleTo } = posting;
  const id = world.snowflakes.next();
  const message = new Message({
    id,
    channelId: channel.id,
    guildId: channel.guild?.id,
    author,
    type: posting.type ?? (reference === undefined ? MessageType.Default : MessageType.Reply),
    createdAt: world.clock.now(),
    first: revise(world, channel, author, posting, 0, reference),
  });
  message.reference = reference;
  message.nonce = posting.nonce;
  message.flags = posting.flags ?? 0;
  message.visibleTo = visibleTo;
  posting.prepare?.(message);
  channel.messages.push(message);
  if (channel.thread !== undefined) channel.thread.members.add(author.id);
  if (visibleTo === undefined) world.emit(messageEvent("MESSAGE_CREATE", message, channel, world));
  else world.notices.tell("an ephemeral message");
  return message;
}

/** Changes what a message shows; what the draft leaves out stays. */
export function editMessage(world: World, channel: Channel, message: Message, draft: MessageDraft): void {
  const { now } = message;
  const whole = {
    ...draft,
    content: draft.content ?? now.content,
    embeds: draft.embeds ?? now.embeds,
    components: draft.components ?? now.components,
    attachments: draft.attachments ?? now.attachments,
  };
  message.revisions.push(revise(world, channel, message.author, whole, now.number + 1, message.reference));
  message.isLoading = false;
  if (message.visibleTo === undefined) world.emit(messageEvent("MESSAGE_UPDATE", message, channel, world));
  else world.notices.tell("an ephemeral message was edited");
}

/** Tells of a message whose surroundings changed: a thread was opened from it, it was pinned. */
export function touchMessage(world: World, channel: Channel, message: Message): void {
  world.emit(messageEvent("MESSAGE_UPDATE", message, channel, world));
}

/** Deletes a message. */
export function deleteMessage(world: World, channel: Channel, message: Message): void {
  message.deletedAt = world.clock.now();
  if (message.visibleTo === undefined) world.emit(messageDeleteEvent(message, channel));
  else world.notices.tell("an ephemeral message was deleted");
}

/** Deletes several messages at once. */
export function deleteMessages(world: World, channel: Channel, messages: readonly Message[]): void {
  for (const message of messages) message.deletedAt = world.clock.now();
  const ids = messages.map(({ id }) => id);
  world.emit(messageDeleteBulkEvent(ids, channel));
}

/** Sets a reaction; setting it twice changes nothing. */
export function addReaction(world: World, channel: Channel, message: Message, emoji: string, account: Account): void {
  let reaction = message.reactions.find((one) => one.emoji === emoji);
  if (reaction === undefined) {
    reaction = { emoji, accountIds: new Set() };
    message.reactions.push(reaction);
  }
  if (reaction.accountIds.has(account.id)) return;
  reaction.accountIds.add(account.id);
  world.emit(reactionEvent("MESSAGE_REACTION_ADD", { message, channel, emoji, accountId: account.id }));
}

/** Takes a reaction away; where there is none nothing changes. */
export function removeReaction(
  world: World,
  channel: Channel,
  message: Message,
  emoji: string,
  accountId: string,
): void {
  const index = message.reactions.findIndex((one) => one.emoji === emoji);
  const reaction = message.reactions[index];
  if (reaction === undefined || !reaction.accountIds.delete(accountId)) return;
  if (reaction.accountIds.size === 0) message.reactions.splice(index, 1);
  world.emit(reactionEvent("MESSAGE_REACTION_REMOVE", { message, channel, emoji, accountId }));
}

function revise(
  world: World,
  channel: Channel,
  author: Account,
  draft: MessageDraft,
  number: number,
  reference: MessageReference | undefined,
): MessageRevision {
  const content = draft.content ?? "";
  const allowed = draft.allowedMentions;
  const repliedTo = channel.messages.find(({ id }) => id === reference?.messageId);
  const isFromWebhook = draft.isFromWebhook ?? false;
  return {
    number,
    at: world.clock.now(),
    content,
    embeds: draft.embeds ?? [],
    components: withIds(draft.components ?? []),
    attachments: draft.attachments ?? [],
    pings: resolvePings({ content, channel, author, allowed, isFromWebhook, repliedTo }),
    allowedMentions: allowed ?? undefined,
  };
}

/** Discord numbers the components that come without an id, in the order in which they stand. */
function withIds(components: readonly APIMessageTopLevelComponent[]): readonly APIMessageTopLevelComponent[] {
  let last = 0;
  return structuredClone(components).map((component) => number(component));

  function number<Component extends object>(component: Component): Component {
    if (!("id" in component) || component.id === undefined || component.id === 0) {
      last += 1;
      Object.assign(component, { id: last });
    }
    if ("components" in component && Array.isArray(component.components)) component.components.forEach(number);
    return component;
  }
}
