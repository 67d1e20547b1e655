import {
  type BotEvent,
  type Channel,
  type ChannelReport,
  type ChannelVitals,
  DeliveryError,
  type Destination,
  type Draft,
  type DraftRequest,
  type OutboundPiece,
  type PluginContext,
  type RecallRequest,
  type SentPiece,
  waitAtMost,
} from "@keyturn/core";
import { DraftBook } from "@keyturn/core/channel-kit";
import type { Incoming } from "./bolt-front.ts";
import type { InstallDesk } from "./installations/install-desk.ts";
import { prefixedStorage } from "./prefixed-storage.ts";
import { SlackLife } from "./slack-life.ts";
import type { SlackOptions } from "./slack-options.ts";
import { splitAnswer } from "./piece-view.ts";
import type { Workspace } from "./workspace.ts";

/** How long the end of the plugin waits for what was sent last, in milliseconds. */
const settleMilliseconds = 2_000;

/** Slack in Socket Mode, as a channel of the core. */
export class SlackChannel implements Channel {
  readonly name: string;
  readonly assurance = "searchable";
  protected readonly context: PluginContext;
  protected readonly options: SlackOptions;
  /** By workspace. */
  readonly #drafts = new Map<string, DraftBook>();
  /** The newest one. After its stop it takes nothing more in, and still sends: runs may be ending meanwhile. */
  #life: SlackLife | undefined;

  constructor(context: PluginContext, options: SlackOptions) {
    this.name = options.name;
    this.context = context;
    this.options = options;
  }

  split(text: string): readonly string[] {
    return splitAnswer(text, this.options.replies);
  }

  send(piece: OutboundPiece): Promise<SentPiece> {
    return this.#workspaceOf(piece).out.send(piece);
  }

  find(piece: OutboundPiece): Promise<SentPiece | undefined> {
    return this.#workspaceOf(piece).out.find(piece);
  }

  recall(request: RecallRequest): Promise<void> {
    return this.#workspaceOf(request).out.recall(request);
  }

  openDraft(request: DraftRequest): Draft {
    return this.#workspaceOf(request).out.openDraft(request);
  }

  vitals(): ChannelVitals {
    return this.#life?.vitals ?? {};
  }

  async start(report: (news: ChannelReport) => void): Promise<void> {
    const life = new SlackLife({
      context: this.context,
      options: this.options,
      draftsOf: (teamId) => this.#draftsOf(teamId),
    });
    this.#life = life;
    await life.start(report);
  }

  async stop(): Promise<void> {
    await this.#life?.stop();
  }

  /** The plugin is at its end: what was sent since the stop is over, and what it changed is written. */
  async close(): Promise<void> {
    await waitAtMost(this.context.clock, settleMilliseconds, this.stop());
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

  /** Where workspaces install the app; undefined where a bot token is set, or the channel is off. */
  protected get desk(): InstallDesk | undefined {
    return this.#life?.desk;
  }

  #workspaceOf({ key: { account } }: Pick<Destination, "key">): Workspace {
    if (this.#life?.isReady !== true) throw new DeliveryError("Slack is not connected.", { isRetryable: true });
    const workspace = this.#life.find(account);
    if (workspace !== undefined) return workspace;
    throw new DeliveryError(
      `The bot is not in the Slack workspace ${account}: nobody installed the app there, or it was removed.`,
      { isRetryable: false },
    );
  }

  #draftsOf(teamId: string): DraftBook {
    const { storage, log } = this.context;
    const drafts = this.#drafts.get(teamId) ?? new DraftBook(prefixedStorage(storage, `${teamId}/`), log);
    this.#drafts.set(teamId, drafts);
    return drafts;
  }
}
