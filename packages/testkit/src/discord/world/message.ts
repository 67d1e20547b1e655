import type {
  APIAttachment,
  APIEmbed,
  APIMessageInteractionMetadata,
  APIMessageTopLevelComponent,
  MessageType,
} from "discord-api-types/v10";
import type { Account } from "./account.ts";

/** Whom a message would ping, after its own `allowed_mentions` and the author's permissions are applied. */
export interface Pings {
  /** `@everyone` or `@here`. */
  readonly everyone: boolean;
  /** Ids of users, the author of the message that is replied to included. */
  readonly users: readonly string[];
  /** Ids of roles. */
  readonly roles: readonly string[];
}

/** What a message showed from one point in time on. */
export interface MessageRevision {
  /** 0 for what was posted, then 1, 2, … for each edit. */
  readonly number: number;
  /** When, in milliseconds since 1970. */
  readonly at: number;
  readonly content: string;
  readonly embeds: readonly APIEmbed[];
  readonly components: readonly APIMessageTopLevelComponent[];
  readonly attachments: readonly APIAttachment[];
  readonly pings: Pings;
  /** The field of the request as it came; `undefined` where the bot left it out, or a person wrote. */
  readonly allowedMentions: object | undefined;
}

/** One emoji under a message, and who set it. */
export interface Reaction {
  /** The character, or `name:id` of a custom emoji. */
  readonly emoji: string;
  readonly accountIds: Set<string>;
}

/** What a message points to. */
export interface MessageReference {
  readonly messageId: string;
  readonly channelId: string;
}

/** A message, everything that it has ever shown, and whether it still stands. */
export class Message {
  readonly id: string;
  readonly channelId: string;
  readonly guildId: string | undefined;
  readonly author: Account;
  readonly type: MessageType;
  /** When it was posted, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly revisions: MessageRevision[] = [];
  readonly reactions: Reaction[] = [];
  flags = 0;
  nonce: string | number | undefined;
  reference: MessageReference | undefined;
  interaction: APIMessageInteractionMetadata | undefined;
  /** The application whose webhook posted it: answers to interactions have one. */
  webhookId: string | undefined;
  isPinned = false;
  /** The only one who sees it, where it is ephemeral. */
  visibleTo: Account | undefined;
  /** The id of the thread that was opened from it. */
  threadId: string | undefined;
  /** When it was deleted, in milliseconds since 1970. */
  deletedAt: number | undefined;
  /** While the bot only shows that it thinks. */
  isLoading = false;

  constructor(
    of: Pick<Message, "id" | "channelId" | "guildId" | "author" | "type" | "createdAt"> & {
      readonly first: MessageRevision;
    },
  ) {
    this.id = of.id;
    this.channelId = of.channelId;
    this.guildId = of.guildId;
    this.author = of.author;
    this.type = of.type;
    this.createdAt = of.createdAt;
    this.revisions.push(of.first);
  }

  /** What it shows now. */
  get now(): MessageRevision {
    const last = this.revisions.at(-1);
    if (last === undefined) throw new Error("A message has at least one revision.");
    return last;
  }

  /** The text that it shows now. */
  get content(): string {
    return this.now.content;
  }

  /** When it was last edited, in milliseconds since 1970; `undefined` when it never was. */
  get editedAt(): number | undefined {
    return this.revisions.length > 1 ? this.now.at : undefined;
  }

  /** Whether it was deleted. */
  get isDeleted(): boolean {
    return this.deletedAt !== undefined;
  }
}
