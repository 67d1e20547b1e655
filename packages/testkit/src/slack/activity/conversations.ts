import type { EventBroadcast } from "../delivery/event-broadcast.ts";
import { presentMessage } from "../present/present-message.ts";
import type { Channel } from "../world/channel.ts";
import { Message, type MessageAuthor } from "../world/message.ts";
import type { SlackFile } from "../world/slack-file.ts";
import type { SlackWorld } from "../world/slack-world.ts";
import { type Wording, composeContent } from "./compose-content.ts";

/** A message that is about to be posted. */
export interface PostRequest {
  readonly author: MessageAuthor;
  readonly wording: Wording;
  readonly threadTs?: string | undefined;
  readonly subtype?: string | undefined;
  readonly clientMessageId?: string | undefined;
  readonly files?: readonly SlackFile[] | undefined;
  /** Set for a message that grows. */
  readonly isStream?: boolean | undefined;
}

/** What happens in channels, and the events that tell of it. Who may do it was asked before. */
export class Conversations {
  readonly #world: SlackWorld;
  readonly #broadcast: EventBroadcast;

  constructor(world: SlackWorld, broadcast: EventBroadcast) {
    this.#world = world;
    this.#broadcast = broadcast;
  }

  /** Posts a message. An app's post takes the status of its thread away. */
  post(channel: Channel, request: PostRequest): Message {
    const { author, wording, threadTs, subtype, clientMessageId, files } = request;
    const content = composeContent(this.#world, channel.teamId, wording);
    const ts = this.#world.ids.ts();
    const teamId = this.#world.findAccount(author.userId)?.teamId ?? channel.teamId;
    const start = { ts, teamId, channelId: channel.id, author, content };
    const message = new Message({ ...start, threadTs, subtype, clientMessageId, files });
    if (request.isStream === true) message.stream = "streaming";
    channel.messages.push(message);
    const rootTs = message.threadTs ?? ts;
    if (author.appId !== undefined && message.stream === undefined)
      channel.thread(rootTs).clear(this.#world.clock.now());
    this.#tellOfPost(channel, message);
    this.#world.notices.tell(`${author.userId} posted in ${channel.id}: ${content.text.slice(0, 60)}`);
    return message;
  }

  /**
   * Gives a message another wording. A person's edit is marked as edited; what Slack itself changes, such as a preview
   * of a link, is not.
   */
  revise(channel: Channel, message: Message, wording: Wording, isMarkedEdited: boolean): void {
    const previous = presentMessage(message, channel);
    message.revise(composeContent(this.#world, channel.teamId, wording));
    if (isMarkedEdited) message.isMarkedEdited = true;
    this.tellOfChange(channel, message, previous);
  }

  /** Adds to a message that grows: people see it, and no app is told. */
  extend(channel: Channel, message: Message, wording: Wording): void {
    message.revise(composeContent(this.#world, channel.teamId, wording));
    this.#world.notices.tell(`message ${message.ts} grew to ${message.text.length} characters`);
  }

  /** Tells that a message looks different now; `previous` is how it looked before. */
  tellOfChange(channel: Channel, message: Message, previous: object): void {
    const ts = this.#world.ids.ts();
    const changed = { type: "message", subtype: "message_changed", hidden: true, ts, event_ts: ts };
    this.#broadcast.message(channel, {
      ...changed,
      message: presentMessage(message, channel, { withMetadata: true }),
      previous_message: previous,
    });
    this.#world.notices.tell(`message ${message.ts} changed`);
  }

  /** Deletes a message. */
  remove(channel: Channel, message: Message): void {
    const previous = presentMessage(message, channel);
    message.deletedAt = this.#world.clock.now();
    const ts = this.#world.ids.ts();
    const removed = { type: "message", subtype: "message_deleted", hidden: true, ts, event_ts: ts };
    this.#broadcast.message(channel, { ...removed, deleted_ts: message.ts, previous_message: previous });
    this.#world.notices.tell(`message ${message.ts} deleted`);
  }

  /** Adds a reaction; false when it was there. */
  react(channel: Channel, message: Message, name: string, userId: string): boolean {
    const users = message.reactions.get(name) ?? new Set<string>();
    if (users.has(userId)) return false;
    message.reactions.set(name, users.add(userId));
    this.#tellOfReaction(channel, message, name, userId, "reaction_added");
    return true;
  }

  /** Takes a reaction away; false when there was none. */
  unreact(channel: Channel, message: Message, name: string, userId: string): boolean {
    const users = message.reactions.get(name);
    if (users === undefined || !users.delete(userId)) return false;
    if (users.size === 0) message.reactions.delete(name);
    this.#tellOfReaction(channel, message, name, userId, "reaction_removed");
    return true;
  }

  /** Makes an account a member; nothing happens when it is one. */
  join(channel: Channel, userId: string, inviterId?: string): void {
    if (channel.members.has(userId)) return;
    channel.members.add(userId);
    this.#tellOfMember(channel, "member_joined_channel", userId, inviterId);
    const wording = { text: `<@${userId}> has joined the channel` };
    this.post(channel, { author: { userId }, wording, subtype: "channel_join" });
  }

  /** Ends a membership; nothing happens when there is none. */
  leave(channel: Channel, userId: string): void {
    if (!channel.members.has(userId)) return;
    this.#tellOfMember(channel, "member_left_channel", userId);
    channel.members.delete(userId);
  }

  /** Archives a channel, or brings it back. */
  archive(channel: Channel, isArchived: boolean, userId: string): void {
    channel.isArchived = isArchived;
    const type = isArchived ? "channel_archive" : "channel_unarchive";
    this.#broadcast.inChannel(channel, type, {
      type,
      channel: channel.id,
      user: userId,
      event_ts: this.#world.ids.ts(),
    });
  }

  #tellOfPost(channel: Channel, message: Message): void {
    const event = {
      ...presentMessage(message, channel, { withMetadata: true }),
      ...this.#profileOf(message.author),
      type: "message",
      event_ts: message.ts,
    };
    this.#broadcast.message(channel, event);
    this.#tellOfMentions(channel, message, event);
    const root = message.threadTs === undefined ? undefined : channel.message(message.threadTs);
    // The root counts its replies, so it changes with each of them; its text is the same (nearform/slack-bot#983).
    if (root !== undefined) this.tellOfChange(channel, root, presentMessage(root, channel));
  }

  /** A mention comes as an event of its own beside the message: same ts, another event id. */
  #tellOfMentions(channel: Channel, message: Message, event: object): void {
    if (channel.kind === "im" || message.subtype === "channel_join") return;
    const mentioned = new Set(message.content.pings.map(({ id }) => id));
    for (const installation of this.#world.installationsIn(channel)) {
      if (!mentioned.has(installation.botUserId) || !channel.members.has(installation.botUserId)) continue;
      if (message.author.userId === installation.botUserId) continue;
      this.#broadcast.toApp(installation, { ...event, type: "app_mention", channel: channel.id });
    }
  }

  #profileOf({ botId, appId }: MessageAuthor): object {
    if (botId === undefined || appId === undefined) return {};
    return { bot_profile: { id: botId, app_id: appId, name: this.#world.app(appId).name, deleted: false } };
  }

  #tellOfReaction(channel: Channel, message: Message, reaction: string, user: string, type: string): void {
    this.#broadcast.inChannel(channel, type, {
      type,
      user,
      reaction,
      item: { type: "message", channel: channel.id, ts: message.ts },
      item_user: message.author.userId,
      event_ts: this.#world.ids.ts(),
    });
    this.#world.notices.tell(`${type} ${reaction} on ${message.ts}`);
  }

  #tellOfMember(channel: Channel, type: string, user: string, inviter?: string): void {
    const channelType = channel.kind === "public" ? "C" : "G";
    this.#broadcast.inChannel(channel, type, {
      type,
      user,
      channel: channel.id,
      channel_type: channelType,
      team: channel.teamId,
      ...(inviter !== undefined && { inviter }),
      event_ts: this.#world.ids.ts(),
    });
  }
}
