import type { ChannelReport, ChannelVitals, PluginContext } from "@keyturn/core";
import { type DraftBook, PendingWork } from "@keyturn/core/channel-kit";
import { z } from "zod";
import type { Incoming } from "./bolt-front.ts";
import type { InstallDesk } from "./installations/install-desk.ts";
import { type Bolt, loadBolt } from "./load-bolt.ts";
import { openWorkspaces } from "./open-workspaces.ts";
import type { SlackOptions } from "./slack-options.ts";
import type { SocketFrame, SocketLink } from "./socket-link.ts";
import { SocketPair } from "./socket-pair.ts";
import { type Origin, originOf } from "./origin.ts";
import { recipientOf } from "./recipient-of.ts";
import type { Workspace } from "./workspace.ts";
import { clientOptionsOf } from "./workspace-access.ts";
import type { Workspaces } from "./workspaces.ts";

const rateNotice = z.looseObject({ type: z.literal("app_rate_limited") });
const opened = z.object({ url: z.string() });

/** The parts that a life is made of. */
export interface SlackLifeParts {
  readonly context: PluginContext;
  readonly options: SlackOptions;
  /** The drafts of one workspace, the same ones in the next life. */
  readonly draftsOf: (teamId: string) => DraftBook;
}

/** The channel from a start to a stop. */
export class SlackLife {
  readonly #parts: SlackLifeParts;
  readonly #pending = new PendingWork();
  #workspaces: Workspaces | undefined;
  #desk: InstallDesk | undefined;
  #sockets: SocketPair | undefined;
  #isStopping = false;
  /** When something came of Slack's, in milliseconds since 1970. */
  #heardAt: number | undefined;
  /** The newest word about the connection; undefined until there is one. */
  #news: ChannelReport | undefined;
  #tell: ((news: ChannelReport) => void) | undefined;

  constructor(parts: SlackLifeParts) {
    this.#parts = parts;
  }

  get vitals(): ChannelVitals {
    if (this.#isStopping) return {};
    const limits = (this.#workspaces?.all ?? []).flatMap(({ limitedUntil }) => limitedUntil ?? []);
    const limitedUntil = limits.length === 0 ? undefined : Math.max(...limits);
    return { lastEventAt: this.#heardAt, ...this.#sockets?.vitals, limitedUntil };
  }

  /** Where workspaces install the app; undefined where a bot token is set. */
  get desk(): InstallDesk | undefined {
    return this.#isStopping ? undefined : this.#desk;
  }

  /** Whether it is known which workspaces there are. It stays so after a stop. */
  get isReady(): boolean {
    return this.#workspaces !== undefined;
  }

  /** The workspace of a session; undefined when the bot is not there. */
  find(teamId: string): Workspace | undefined {
    return this.#workspaces?.find(teamId);
  }

  /** @throws ConfigurationError when a token or a setting is wrong; what may pass otherwise. */
  async start(report: (news: ChannelReport) => void): Promise<void> {
    const { context, options, draftsOf } = this.#parts;
    const { appToken = "" } = options;
    const bolt = await loadBolt();
    const { workspaces, desk } = openWorkspaces({
      bolt,
      context,
      options,
      draftsOf,
      pending: this.#pending,
      onTrouble: () => this.#news !== undefined && this.#report(this.#news),
    });
    await workspaces.start();
    // Whoever stopped it meanwhile could not know of these; sockets that are opened now would be nobody's.
    if (this.#isStopping) return workspaces.stop();
    this.#workspaces = workspaces;
    this.#desk = desk;
    this.#tell = report;
    if (appToken !== "") await this.#connect(bolt, appToken);
    else this.#report({ state: "connected" });
  }

  /** Takes nothing more in, and waits for what is under way. May be called again, for what was sent since. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#sockets?.stop();
    await Promise.all((this.#workspaces?.all ?? []).map((workspace) => workspace.settled()));
    await this.#pending.settled();
    await this.#workspaces?.stop();
    await this.#sockets?.close();
  }

  /** A run is over. */
  async release(runId: string): Promise<void> {
    await Promise.all((this.#workspaces?.all ?? []).map((workspace) => workspace.release(runId)));
  }

  /** Hands in what Slack sent; it is acknowledged when it is stored. */
  async process(incoming: Incoming): Promise<void> {
    if (this.#isStopping || this.#workspaces === undefined) throw new Error("The channel is being stopped.");
    this.#heardAt = this.#parts.context.clock.now();
    if (isRateNotice(incoming.body)) {
      this.#parts.context.log.warn({}, "Slack leaves events out: there were too many events in an hour.");
    }
    await this.#pending.add(this.#hand(incoming, originOf(incoming.body), this.#workspaces));
  }

  async #hand(incoming: Incoming, origin: Origin, workspaces: Workspaces): Promise<void> {
    const { teamId, isFarewell } = origin;
    const workspace = await recipientOf(origin, workspaces);
    if (workspace === undefined) {
      if (teamId !== undefined) {
        this.#parts.context.log.info({ teamId }, "Slack sent something of a workspace that the bot is not in.");
      }
      // It would come again the same.
      return incoming.acknowledge();
    }
    if (isFarewell) await workspaces.examine(workspace.identity.teamId);
    await workspace.process(incoming);
  }

  async #connect(bolt: Bolt, appToken: string): Promise<void> {
    const { context, options } = this.#parts;
    const { clock, log } = context;
    const client = new bolt.WebClient(appToken, clientOptionsOf(bolt, options.apiUrl));
    const openUrl = async () => opened.parse(await client.apiCall("apps.connections.open")).url;
    const sockets = new SocketPair({ clock, log, openUrl, onEnvelope: (frame, link) => this.#receive(frame, link) });
    this.#sockets = sockets;
    await sockets.start((news) => {
      this.#report(news);
      if (news.state === "connected") this.#lookAgain();
    });
  }

  /** An envelope came over a socket. */
  #receive(frame: SocketFrame, link: SocketLink): void {
    const { envelope_id, payload, retry_attempt, retry_reason } = frame;
    if (this.#isStopping || envelope_id === undefined) return;
    const incoming = {
      body: payload,
      retryNumber: retry_attempt,
      retryReason: retry_reason,
      acknowledge: (answer?: unknown) => link.acknowledge(envelope_id, answer),
    };
    this.process(incoming).catch((error: unknown) => {
      this.#parts.context.log.error({ err: error }, "What Slack sent could not be taken in; it will come again.");
    });
  }

  /** New sockets say nothing of the bot token: whether it counts again, a call tells. */
  #lookAgain(): void {
    const workspaces = this.#workspaces;
    if (workspaces?.isShutOut !== true || this.#isStopping) return;
    const looked = Promise.all(workspaces.all.map(({ identity }) => workspaces.examine(identity.teamId)));
    void this.#pending.add(looked.catch(() => undefined));
  }

  /** Tells how the channel stands: that it is connected, with what is amiss all the same. */
  #report(news: ChannelReport): void {
    this.#news = news;
    if (this.#isStopping) return;
    if (news.state !== "connected") return this.#tell?.(news);
    const { isShutOut = false, trouble } = this.#workspaces ?? {};
    this.#tell?.({ state: isShutOut ? "misconfigured" : "connected", reason: trouble });
  }
}

/** Whether Slack tells that more than 30,000 events came in an hour, and that the rest is left out. */
function isRateNotice(body: unknown): boolean {
  return rateNotice.safeParse(body).success;
}
