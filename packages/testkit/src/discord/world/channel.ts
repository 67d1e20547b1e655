import type { APIOverwrite } from "discord-api-types/v10";
import { ChannelType } from "discord-api-types/v10";
import type { Account } from "./account.ts";
import type { Guild } from "./guild.ts";
import type { Message } from "./message.ts";

/** What only threads have. */
export interface ThreadState {
  readonly ownerId: string;
  readonly members: Set<string>;
  isArchived: boolean;
  isLocked: boolean;
  /** When it was last archived or brought back, in milliseconds since 1970. */
  archiveChangedAt: number;
  /** In minutes. */
  autoArchiveMinutes: number;
}

/** Someone began to type. */
export interface TypingEvent {
  readonly accountId: string;
  /** In milliseconds since 1970. Discord shows it for 10 s, or until the message comes. */
  readonly at: number;
}

/** A channel of a guild, a thread, or direct messages. */
export class Channel {
  readonly id: string;
  readonly type: ChannelType;
  readonly guild: Guild | undefined;
  /** The channel that a thread belongs to, or the category of a channel. */
  readonly parent: Channel | undefined;
  name: string;
  topic: string | null = null;
  readonly overwrites: APIOverwrite[] = [];
  /** Who takes part in direct messages. */
  readonly recipients: readonly Account[];
  readonly thread: ThreadState | undefined;
  /** Every message ever, in order, deleted ones and ephemeral ones included. */
  readonly messages: Message[] = [];
  /** Every time that someone began to type. */
  readonly typing: TypingEvent[] = [];
  isDeleted = false;

  constructor(of: {
    readonly id: string;
    readonly type: ChannelType;
    readonly name: string;
    readonly guild?: Guild | undefined;
    readonly parent?: Channel | undefined;
    readonly recipients?: readonly Account[] | undefined;
    readonly thread?: ThreadState | undefined;
  }) {
    this.id = of.id;
    this.type = of.type;
    this.name = of.name;
    this.guild = of.guild;
    this.parent = of.parent;
    this.recipients = of.recipients ?? [];
    this.thread = of.thread;
  }

  /** The messages that stand now and that everyone sees, in order. */
  get visibleMessages(): readonly Message[] {
    return this.messages.filter((message) => !message.isDeleted && message.visibleTo === undefined);
  }

  /** Whether only threads can be opened in it. */
  get isThreadOnly(): boolean {
    return this.type === ChannelType.GuildForum || this.type === ChannelType.GuildMedia;
  }

  /** The newest message's id, deleted or not; null when there never was one. */
  get lastMessageId(): string | null {
    return this.messages.findLast((message) => message.visibleTo === undefined)?.id ?? null;
  }
}
