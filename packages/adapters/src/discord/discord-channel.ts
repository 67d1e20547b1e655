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
  waitAtMost,
} from "@keyturn/core";
import { DraftBook, Echoes, EditPacer, PendingWork } from "@keyturn/core/channel-kit";
import type { Client, ClientOptions } from "discord.js";
import { DiscordLife } from "./discord-life.ts";
import type { DiscordOptions } from "./discord-options.ts";
import { splitAnswer } from "./sender.ts";
import { WayOut } from "./way-out.ts";

/** How long the end waits for drafts that are being marked, in milliseconds. */
const settleMilliseconds = 1_000;

/** Discord, as a channel of the core. */
export class DiscordChannel implements Channel {
  readonly name: string;
  readonly assurance = "idempotent";
  readonly #context: PluginContext;
  readonly #options: DiscordOptions;
  readonly #clientOptions: Partial<ClientOptions>;
  readonly #echoes = new Echoes();
  readonly #drafts: DraftBook;
  readonly #pacer: EditPacer;
  readonly #draftEnds = new PendingWork();
  readonly #over = new AbortController();
  #life: DiscordLife | undefined;
  /** Outlives the life: what was answered before a stop is sent after it. */
  #out: WayOut | undefined;

  constructor(context: PluginContext, options: DiscordOptions, clientOptions: Partial<ClientOptions>) {
    this.name = options.name;
    this.#context = context;
    this.#options = options;
    this.#clientOptions = clientOptions;
    this.#drafts = new DraftBook(context.storage, context.log);
    this.#pacer = new EditPacer(context.clock);
  }

  split(text: string): readonly string[] {
    return splitAnswer(text);
  }

  vitals(): ChannelVitals {
    return this.#life?.vitals ?? {};
  }

  async send(piece: OutboundPiece): Promise<SentPiece> {
    return this.#wayOut().send(piece);
  }

  async recall(request: RecallRequest): Promise<void> {
    return this.#wayOut().recall(request);
  }

  openDraft(request: DraftRequest): Draft {
    return this.#wayOut().openDraft(request);
  }

  async start(report: (news: ChannelReport) => void): Promise<void> {
    const life = new DiscordLife({
      context: this.#context,
      options: this.#options,
      clientOptions: this.#clientOptions,
      over: this.#over.signal,
      echoes: this.#echoes,
      openOut: (client) => this.#openOut(client),
      out: () => this.#out,
    });
    this.#life = life;
    await life.start(report);
  }

  async stop(): Promise<void> {
    const life = this.#life;
    this.#life = undefined;
    await life?.stop();
  }

  /** Asks nothing of Discord any more: the plugin is at its end. Drafts of runs that were aborted for it are marked before. */
  async close(): Promise<void> {
    await waitAtMost(this.#context.clock, settleMilliseconds, this.#draftEnds.settled());
    this.#over.abort(new Error("The bot was told to stop."));
  }

  /** A run has ended, or the list of commands has changed. */
  async hear(event: BotEvent): Promise<void> {
    const life = this.#life;
    if (event.type === "run.finish") await life?.finish(event.runId);
    if (event.type === "command.change" && this.#out !== undefined) await life?.registerCommands(this.#out.client);
  }

  #openOut(client: Client): WayOut {
    this.#out = new WayOut(client, {
      name: this.name,
      context: this.#context,
      drafts: this.#drafts,
      echoes: this.#echoes,
      pacer: this.#pacer,
      draftEnds: this.#draftEnds,
    });
    return this.#out;
  }

  #wayOut(): WayOut {
    if (this.#out !== undefined) return this.#out;
    throw new DeliveryError("Discord is not connected.", { isRetryable: true });
  }
}
