import {
  type BotEvent,
  type Channel,
  type ChannelReport,
  type ChannelVitals,
  DeliveryError,
  type Draft,
  type DraftRequest,
  type OutboundPiece,
  type PluginContext,
  type RecallRequest,
  type SentPiece,
} from "@keyturn/core";
import { DraftBook } from "@keyturn/core/channel-kit";
import type { Incoming } from "./bolt-front.ts";
import { SlackLife } from "./slack-life.ts";
import type { SlackOptions } from "./slack-options.ts";
import { splitAnswer } from "./sender.ts";
import type { Workspace } from "./workspace.ts";

/** Slack in Socket Mode, as a channel of the core. */
export class SlackChannel implements Channel {
  readonly name: string;
  readonly assurance = "searchable";
  protected readonly context: PluginContext;
  protected readonly options: SlackOptions;
  readonly #drafts: DraftBook;
  #life: SlackLife | undefined;

  constructor(context: PluginContext, options: SlackOptions) {
    this.name = options.name;
    this.context = context;
    this.options = options;
    this.#drafts = new DraftBook(context.storage, context.log);
  }

  split(text: string): readonly string[] {
    return splitAnswer(text, this.options.replies);
  }

  send(piece: OutboundPiece): Promise<SentPiece> {
    return this.#workspace().sender.send(piece);
  }

  find(piece: OutboundPiece): Promise<SentPiece | undefined> {
    return this.#workspace().sender.find(piece);
  }

  recall(request: RecallRequest): Promise<void> {
    return this.#workspace().sender.recall(request);
  }

  openDraft(request: DraftRequest): Draft {
    return this.#workspace().openDraft(request);
  }

  vitals(): ChannelVitals {
    return this.#life?.vitals ?? {};
  }

  async start(report: (news: ChannelReport) => void): Promise<void> {
    const life = new SlackLife({ context: this.context, options: this.options, drafts: this.#drafts });
    this.#life = life;
    await life.start(report);
  }

  async stop(): Promise<void> {
    const life = this.#life;
    this.#life = undefined;
    await life?.stop();
  }

  /** A run has ended: what its people changed meanwhile is written down. */
  async hear(event: BotEvent): Promise<void> {
    if (event.type === "run.finish") await this.#life?.release(event.runId);
  }

  /** Hands in what Slack sent. */
  protected process(incoming: Incoming): Promise<void> {
    if (this.#life === undefined) return Promise.reject(new Error("The channel is off."));
    return this.#life.process(incoming);
  }

  #workspace(): Workspace {
    if (this.#life !== undefined) return this.#life.workspace;
    throw new DeliveryError("Slack is not connected.", { isRetryable: true });
  }
}
