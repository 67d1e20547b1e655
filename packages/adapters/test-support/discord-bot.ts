import { type Bot, type BotOptions, type Plugin, createBot } from "@keyturn/core";
import { ScriptedTurnRunner } from "@keyturn/testkit";
import { DiscordServer, type DiscordServerOptions, type Guild } from "@keyturn/testkit/discord";
import type { ClientOptions } from "discord.js";
import { type DiscordSettings, createDiscordPlugin } from "../src/discord/index.ts";
import { type KeptLog, createKeptLog } from "./kept-log.ts";

/** What a test may set. */
export interface DiscordBotOptions {
  readonly server?: DiscordServerOptions;
  readonly settings?: Partial<DiscordSettings> | ((scenery: DiscordServer, guild: Guild) => Partial<DiscordSettings>);
  readonly bot?: BotOptions;
  readonly clientOptions?: Partial<ClientOptions>;
  readonly plugins?: readonly Plugin[];
  /** Whether the bot is only told to start, and the test goes on meanwhile. @default false */
  readonly isStarting?: boolean;
  /** The privileged intents that are switched on for the bot. Default: all. */
  readonly allowedIntents?: number;
}

/** Between two logins it waits for nothing, where Discord asks for 5 s. */
const impatient: Partial<ClientOptions> = {
  ws: { buildIdentifyThrottler: () => Promise.resolve({ waitForIdentify: () => Promise.resolve() }) },
};

/** A Discord with one guild, one channel, a person and a bot's account. */
export async function openDiscord(options: Pick<DiscordBotOptions, "server" | "allowedIntents"> = {}) {
  const server = await DiscordServer.start(options.server);
  const account = server.addBot({ name: "keyturn", allowedIntents: options.allowedIntents });
  const ada = server.addPerson("ada", "Ada");
  const guild = server.addGuild({ members: [ada, account] });
  const general = server.addChannel(guild);
  return { server, account, ada, guild, general };
}

/** What `openDiscord` gives. */
export type Discord = Awaited<ReturnType<typeof openDiscord>>;

/**
 * A bot of Keyturn's on a Discord of its own, until the end of the scope.
 * @param prepare what happens to that Discord before the bot starts.
 */
export async function openDiscordBot(options: DiscordBotOptions = {}, prepare?: (discord: Discord) => void) {
  const discord = await openDiscord(options);
  const { server, account, guild } = discord;
  prepare?.(discord);
  const runner = new ScriptedTurnRunner();
  const log: KeptLog = createKeptLog();
  const settings = typeof options.settings === "function" ? options.settings(server, guild) : options.settings;
  const make = () =>
    createBot({
      turnRunner: runner,
      log,
      ...options.bot,
      plugins: [
        {
          plugin: createDiscordPlugin({ clientOptions: { ...impatient, ...options.clientOptions } }),
          configuration: { token: account.token, apiUrl: server.url, ...settings },
        },
        ...(options.plugins ?? []),
      ],
    });
  let bot: Bot = await make();
  const started = bot.start();
  if (options.isStarting !== true) await started;
  return {
    ...discord,
    runner,
    log,
    get bot() {
      return bot;
    },
    /** Ends the bot and begins another, with the same store. @param between is done while there is none. */
    async restart(between: () => Promise<void> = () => Promise.resolve()) {
      await bot.stop();
      await between();
      bot = await make();
      await bot.start();
    },
    /** What a mention of the bot looks like. */
    mention: `<@${account.id}>`,
    async [Symbol.asyncDispose]() {
      await bot.stop();
      await server.close();
    },
  };
}

/** What `openDiscordBot` gives. */
export type DiscordBot = Awaited<ReturnType<typeof openDiscordBot>>;
