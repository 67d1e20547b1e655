import {
  type Bot,
  type BotEvent,
  type BotOptions,
  type Clock,
  type Logger,
  type SessionKey,
  createBot,
} from "@keyturn/core";
import { ManualClock, ScriptedTurnRunner } from "@keyturn/testkit";
import { SlackServer, type SlackServerOptions } from "@keyturn/testkit/slack";
import { serveWebhook } from "./serve-webhook.ts";
import { type SlackSettings, createSlackPlugin } from "../src/slack/index.ts";

/** What a test may set. */
export interface SlackBotOptions {
  readonly server?: SlackServerOptions;
  readonly settings?: Partial<SlackSettings>;
  readonly bot?: BotOptions;
  /** @default "socket" */
  readonly mode?: "socket" | "http";
  /** Comes about on Slack before the bot is there. */
  readonly prepare?: (slack: SlackServer) => Promise<void>;
}

/** A bot with its Slack. */
export type SlackBot = Awaited<ReturnType<typeof openSlackBot>>;

/** An entry of the log: its level, its sentence, and what it is about. */
export type LogLine = readonly [level: string, message: string, fields: object];

/** A bot of Keyturn's on a Slack of its own, with one channel and two people, until the end of the scope. */
export async function openSlackBot(options: SlackBotOptions = {}) {
  const clock = new ManualClock();
  const slack = await SlackServer.start({ clock, ...options.server });
  await options.prepare?.(slack);
  const ada = slack.addPerson("ada");
  const boss = slack.addPerson("boss", { isAdmin: true });
  const general = slack.addChannel("general");
  const runner = new ScriptedTurnRunner();
  const lines: LogLine[] = [];
  const bot = await createSlackBot(slack, { clock, runner, lines, ...options });
  const events: BotEvent[] = [];
  bot.subscribe((event) => events.push(event));
  await bot.start();
  const site = options.mode === "http" ? await serveWebhook(() => bot, "slack") : undefined;
  if (site !== undefined) await slack.useRequestUrl(site.url);
  return {
    site,
    events,
    clock,
    slack,
    ada,
    boss,
    general,
    runner,
    bot,
    lines,
    /** The channel's state for operators. */
    status: () => bot.adapters.find(({ name }) => name === "slack"),
    key: (thread?: string): SessionKey => keyOf(slack, general.id, thread),
    async [Symbol.asyncDispose]() {
      slack.faults.clear();
      const stopped = bot.stop(0);
      await clock.advance(10_000);
      await stopped;
      site?.close();
      await slack.close();
    },
  };
}

/** The session key of a place in the first workspace. */
export function keyOf(slack: SlackServer, place: string, thread?: string): SessionKey {
  return { adapter: "slack", account: slack.workspace.id, place, ...(thread !== undefined && { thread }) };
}

/** A bot that is not started. */
export function createSlackBot(
  slack: SlackServer,
  parts: SlackBotOptions & { readonly clock: Clock; readonly runner: ScriptedTurnRunner; readonly lines: LogLine[] },
): Promise<Bot> {
  const { clock, runner, lines, mode = "socket", settings, bot } = parts;
  const secrets = mode === "socket" ? { appToken: slack.app.appToken } : { signingSecret: slack.app.signingSecret };
  return createBot({
    clock,
    turnRunner: runner,
    log: createLog(lines),
    ...bot,
    plugins: [
      {
        plugin: createSlackPlugin(),
        configuration: { botToken: slack.installation.botToken, apiUrl: slack.apiUrl, ...secrets, ...settings },
      },
      ...(bot?.plugins ?? []),
    ],
  });
}

/** A log that keeps its lines. */
export function createLog(lines: LogLine[]): Logger {
  const at = (level: string) => (fields: object, message: string) => void lines.push([level, message, fields]);
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
