import type { AnyBlock } from "@slack/types";
import type { Ping } from "../text/pings.ts";
import type { SlackFile } from "./slack-file.ts";

/** Structured data that an app hangs on a message, for other apps to read. */
export interface MessageMetadata {
  readonly event_type: string;
  readonly event_payload: Readonly<Record<string, unknown>>;
}

/** What a message says at one time. */
export interface MessageContent {
  /** As Slack keeps it: escaped, with tokens. */
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
  readonly attachments: readonly unknown[];
  readonly metadata: MessageMetadata | undefined;
  /** Whom this wording notifies. */
  readonly pings: readonly Ping[];
  /** When it was written, in milliseconds since 1970 by the server's clock. */
  readonly at: number;
}

/** Who wrote a message. */
export interface MessageAuthor {
  readonly userId: string;
  /** Set for what an app wrote. */
  readonly botId?: string | undefined;
  readonly appId?: string | undefined;
}

/** Where a streamed message stands: `streaming` until the app stops it or Slack closes it. */
export type StreamState = "streaming" | "stopped" | "closed";

/** What makes a message. */
export interface MessageStart {
  readonly ts: string;
  readonly teamId: string;
  readonly channelId: string;
  readonly author: MessageAuthor;
  readonly threadTs?: string | undefined;
  readonly subtype?: string | undefined;
  readonly clientMessageId?: string | undefined;
  readonly files?: readonly SlackFile[] | undefined;
  readonly content: MessageContent;
}

/** A message with all that was done to it. */
export class Message {
  /** Its id in its channel, and its time: seconds and microseconds since 1970. */
  readonly ts: string;
  readonly teamId: string;
  readonly channelId: string;
  readonly author: MessageAuthor;
  /** The ts of the root of its thread; undefined for what is in no thread or starts one. */
  readonly threadTs: string | undefined;
  readonly subtype: string | undefined;
  /** Made by the client of the person who wrote it; apps have none. */
  readonly clientMessageId: string | undefined;
  readonly files: readonly SlackFile[];
  /** Every wording, the first as it was posted, the last as it stands. */
  readonly revisions: MessageContent[];
  /** User ids by the name of the emoji. */
  readonly reactions: Map<string, Set<string>> = new Map<string, Set<string>>();
  /** When it was deleted, in milliseconds since 1970; undefined while it is there. */
  deletedAt: number | undefined = undefined;
  /** Set for streamed messages. */
  stream: StreamState | undefined = undefined;
  /** Whether Slack shows "(edited)": a person's edit, or an app's update without blocks. */
  isMarkedEdited = false;
  #content: MessageContent;

  constructor(start: MessageStart) {
    this.ts = start.ts;
    this.teamId = start.teamId;
    this.channelId = start.channelId;
    this.author = start.author;
    this.threadTs = start.threadTs === start.ts ? undefined : start.threadTs;
    this.subtype = start.subtype;
    this.clientMessageId = start.clientMessageId;
    this.files = start.files ?? [];
    this.#content = start.content;
    this.revisions = [start.content];
  }

  /** What it says now. */
  get content(): MessageContent {
    return this.#content;
  }

  get text(): string {
    return this.#content.text;
  }

  get blocks(): readonly AnyBlock[] {
    return this.#content.blocks;
  }

  get metadata(): MessageMetadata | undefined {
    return this.#content.metadata;
  }

  /** Whom any of its wordings notified. */
  get pings(): readonly Ping[] {
    return this.revisions.flatMap(({ pings }) => pings);
  }

  get isDeleted(): boolean {
    return this.deletedAt !== undefined;
  }

  /** Takes a new wording; for the server. */
  revise(content: MessageContent): void {
    this.#content = content;
    this.revisions.push(content);
  }
}
