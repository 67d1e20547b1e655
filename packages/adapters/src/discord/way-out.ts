import {
  DeliveryError,
  type Draft,
  type DraftRequest,
  type OutboundPiece,
  type PluginContext,
  type RecallRequest,
  type SentPiece,
  isRunId,
} from "@keyturn/core";
import type { DraftBook, DraftPlace, Echoes, EditPacer, PendingWork } from "@keyturn/core/channel-kit";
import type { Client, Message } from "discord.js";
import { DiscordApi } from "./api.ts";
import { DiscordDraft } from "./draft.ts";
import { nonceOf } from "./nonce.ts";
import { type DiscordConversation, replyAddressOf } from "./place.ts";
import { isGone } from "./rest-failure.ts";
import { Sender } from "./sender.ts";
import { ThreadOpener } from "./thread-opener.ts";

/** The parts that a way out is made of; they outlive it. */
export interface WayOutParts {
  /** The channel's name. */
  readonly name: string;
  readonly context: Pick<PluginContext, "clock" | "log">;
  readonly drafts: DraftBook;
  readonly echoes: Echoes;
  readonly pacer: EditPacer;
  /** Ends of drafts, which the end of the channel waits for. */
  readonly draftEnds: PendingWork;
}

/** The way out to Discord by a client that has logged in. What was answered before a stop is sent after it. */
export class WayOut {
  readonly client: Client;
  readonly #parts: WayOutParts;
  readonly #api: DiscordApi;
  readonly #threads: ThreadOpener;
  readonly #sender: Sender;

  constructor(client: Client, parts: WayOutParts) {
    const { context, drafts, echoes } = parts;
    this.client = client;
    this.#parts = parts;
    this.#api = new DiscordApi(client.rest);
    this.#threads = new ThreadOpener(this.#api, context.log);
    this.#sender = new Sender({ api: this.#api, threads: this.#threads, drafts, echoes });
  }

  /** @throws DeliveryError */
  async send(piece: OutboundPiece): Promise<SentPiece> {
    try {
      return await this.#sender.send(piece);
    } catch (error) {
      const { name: channel, context } = this.#parts;
      const { sessionId, runId } = piece;
      const reason = error instanceof DeliveryError ? error.message : "";
      context.log.warn({ channel, err: error, sessionId, runId }, `It could not be said. ${reason}`);
      throw error;
    }
  }

  /** @throws DeliveryError */
  recall(request: RecallRequest): Promise<void> {
    return this.#sender.recall(request);
  }

  openDraft({ key, replyAddress, runId }: DraftRequest): Draft {
    const { context, drafts: book, pacer, draftEnds: ends } = this.#parts;
    const { clock, log } = context;
    const findTarget = () => this.#threads.find(replyAddressOf(key, replyAddress));
    return new DiscordDraft({ api: this.#api, book, pacer, ends, clock, log }, runId, findTarget);
  }

  /** Takes away what a crash left half-written. */
  async clearDrafts(): Promise<void> {
    await this.#parts.drafts.clear((place) => this.#takeAway(place));
  }

  /** Nothing of the run's draft is to stay. @throws DeliveryError */
  async discardDraft(runId: string): Promise<void> {
    if (!isRunId(runId)) return;
    const place = await this.#parts.drafts.take(runId);
    if (place !== undefined) await this.#takeAway(place);
  }

  /** Deletes a message of the bot's; fine when it is gone. @throws DeliveryError */
  async remove(channelId: string, messageId: string): Promise<void> {
    try {
      await this.#api.remove(channelId, messageId);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }

  /** Tells a person in their channel what became of their message. @throws DeliveryError */
  async tell({ replyAddress }: DiscordConversation, message: Message, content: string): Promise<void> {
    const { channel, question } = replyAddress;
    const reference =
      question === undefined ? {} : { message_reference: { message_id: question, fail_if_not_exists: false } };
    await this.#api.post(channel, nonceOf(`refused/${message.id}`), { content, ...reference });
  }

  async #takeAway({ channel, messages }: DraftPlace): Promise<void> {
    for (const message of messages) await this.remove(channel, message);
  }
}
