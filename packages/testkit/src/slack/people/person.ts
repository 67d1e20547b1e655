import { randomUUID } from "node:crypto";
import type { Conversations } from "../activity/conversations.ts";
import type { Directs } from "../activity/directs.ts";
import type { EventBroadcast } from "../delivery/event-broadcast.ts";
import type { FileShelf } from "../interactions/file-shelf.ts";
import { type OpenView, presentView } from "../interactions/view-book.ts";
import { presentMessage } from "../present/present-message.ts";
import { type NameBook, typeText } from "../text/typed-text.ts";
import type { Account } from "../world/account.ts";
import type { Channel } from "../world/channel.ts";
import type { Installation } from "../world/installation.ts";
import type { Message } from "../world/message.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import { findAction } from "./find-action.ts";
import type { Interaction } from "./interaction.ts";
import type { Interactivity } from "./interactivity.ts";

/** What people act through; for the server. */
export interface PersonParts {
  readonly world: SlackWorld;
  readonly conversations: Conversations;
  readonly directs: Directs;
  readonly broadcast: EventBroadcast;
  readonly files: FileShelf;
  readonly interactivity: Interactivity;
}

/** A file that a person attaches. */
export interface Attachment {
  readonly name: string;
  readonly content: Uint8Array | string;
  /** @default by the end of the name */
  readonly mimetype?: string | undefined;
}

/** How a message is said. */
export interface SayOptions {
  /** The message whose thread it goes to; a reply stands for its thread. */
  readonly thread?: Message | undefined;
  /** Whether a reply is shown in the channel too. @default false */
  readonly isBroadcast?: boolean | undefined;
  readonly files?: readonly Attachment[] | undefined;
  /** Whether it is said with `/me`. @default false */
  readonly isMeMessage?: boolean | undefined;
}

/** A person in a workspace. What a person does is in force at once; the apps are told meanwhile. */
export class Person {
  readonly account: Account;
  readonly #parts: PersonParts;

  constructor(account: Account, parts: PersonParts) {
    this.account = account;
    this.#parts = parts;
  }

  get id(): string {
    return this.account.id;
  }

  /** What follows the `@` in a mention. */
  get name(): string {
    return this.account.name;
  }

  /**
   * Posts what was typed: `@name`, `#channel`, `@here` and URLs become what Slack makes of them, and `&`, `<` and `>`
   * are escaped.
   * @throws Error when this person is no member of the channel.
   */
  says(channel: Channel, typed: string, options: SayOptions = {}): Message {
    this.#checkMember(channel);
    const { thread, isBroadcast = false, files = [], isMeMessage = false } = options;
    const shelved = files.map((file) => {
      return this.#parts.files.add({ ...file, teamId: channel.teamId, userId: this.id });
    });
    const subtypes = [
      ...(shelved.length > 0 ? ["file_share"] : []),
      ...(isBroadcast ? ["thread_broadcast"] : []),
      ...(isMeMessage ? ["me_message"] : []),
    ];
    return this.#parts.conversations.post(channel, {
      author: { userId: this.id },
      wording: this.#type(channel, typed),
      threadTs: thread === undefined ? undefined : (thread.threadTs ?? thread.ts),
      subtype: subtypes[0],
      clientMessageId: randomUUID(),
      files: shelved,
    });
  }

  /** Changes a message of this person. */
  edits(message: Message, typed: string): void {
    const channel = this.#channelOf(message);
    this.#checkAuthor(message);
    this.#parts.conversations.revise(channel, message, this.#type(channel, typed), true);
  }

  /** Deletes a message of this person. */
  deletes(message: Message): void {
    this.#checkAuthor(message);
    this.#parts.conversations.remove(this.#channelOf(message), message);
  }

  reacts(message: Message, name: string): void {
    this.#parts.conversations.react(this.#channelOf(message), message, name, this.id);
  }

  unreacts(message: Message, name: string): void {
    this.#parts.conversations.unreact(this.#channelOf(message), message, name, this.id);
  }

  joins(channel: Channel): void {
    this.#parts.conversations.join(channel, this.id);
  }

  leaves(channel: Channel): void {
    this.#parts.conversations.leave(channel, this.id);
  }

  /** Brings somebody into a channel, a bot for example. */
  invites(member: { readonly id: string }, channel: Channel): void {
    this.#checkMember(channel);
    this.#parts.conversations.join(channel, member.id, this.id);
  }

  archives(channel: Channel, isArchived = true): void {
    this.#parts.conversations.archive(channel, isArchived, this.id);
  }

  /** The direct messages with others, bots among them; they begin here if there are none yet. */
  opensDirect(...others: readonly { readonly id: string }[]): Channel {
    const members = new Set([this.id, ...others.map(({ id }) => id)]);
    return this.#parts.directs.open(this.#parts.world.workspace(this.account.teamId), members, this.id);
  }

  /**
   * Opens the assistant pane of an app, which begins a thread in the direct messages. The root that this returns is
   * what the app is told of; say things with `{ thread: root }`.
   */
  opensAssistant(installation: Installation, from?: Channel): Message {
    const channel = this.opensDirect(installation);
    const author = { userId: installation.botUserId, botId: installation.botId, appId: installation.appId };
    const wording = { text: "New Assistant Thread" };
    const root = this.#parts.conversations.post(channel, { author, wording, subtype: "assistant_app_thread" });
    this.#tellOfThread(installation, root, "assistant_thread_started", from);
    return root;
  }

  /** Looks at another channel while the pane is open. */
  looksAt(installation: Installation, root: Message, channel: Channel): void {
    this.#tellOfThread(installation, root, "assistant_thread_context_changed", channel);
  }

  /** Opens the home tab, or the messages tab, of an app. */
  opensHome(installation: Installation, tab: "home" | "messages" = "home"): void {
    const channel = this.opensDirect(installation);
    const event_ts = this.#parts.world.ids.ts();
    this.#parts.broadcast.toApp(installation, {
      type: "app_home_opened",
      user: this.id,
      channel: channel.id,
      tab,
      event_ts,
    });
  }

  /**
   * Types a slash command. Slack has no commands in threads, so only a channel can be named.
   * @param installation whose command it is; without it, of the first app in the workspace that has it.
   * @throws Error when no app there has this command.
   */
  runs(channel: Channel, command: string, text = "", installation?: Installation): Interaction {
    const app = this.#commanded(channel, command, installation);
    const workspace = this.#parts.world.workspace(channel.teamId);
    const fields = {
      team_id: workspace.id,
      team_domain: workspace.domain,
      channel_id: channel.id,
      channel_name: channel.kind === "im" ? "directmessage" : channel.name,
      user_id: this.id,
      user_name: this.name,
      command,
      text: typeText(text, workspace, "").text,
      is_enterprise_install: "false",
    };
    const target = { appId: app.id, channel, userId: this.id };
    return this.#parts.interactivity.begin({ kind: "slash_commands", app, account: this.account, fields, target });
  }

  /**
   * Clicks a button of a message, by its `action_id`.
   * @throws Error when the message has no such button.
   */
  clicks(message: Message, actionId: string): Interaction {
    const channel = this.#channelOf(message);
    const { blockId, element } = findAction(message.blocks, actionId);
    const app = this.#parts.world.app(message.author.appId ?? "");
    const action = { ...element, block_id: blockId, action_ts: this.#parts.world.ids.ts() };
    const fields = {
      type: "block_actions",
      // The person's own workspace stands beside the person; this is the one of the message's app (java-slack-sdk#1041).
      ...this.#parts.interactivity.presentPerson(this.account, message.teamId),
      container: {
        type: "message",
        message_ts: message.ts,
        channel_id: channel.id,
        is_ephemeral: false,
        ...(message.threadTs !== undefined && { thread_ts: message.threadTs }),
      },
      channel: { id: channel.id, name: channel.kind === "im" ? "directmessage" : channel.name },
      message: presentMessage(message, channel),
      state: { values: {} },
      actions: [action],
    };
    const target = { appId: app.id, channel, userId: this.id, message };
    return this.#parts.interactivity.begin({ kind: "interactive", app, account: this.account, fields, target });
  }

  /** Uses a shortcut on a message. */
  usesShortcut(installation: Installation, message: Message, callbackId: string): Interaction {
    const channel = this.#channelOf(message);
    const app = this.#parts.world.app(installation.appId);
    const fields = {
      type: "message_action",
      ...this.#parts.interactivity.presentPerson(this.account),
      callback_id: callbackId,
      action_ts: this.#parts.world.ids.ts(),
      message_ts: message.ts,
      channel: { id: channel.id, name: channel.name },
      message: presentMessage(message, channel),
    };
    const target = { appId: app.id, channel, userId: this.id, message };
    return this.#parts.interactivity.begin({ kind: "interactive", app, account: this.account, fields, target });
  }

  /**
   * Submits a modal with these values, by `block_id` and `action_id`.
   * @throws Error when it is not open.
   */
  submits(opened: OpenView, values: Readonly<Record<string, Readonly<Record<string, string>>>> = {}): Interaction {
    if (!opened.isOpen) throw new Error(`The view ${opened.id} is closed.`);
    const typed = Object.entries(values).map(([blockId, fields]) => {
      const inputs = Object.entries(fields).map(([actionId, value]) => [actionId, { type: "plain_text_input", value }]);
      return [blockId, Object.fromEntries(inputs)] as const;
    });
    return this.#finishView(opened, "view_submission", Object.fromEntries(typed));
  }

  /** Closes a modal without submitting it. The app is told if the view asks for it with `notify_on_close`. */
  closes(opened: OpenView): void {
    opened.isOpen = false;
    if (opened.view.type === "modal" && opened.view.notify_on_close === true)
      this.#finishView(opened, "view_closed", {});
  }

  #commanded(channel: Channel, command: string, installation: Installation | undefined): SlackApp {
    const { world } = this.#parts;
    const installed = world.workspace(channel.teamId).installations.values();
    const candidates = installation === undefined ? [...installed].filter(({ isActive }) => isActive) : [installation];
    const apps = candidates.map(({ appId }) => world.app(appId));
    const app = apps.find(({ commands }) => commands === undefined || commands.includes(command));
    if (app === undefined) throw new Error(`No app here has the command ${command}.`);
    return app;
  }

  #finishView(opened: OpenView, type: "view_submission" | "view_closed", values: object): Interaction {
    const app = this.#parts.world.app(opened.appId);
    const person = this.#parts.interactivity.presentPerson(this.account);
    const fields = { type, ...person, view: presentView(opened, values), response_urls: [], is_cleared: false };
    const submitted = type === "view_submission" ? opened : undefined;
    return this.#parts.interactivity.begin({ kind: "interactive", app, account: this.account, fields, submitted });
  }

  #tellOfThread(installation: Installation, root: Message, type: string, from: Channel | undefined): void {
    const context = { channel_id: from?.id, team_id: root.teamId, enterprise_id: null };
    this.#parts.broadcast.toApp(installation, {
      type,
      assistant_thread: {
        user_id: this.id,
        context: from === undefined ? {} : context,
        channel_id: root.channelId,
        thread_ts: root.ts,
      },
      event_ts: this.#parts.world.ids.ts(),
    });
  }

  #type(channel: Channel, typed: string) {
    const { ids } = this.#parts.world;
    const { text, block } = typeText(typed, this.#namesIn(channel), ids.next("K"));
    return { text, blocks: [block] };
  }

  /** The names that a person means: those of the own workspace first, in a shared channel those of the others too. */
  #namesIn(channel: Channel): NameBook {
    const ids = new Set([this.account.teamId, ...channel.teamIds]);
    const books = [...ids].filter((id) => channel.teamIds.includes(id)).map((id) => this.#parts.world.workspace(id));
    const first = <Id>(look: (book: NameBook) => Id | undefined): Id | undefined => {
      return books.map(look).find((id) => id !== undefined);
    };
    return {
      userId: (name) => first((book) => book.userId(name)),
      usergroupId: (name) => first((book) => book.usergroupId(name)),
      channelId: (name) => first((book) => book.channelId(name)),
    };
  }

  #channelOf(message: Message): Channel {
    return this.#parts.world.channel(message.channelId);
  }

  #checkMember(channel: Channel): void {
    if (!channel.members.has(this.id)) throw new Error(`${this.name} is no member of ${channel.name || channel.id}.`);
  }

  #checkAuthor(message: Message): void {
    if (message.author.userId !== this.id) throw new Error(`${this.name} did not write the message ${message.ts}.`);
  }
}
