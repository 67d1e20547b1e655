import type { APIEmbed, APIMessageTopLevelComponent } from "discord-api-types/v10";
import { AllowedMentionsTypes, PermissionFlagsBits } from "discord-api-types/v10";
import { typingEvent } from "../present/message-events.ts";
import { requirePermissions, requireSending, requireUnarchived } from "../rest/access.ts";
import type { FileStore, NewFile } from "../rest/file-store.ts";
import { Account } from "../world/account.ts";
import type { BotAccount } from "../world/bot-account.ts";
import type { Channel } from "../world/channel.ts";
import { directMessages } from "../world/direct-messages.ts";
import type { Message } from "../world/message.ts";
import { addReaction, deleteMessage, editMessage, postMessage, removeReaction } from "../world/message-writer.ts";
import { deleteChannel, openThread, setArchived } from "../world/threads.ts";
import type { World } from "../world/world.ts";
import type { InteractionBook } from "../interactions/interaction-book.ts";
import type { Interaction } from "../interactions/interaction.ts";
import { type CommandUse, beginAutocomplete, beginCommand } from "./use-command.ts";
import { beginMenuCommand } from "./use-menu-command.ts";
import { type ModalSubmission, beginClick, beginModalSubmit } from "./use-component.ts";

/** What a person may add to what it says. */
export interface SayOptions {
  /** The message that this one replies to. */
  readonly reply?: Message | undefined;
  /** Whether the reply pings its author; people can switch that off. @default true */
  readonly pingsRepliedAuthor?: boolean | undefined;
  readonly attachments?: readonly NewFile[] | undefined;
  readonly embeds?: readonly APIEmbed[] | undefined;
  readonly components?: readonly APIMessageTopLevelComponent[] | undefined;
}

/** What a person acts on. */
export interface PersonScene {
  readonly world: World;
  readonly files: FileStore;
  readonly interactions: InteractionBook;
}

/**
 * A person, and what a person can do on Discord. What the person may not do throws the error that a bot would get, such as
 * "Missing Permissions", and nobody hears of it.
 */
export class Person extends Account {
  readonly #scene: PersonScene;

  constructor(id: string, name: string, displayName: string | null, scene: PersonScene) {
    super(id, name, false, displayName);
    this.#scene = scene;
  }

  /** Posts a message. An archived thread comes back by it. */
  says(channel: Channel, text: string, options: SayOptions = {}): Message {
    const { world, files } = this.#scene;
    const { reply, attachments = [], embeds, components } = options;
    requireSending(channel, this);
    if (attachments.length > 0) requirePermissions(channel, this, PermissionFlagsBits.AttachFiles);
    setArchived(world, channel, false);
    const pings = options.pingsRepliedAuthor ?? true;
    return postMessage(world, channel, {
      author: this,
      content: text,
      embeds,
      components,
      attachments: attachments.map((file) => files.add(channel.id, file)),
      reference: reply === undefined ? undefined : { messageId: reply.id, channelId: reply.channelId },
      allowedMentions: pings
        ? undefined
        : {
            parse: [AllowedMentionsTypes.User, AllowedMentionsTypes.Role, AllowedMentionsTypes.Everyone],
            replied_user: false,
          },
    });
  }

  /** Changes an own message. */
  edits(message: Message, text: string): void {
    this.#requireOwn(message);
    editMessage(this.#scene.world, this.#channelOf(message), message, { content: text });
  }

  /** Deletes a message: an own one, or as a moderator another's. */
  deletes(message: Message): void {
    const channel = this.#channelOf(message);
    if (message.author !== this) requirePermissions(channel, this, PermissionFlagsBits.ManageMessages);
    deleteMessage(this.#scene.world, channel, message);
  }

  /** Shows "… is typing". */
  types(channel: Channel): void {
    const { world } = this.#scene;
    requireSending(channel, this);
    const at = world.clock.now();
    channel.typing.push({ accountId: this.id, at });
    world.emit(typingEvent(this.id, channel, at));
  }

  /** Sets a reaction: a character, or `name:id`. */
  reacts(message: Message, emoji: string): void {
    const channel = this.#channelOf(message);
    requirePermissions(channel, this, PermissionFlagsBits.AddReactions);
    requireUnarchived(channel);
    addReaction(this.#scene.world, channel, message, emoji, this);
  }

  /** Takes an own reaction away. */
  takesBackReaction(message: Message, emoji: string): void {
    removeReaction(this.#scene.world, this.#channelOf(message), message, emoji, this.id);
  }

  /** The direct messages with someone; made when they are first needed. */
  directMessages(other: Account): Channel {
    return directMessages(this.#scene.world, this, other);
  }

  /** Opens a thread from a message, or in a channel without one. */
  opensThread(place: Message | Channel, name: string, options: { readonly isPrivate?: boolean } = {}): Channel {
    const { world } = this.#scene;
    const channel = "revisions" in place ? this.#channelOf(place) : place;
    const wanted = options.isPrivate === true ? "CreatePrivateThreads" : "CreatePublicThreads";
    requirePermissions(channel, this, PermissionFlagsBits[wanted]);
    if ("revisions" in place) return openThread(world, channel, { name, owner: this, from: place });
    return openThread(world, channel, { name, owner: this, isPrivate: options.isPrivate });
  }

  /** Archives a thread; with `isLocked` only moderators can bring it back. */
  archives(thread: Channel, options: { readonly isLocked?: boolean } = {}): void {
    if (thread.thread === undefined) throw new Error(`${thread.name} is no thread.`);
    const isLocked = options.isLocked ?? false;
    if (isLocked || thread.thread.ownerId !== this.id)
      requirePermissions(thread, this, PermissionFlagsBits.ManageThreads);
    thread.thread.isLocked = isLocked;
    setArchived(this.#scene.world, thread, true);
  }

  /** Deletes a channel or thread. */
  deletesChannel(channel: Channel): void {
    const wanted = channel.thread === undefined ? "ManageChannels" : "ManageThreads";
    requirePermissions(channel, this, PermissionFlagsBits[wanted]);
    deleteChannel(this.#scene.world, channel);
  }

  /** Takes no direct messages of that account any more. */
  blocks(other: Account): void {
    this.blocked.add(other.id);
  }

  /** Takes direct messages again. */
  unblocks(other: Account): void {
    this.blocked.delete(other.id);
  }

  /**
   * Runs a slash command. Its options are compared with those that are registered.
   * @throws Error when there is no such command, or an option is missing or none of it.
   */
  runs(channel: Channel, command: string, use: CommandUse): Interaction {
    return beginCommand(this, channel, command, use, this.#scene);
  }

  /**
   * Runs a command from the menu of a message or an account.
   * @throws Error when there is no such command.
   */
  runsOn(
    target: Message | Account,
    command: string,
    use: { readonly of: BotAccount; readonly channel: Channel },
  ): Interaction {
    return beginMenuCommand(this, target, command, use, this.#scene);
  }

  /** Types into an option that has autocomplete; the answer is in `choices`. @throws Error as `runs` */
  completes(channel: Channel, command: string, use: CommandUse & { readonly focused: string }): Interaction {
    return beginAutocomplete(this, channel, command, use, this.#scene);
  }

  /** Clicks a button, or with `values` chooses from a menu. @throws Error when the message has no such component. */
  clicks(message: Message, customId: string, values?: readonly string[]): Interaction {
    return beginClick(this, this.#channelOf(message), message, { customId, values }, this.#scene);
  }

  /** Sends the form that an interaction opened. @throws Error when none is open or a field is none of it. */
  submits(opened: Interaction, fields: ModalSubmission): Interaction {
    return beginModalSubmit(this, opened, fields, this.#scene);
  }

  #channelOf(message: Message): Channel {
    const channel = this.#scene.world.channels.get(message.channelId);
    if (channel === undefined) throw new Error(`The message ${message.id} is in no channel of this server.`);
    return channel;
  }

  #requireOwn(message: Message): void {
    if (message.author !== this) throw new Error(`${this.name} can change only own messages.`);
  }
}
