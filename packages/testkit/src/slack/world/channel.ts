import type { AnyBlock } from "@slack/types";
import { AssistantThread } from "./assistant-thread.ts";
import type { Message } from "./message.ts";

/** `public` and `private` channels, direct messages of two (`im`) and of more (`mpim`). */
export type ChannelKind = "public" | "private" | "im" | "mpim";

/** A message that one person alone sees, and that nobody can look up. */
export interface EphemeralMessage {
  readonly ts: string;
  readonly userId: string;
  readonly appId: string;
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
  readonly threadTs: string | undefined;
}

/** What makes a channel. */
export interface ChannelStart {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly creatorId: string;
  readonly members: Iterable<string>;
  readonly createdAt: number;
  /** Further workspaces that it is shared with, by their ids. */
  readonly sharedWith?: readonly string[] | undefined;
}

/** A place where messages are posted. */
export class Channel {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly kind: ChannelKind;
  readonly creatorId: string;
  readonly createdAt: number;
  /** The workspaces that it is in: its own first, then those that it is shared with. */
  readonly teamIds: readonly string[];
  /** User ids, those of bots included. */
  readonly members: Set<string>;
  /** Every message in the order of posting, replies and deleted ones included. */
  readonly messages: Message[] = [];
  readonly ephemerals: EphemeralMessage[] = [];
  isArchived = false;
  topic = "";
  readonly #threads = new Map<string, AssistantThread>();

  constructor(start: ChannelStart) {
    this.id = start.id;
    this.teamId = start.teamId;
    this.name = start.name;
    this.kind = start.kind;
    this.creatorId = start.creatorId;
    this.createdAt = start.createdAt;
    this.teamIds = [start.teamId, ...(start.sharedWith ?? [])];
    this.members = new Set(start.members);
  }

  /** Whether several workspaces share it: Slack Connect. */
  get isShared(): boolean {
    return this.teamIds.length > 1;
  }

  /** The message of that ts; undefined when there is none or it was deleted. */
  message(ts: string): Message | undefined {
    return this.messages.find((message) => message.ts === ts && !message.isDeleted);
  }

  /** The replies to the message of that ts, oldest first, without those that were deleted. */
  replies(rootTs: string): readonly Message[] {
    return this.messages.filter(({ threadTs, isDeleted }) => threadTs === rootTs && !isDeleted);
  }

  /** What people see when they open the channel: everything that is in no thread and not deleted. */
  get visible(): readonly Message[] {
    return this.messages.filter(({ threadTs, subtype, isDeleted }) => {
      return !isDeleted && (threadTs === undefined || subtype === "thread_broadcast");
    });
  }

  /** What is shown around the thread of that root. */
  thread(rootTs: string): AssistantThread {
    const known = this.#threads.get(rootTs);
    if (known !== undefined) return known;
    const thread = new AssistantThread(this.id, rootTs);
    this.#threads.set(rootTs, thread);
    return thread;
  }
}
