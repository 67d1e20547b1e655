import {
  type Bot,
  type BotOptions,
  type Plugin,
  createBot,
  createOpenAiCompatibleProvider,
  definePlugin,
} from "@keyturn/core";
import { ManualClock, type ModelServer, ScriptedTurnRunner } from "@keyturn/testkit";
import { z } from "zod";
import { type Gateway, type GatewayOptions, type WebChat, createGateway, createWebChat } from "../src/index.ts";
import { openAnswerCheck } from "./answer-check.ts";
import { type EventReader, openEvents } from "./event-reader.ts";
import { type TestAnswer, type TestRequest, exchange } from "./exchange.ts";
import { type RecordingLog, createRecordingLog } from "./recording-log.ts";

/** The operator's token in every test: nothing else may look like it. */
export const testToken = "canary-7f3a9c1e5b2d8f60";

/** The header that a request with the right token has. */
export const bearer: Readonly<Record<string, string>> = { Authorization: `Bearer ${testToken}` };

/** What a test may set. */
export interface OpenGatewayOptions {
  readonly bot?: BotOptions;
  /** Beside the web chat's. */
  readonly plugins?: readonly Plugin[];
  /** Answers in the scripted runner's place, by way of the agent runner. */
  readonly model?: ModelServer;
  readonly gateway?: Partial<GatewayOptions>;
  /** What the gateway is given in the bot's place. */
  readonly seenAs?: (bot: Bot) => Bot;
}

/** A conversation with a run that hangs until the test answers it. */
export interface StartedRun {
  readonly sessionId: string;
  readonly runId: string;
  readonly run: Awaited<ReturnType<ScriptedTurnRunner["nextRun"]>>;
}

/** A bot and its gateway on a free port, until the end of the test's scope. */
export class OpenGateway implements AsyncDisposable {
  readonly bot: Bot;
  readonly gateway: Gateway;
  readonly webChat: WebChat;
  /** The gateway's time; the bot's own goes by itself. */
  readonly clock: ManualClock;
  readonly runner: ScriptedTurnRunner;
  readonly log: RecordingLog;
  readonly url: string;
  readonly #readers: EventReader[] = [];

  constructor(parts: Pick<OpenGateway, "bot" | "gateway" | "webChat" | "clock" | "runner" | "log" | "url">) {
    this.bot = parts.bot;
    this.gateway = parts.gateway;
    this.webChat = parts.webChat;
    this.clock = parts.clock;
    this.runner = parts.runner;
    this.log = parts.log;
    this.url = parts.url;
  }

  /** Sends a request as it is: without a token unless it has one. Fails when the answer is not as its route documents it. */
  async exchange(request: TestRequest): Promise<TestAnswer> {
    const answer = await exchange(this.url, request);
    (await openAnswerCheck()).check(request, answer);
    return answer;
  }

  /** Asks the API with the right token; a body is sent as JSON. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestAnswer> {
    const json = body === undefined ? {} : { "Content-Type": "application/json" };
    return this.exchange({
      method,
      path: `/api/v1${path}`,
      headers: { ...bearer, ...json, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** Opens the events with the right token. */
  async events(query = "", headers: Readonly<Record<string, string>> = {}): Promise<EventReader> {
    const reader = await openEvents(this.url, `/api/v1/events${query}`, { ...bearer, ...headers });
    this.#readers.push(reader);
    return reader;
  }

  /** Writes in the web chat; resolves with the session's id when the message is accepted. */
  async say(text: string, conversation = "lobby"): Promise<string> {
    const answer = await this.ask("POST", "/webchat/messages", { conversation, text });
    return z.object({ sessionId: z.string() }).parse(answer.json()).sessionId;
  }

  /** Writes in the web chat and waits until its run has begun. */
  async startRun(text: string, conversation = "lobby"): Promise<StartedRun> {
    const sessionId = await this.say(text, conversation);
    const run = await this.runner.nextRun();
    return { sessionId, runId: run.turn.runId, run };
  }

  /** Writes in the web chat and waits until it is answered and the answer delivered. */
  async converse(text: string, reply: string, conversation = "lobby"): Promise<string> {
    const { sessionId, run } = await this.startRun(text, conversation);
    run.answer(reply);
    await this.bot.settled();
    return sessionId;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const reader of this.#readers) reader.close();
    await this.gateway.close();
    await this.bot.stop(0);
  }
}

/** Starts a bot with a scripted runner, and its gateway. */
export async function openGateway(options: OpenGatewayOptions = {}): Promise<OpenGateway> {
  const webChat = createWebChat();
  const clock = new ManualClock();
  const runner = new ScriptedTurnRunner();
  const log = createRecordingLog();
  const bot = await createBot({
    ...(options.model === undefined ? { turnRunner: runner } : { model: "lab/one" }),
    plugins: [webChat.plugin, ...labOf(options.model), ...(options.plugins ?? [])],
    log,
    ...options.bot,
  });
  await bot.start();
  const gateway = createGateway({
    bot: options.seenAs?.(bot) ?? bot,
    token: testToken,
    webChat,
    clock,
    log,
    port: 0,
    visitors: {},
    ...options.gateway,
  });
  const { url } = await gateway.listen();
  return new OpenGateway({ bot, gateway, webChat, clock, runner, log, url });
}

/** The plugin by which a bot knows the model's service as `lab`. */
function labOf(model: ModelServer | undefined): readonly Plugin[] {
  if (model === undefined) return [];
  const provider = createOpenAiCompatibleProvider({ name: "lab", baseUrl: model.url });
  return [definePlugin({ name: "lab", version: "1.0.0", setup: (context) => context.model(provider) })];
}
