import {
  type ChannelReport,
  type ChannelVitals,
  ConfigurationError,
  type Draft,
  type DraftRequest,
  type PluginContext,
  isRunId,
} from "@keyturn/core";
import type { App, webApi } from "@slack/bolt";
import { z } from "zod";
import { BoltFront, type Incoming } from "./bolt-front.ts";
import { Buttons } from "./buttons.ts";
import { CallBudget } from "./call-budget.ts";
import { CallLanes } from "./call-lanes.ts";
import { ChannelLines } from "./channel-lines.ts";
import { SlashCommands } from "./commands.ts";
import type { DraftBook, DraftPlace } from "./draft-book.ts";
import { type DraftParts, type DraftView, SlackDraft } from "./draft.ts";
import { EditPacer } from "./edit-pacer.ts";
import { EditView } from "./edit-view.ts";
import { fetchFiles } from "./files.ts";
import { Inbound } from "./inbound.ts";
import { type Bolt, loadBolt } from "./load-bolt.ts";
import { People } from "./people.ts";
import { quietLogger } from "./quiet-logger.ts";
import { Sender, removeIfThere } from "./sender.ts";
import { SlackApi, type SlackIdentity, callMilliseconds } from "./slack-api.ts";
import { isTokenRefused, slackErrorOf } from "./slack-failure.ts";
import type { SlackMessage } from "./slack-message.ts";
import { readChange, readDeletion, readWritten } from "./slack-message.ts";
import type { SlackOptions } from "./slack-options.ts";
import { type SlackConversation, replyAddressOf } from "./place.ts";
import { StreamView } from "./stream-view.ts";
import { SocketPair } from "./socket-pair.ts";
import type { SocketFrame, SocketLink } from "./socket-link.ts";

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
  /** What goes out; undefined until it is known whose token it is. */
  out: { readonly sender: Sender; readonly openDraft: (request: DraftRequest) => Draft } | undefined;
  readonly #parts: SlackLifeParts;
  readonly #lanes: CallLanes;
  readonly #budget: CallBudget;
  readonly #pacer: EditPacer;
  readonly #lines = new ChannelLines();
  readonly #underWay = new Set<Promise<void>>();
  #front: BoltFront | undefined;
  #inbound: Inbound | undefined;
  #sockets: SocketPair | undefined;
  #isStopping = false;
  #report: (news: ChannelReport) => void = () => undefined;

  constructor(parts: SlackLifeParts) {
    this.#parts = parts;
    this.#lanes = new CallLanes(parts.context.clock);
    this.#budget = new CallBudget(parts.context.clock);
    this.#pacer = new EditPacer(parts.context.clock);
  }

  get vitals(): ChannelVitals {
    return { ...this.#sockets?.vitals, limitedUntil: this.#lanes.limitedUntil };
  }

  /** @throws ConfigurationError when a token or a setting is wrong; what may pass otherwise. */
  async start(report: (news: ChannelReport) => void): Promise<void> {
    const { context, options, drafts } = this.#parts;
    const { clock } = context;
    const bolt = await loadBolt();
    const clientOptions = this.#clientOptions(bolt);
    const client = new bolt.WebClient(options.botToken, clientOptions);
    const onTokenRefused = (): void => {
      if (!this.#isStopping) this.#report({ state: "misconfigured", reason: botTokenRefused });
    };
    const api = new SlackApi({ client, lanes: this.#lanes, budget: this.#budget, clock, onTokenRefused });
    const identity = await identify(api);
    const sender = new Sender({ api, drafts, clock, replies: options.replies });
    const draftParts = this.#draftParts(api, identity);
    this.out = { sender, openDraft: (request) => new SlackDraft(draftParts, request) };
    const front = this.#openFront(bolt, identity, clientOptions, api);
    this.#front = front;
    await drafts.clear((place) => takeAway(api, place));
    this.#report = report;
    if (options.appToken !== undefined && options.appToken !== "") await this.#connect(bolt, options.appToken, report);
  }

  /** Takes nothing more in, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#sockets?.stop();
    await this.#lines.settled();
    await Promise.all(this.#underWay);
    await this.#sockets?.close();
  }

  /** A run is over. */
  async release(runId: string): Promise<void> {
    await this.#inbound?.release(runId);
  }

  /** Hands in what Slack sent; it is acknowledged when it is stored. */
  async process(incoming: Incoming): Promise<void> {
    if (this.#isStopping || this.#front === undefined) throw new Error("The channel is being stopped.");
    if (isRateNotice(incoming.body)) {
      this.#parts.context.log.warn({}, "Slack leaves events out: there were too many events in an hour.");
    }
    const done = this.#front.process(incoming);
    const settled = done.catch(() => undefined);
    this.#underWay.add(settled);
    await done.finally(() => this.#underWay.delete(settled));
  }

  #draftParts(api: SlackApi, { teamId }: SlackIdentity): DraftParts {
    const { context, options, drafts: book } = this.#parts;
    const { clock, log } = context;
    const budget = this.#budget;
    let hasStreams = options.streaming === "native";
    const createView = (request: DraftRequest): DraftView => {
      const edits = () => new EditView({ api, book, budget }, request);
      // Slack streams into threads alone.
      if (!hasStreams || replyAddressOf(request.key, request.replyAddress).thread === undefined) return edits();
      const fallBack = (error: unknown): DraftView => {
        hasStreams &&= !isWithoutStreams(error);
        log.info({ err: error }, "Slack does not stream an answer; it is shown by edits.");
        return edits();
      };
      return new StreamView({ api, book, budget, clock, log, teamId, fallBack }, request);
    };
    const pacer = this.#pacer;
    return { api, book, pacer, clock, log, createView: options.streaming === "off" ? undefined : createView };
  }

  #clientOptions(bolt: Bolt): webApi.WebClientOptions {
    const logger = quietLogger(bolt.LogLevel.ERROR);
    return {
      slackApiUrl: this.#parts.options.apiUrl,
      // A call whose answer got lost may have been carried out: whether it is made again is for the core to say.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: callMilliseconds,
      logger,
    };
  }

  #openFront(bolt: Bolt, identity: SlackIdentity, clientOptions: webApi.WebClientOptions, api: SlackApi): BoltFront {
    const { context, options } = this.#parts;
    const { log, clock } = context;
    const people = new People(api, clock, log);
    const inbound = new Inbound({
      context,
      options,
      identity,
      people,
      log,
      fetchFiles: (message) => fetchFiles(message, { botToken: options.botToken, apiUrl: options.apiUrl, log }),
      tell: (conversation, message, text) => this.#tell(api, conversation, message, text),
      discardDraft: (runId) => this.#discardDraft(api, runId),
    });
    this.#inbound = inbound;
    const commands = new SlashCommands({ context, options, identity, people, log });
    const buttons = new Buttons({ context, options, identity, people });
    const inLine = (channel: string, work: () => Promise<void>) => this.#lines.run(channel, work);
    const listen = (app: App): void => {
      app.event("app_mention", async ({ event }) => {
        const message = readWritten(event);
        if (message !== undefined) await inLine(message.channel, () => inbound.take(message, true));
      });
      app.event("message", async ({ event }) => {
        if (event.subtype === "message_changed") {
          const change = readChange(event);
          if (change !== undefined) await inLine(change.message.channel, () => inbound.change(change));
        } else if (event.subtype === "message_deleted") {
          const deletion = readDeletion(event);
          if (deletion !== undefined) await inLine(deletion.channel, () => inbound.withdraw(deletion));
        } else {
          const message = readWritten(event);
          if (message !== undefined) await inLine(message.channel, () => inbound.take(message, false));
        }
      });
      app.command(/.*/, async ({ ack, body, respond }) => {
        await ack();
        await this.#undertake(() => commands.take(body, respond), "A slash command failed.");
      });
      app.action(Buttons.actions, async ({ ack, body, respond }) => {
        await ack();
        await this.#undertake(() => buttons.take(body, respond), "A button failed.");
      });
    };
    return new BoltFront({ bolt, identity, botToken: options.botToken, clientOptions, listen });
  }

  async #connect(bolt: Bolt, appToken: string, report: (news: ChannelReport) => void): Promise<void> {
    const { clock, log } = this.#parts.context;
    const client = new bolt.WebClient(appToken, this.#clientOptions(bolt));
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

  /** Does work that a stop waits for; what goes wrong is told to the log. */
  async #undertake(work: () => Promise<void>, complaint: string): Promise<void> {
    const done = work().catch((error: unknown) => this.#parts.context.log.error({ err: error }, complaint));
    this.#underWay.add(done);
    await done;
    this.#underWay.delete(done);
  }

  async #tell(api: SlackApi, { replyAddress }: SlackConversation, message: SlackMessage, text: string): Promise<void> {
    const { channel, thread } = replyAddress;
    try {
      await api.post(channel, { text, ...(thread !== undefined && { thread_ts: thread }) });
    } catch (error) {
      this.#parts.context.log.warn({ err: error, messageId: message.ts }, "A person could not be told.");
    }
  }

  async #discardDraft(api: SlackApi, runId: string): Promise<void> {
    if (!isRunId(runId)) return;
    const place = await this.#parts.drafts.take(runId);
    if (place !== undefined) await takeAway(api, place);
  }
}

const botTokenRefused =
  'Slack does not take the bot token: it was revoked, or the app was removed. Install the app again under "Install App", and set the new token.';

/** Whether Slack tells that more than 30,000 events came in an hour, and that the rest is left out. */
function isRateNotice(body: unknown): boolean {
  return rateNotice.safeParse(body).success;
}

/** Whether the workspace has no streams at all. */
function isWithoutStreams(error: unknown): boolean {
  return ["unknown_method", "missing_scope", "not_allowed", "feature_not_enabled"].includes(slackErrorOf(error) ?? "");
}

/** Whose token it is. @throws ConfigurationError when it is nobody's. */
async function identify(api: SlackApi): Promise<SlackIdentity> {
  try {
    return await api.identity();
  } catch (error) {
    throw isTokenRefused(error) ? new ConfigurationError(botTokenRefused, error) : error;
  }
}

/** Takes away what stands for an answer that will not come. */
async function takeAway(api: SlackApi, { channel, messages }: DraftPlace): Promise<void> {
  for (const ts of messages) await removeIfThere(api, channel, ts);
}
