import {
  type Draft,
  type DraftRequest,
  type Logger,
  type OutboundPiece,
  type PluginContext,
  type RecallRequest,
  type SentPiece,
  isRunId,
} from "@keyturn/core";
import { DraftBook, type PendingWork } from "@keyturn/core/channel-kit";
import { Complaints } from "./complaints.ts";
import { DraftBeginner } from "./draft-beginner.ts";
import { DraftOpener } from "./draft-opener.ts";
import { DraftReplacer } from "./draft-replacer.ts";
import { OwnPosts } from "./own-posts.ts";
import type { SlackConversation } from "./place.ts";
import { prefixedStorage } from "./prefixed-storage.ts";
import { takeReactionsOff } from "./question-reaction.ts";
import { Sender } from "./sender.ts";
import type { SlackMessage } from "./slack-message.ts";
import type { SlackOptions } from "./slack-options.ts";
import type { WorkspaceAccess } from "./workspace-access.ts";

/** The parts that a way out is made of. */
export interface WayOutParts {
  readonly context: Pick<PluginContext, "clock" | "log" | "storage">;
  readonly options: Pick<SlackOptions, "replies" | "streaming">;
  readonly teamId: string;
  readonly access: WorkspaceAccess;
  readonly drafts: DraftBook;
  /** What a stop waits for. */
  readonly pending: PendingWork;
}

/** What goes out to one workspace: answers, what is shown while they are written, and what people are told. */
export class WayOut {
  /** What Slack tells of the bot's own posts. */
  readonly own: OwnPosts;
  readonly #parts: WayOutParts;
  readonly #log: Logger;
  readonly #sender: Sender;
  readonly #complaints: Complaints;
  readonly #beginner: DraftBeginner;
  readonly #opener: DraftOpener;
  /** Which questions have a reaction. */
  readonly #reactions: DraftBook;

  constructor(parts: WayOutParts) {
    const { context, options, teamId, access, drafts: book } = parts;
    const { clock, log, storage } = context;
    const { api, budget } = access;
    const { replies, streaming } = options;
    const own = new OwnPosts(api, clock);
    const beginner = new DraftBeginner({ api, book, own, clock });
    const reactions = new DraftBook(prefixedStorage(storage, `${teamId}/`), log, "reaction");
    this.own = own;
    this.#parts = parts;
    this.#log = log;
    this.#beginner = beginner;
    this.#reactions = reactions;
    this.#sender = new Sender({ api, drafts: new DraftReplacer(api, book), own, clock, replies });
    this.#complaints = new Complaints({ api, clock, log });
    this.#opener = new DraftOpener({ api, book, beginner, reactions, budget, clock, log, teamId, streaming });
  }

  /** @throws DeliveryError; where only somebody in Slack can help, the person who asked is told. */
  async send(piece: OutboundPiece): Promise<SentPiece> {
    try {
      return await this.#sender.send(piece);
    } catch (error) {
      void this.#parts.pending.add(this.#complaints.tell(piece, error));
      throw error;
    }
  }

  /** @throws DeliveryError */
  find(piece: OutboundPiece): Promise<SentPiece | undefined> {
    return this.#sender.find(piece);
  }

  /** @throws DeliveryError */
  recall(request: RecallRequest): Promise<void> {
    return this.#sender.recall(request);
  }

  openDraft(request: DraftRequest): Draft {
    return this.#opener.open(request);
  }

  /** Tells a person what became of their message, as soon as Slack takes it. */
  tell(conversation: SlackConversation, message: SlackMessage, text: string): void {
    void this.#parts.pending.add(this.#tell(conversation, message, text));
  }

  /** Nothing of the run's draft is to stay. @throws DeliveryError */
  async discardDraft(runId: string): Promise<void> {
    if (!isRunId(runId)) return;
    const place = await this.#parts.drafts.take(runId);
    if (place !== undefined) await this.#beginner.takeAway(place, runId);
  }

  /** Takes away what a crash left half-written there. */
  async clear(): Promise<void> {
    await this.#parts.drafts.clear((place, runId) => this.#beginner.takeAway(place, runId));
    await this.#reactions.clear((place) => takeReactionsOff(this.#parts.access.api, place));
  }

  async #tell({ replyAddress }: SlackConversation, message: SlackMessage, text: string): Promise<void> {
    const { channel, thread } = replyAddress;
    try {
      await this.#parts.access.api.post(channel, { text, ...(thread !== undefined && { thread_ts: thread }) });
    } catch (error) {
      this.#log.warn({ err: error, messageId: message.ts }, "A person could not be told.");
    }
  }
}
