import {
  type ChannelReport,
  type ChannelVitals,
  ConfigurationError,
  DeliveryError,
  type PluginContext,
} from "@keyturn/core";
import { type DraftBook, PendingWork } from "@keyturn/core/channel-kit";
import { z } from "zod";
import type { Incoming } from "./bolt-front.ts";
import { type Bolt, loadBolt } from "./load-bolt.ts";
import type { SlackApi, SlackIdentity } from "./slack-api.ts";
import { isTokenRefused } from "./slack-failure.ts";
import type { SlackOptions } from "./slack-options.ts";
import type { SocketFrame, SocketLink } from "./socket-link.ts";
import { SocketPair } from "./socket-pair.ts";
import { Workspace } from "./workspace.ts";
import { clientOptionsOf, openAccess } from "./workspace-access.ts";

const rateNotice = z.looseObject({ type: z.literal("app_rate_limited") });
const opened = z.object({ url: z.string() });

/** The parts that a life is made of. */
export interface SlackLifeParts {
  readonly context: PluginContext;
  readonly options: SlackOptions;
  readonly drafts: DraftBook;
}

/** The channel from a start to a stop. */
export class SlackLife {
  readonly #parts: SlackLifeParts;
  readonly #pending = new PendingWork();
  #workspace: Workspace | undefined;
  #sockets: SocketPair | undefined;
  #isStopping = false;
  #report: (news: ChannelReport) => void = () => undefined;

  constructor(parts: SlackLifeParts) {
    this.#parts = parts;
  }

  get vitals(): ChannelVitals {
    return { ...this.#sockets?.vitals, limitedUntil: this.#workspace?.limitedUntil };
  }

  /** The workspace that a session is of. @throws DeliveryError when the bot is not there. */
  get workspace(): Workspace {
    if (this.#workspace !== undefined) return this.#workspace;
    throw new DeliveryError("Slack is not connected.", { isRetryable: true });
  }

  /** @throws ConfigurationError when a token or a setting is wrong; what may pass otherwise. */
  async start(report: (news: ChannelReport) => void): Promise<void> {
    const { appToken = "" } = this.#parts.options;
    const bolt = await loadBolt();
    const workspace = await this.#openWorkspace(bolt);
    this.#workspace = workspace;
    await workspace.clear();
    this.#report = report;
    if (appToken !== "") await this.#connect(bolt, appToken, report);
  }

  /** Takes nothing more in, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#sockets?.stop();
    await this.#workspace?.settled();
    await this.#pending.settled();
    await this.#sockets?.close();
  }

  /** A run is over. */
  async release(runId: string): Promise<void> {
    await this.#workspace?.release(runId);
  }

  /** Hands in what Slack sent; it is acknowledged when it is stored. */
  async process(incoming: Incoming): Promise<void> {
    if (this.#isStopping || this.#workspace === undefined) throw new Error("The channel is being stopped.");
    if (isRateNotice(incoming.body)) {
      this.#parts.context.log.warn({}, "Slack leaves events out: there were too many events in an hour.");
    }
    await this.#pending.add(this.#workspace.process(incoming));
  }

  async #openWorkspace(bolt: Bolt): Promise<Workspace> {
    const { context, options, drafts } = this.#parts;
    const tokens = {
      read: () => Promise.resolve(options.botToken),
      refuse: () => {
        if (!this.#isStopping) this.#report({ state: "misconfigured", reason: botTokenRefused });
      },
    };
    const access = openAccess(bolt, { apiUrl: options.apiUrl, clock: context.clock, tokens });
    const identity = await identify(access.api);
    return new Workspace({ context, options, bolt, identity, access, drafts, pending: this.#pending });
  }

  async #connect(bolt: Bolt, appToken: string, report: (news: ChannelReport) => void): Promise<void> {
    const { context, options } = this.#parts;
    const { clock, log } = context;
    const client = new bolt.WebClient(appToken, clientOptionsOf(bolt, options.apiUrl));
    const openUrl = async () => opened.parse(await client.apiCall("apps.connections.open")).url;
    const sockets = new SocketPair({ clock, log, openUrl, onEnvelope: (frame, link) => this.#receive(frame, link) });
    this.#sockets = sockets;
    await sockets.start(report);
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
}

const botTokenRefused =
  'Slack does not take the bot token: it was revoked, or the app was removed. Install the app again under "Install App", and set the new token.';

/** Whether Slack tells that more than 30,000 events came in an hour, and that the rest is left out. */
function isRateNotice(body: unknown): boolean {
  return rateNotice.safeParse(body).success;
}

/** Whose token it is. @throws ConfigurationError when it is nobody's. */
async function identify(api: SlackApi): Promise<SlackIdentity> {
  try {
    return await api.identity();
  } catch (error) {
    throw isTokenRefused(error) ? new ConfigurationError(botTokenRefused, error) : error;
  }
}
