import { type Bot, ConfigurationError, createBot } from "@keyturn/core";
import {
  FileAccessStore,
  FileVisitorStore,
  type Gateway,
  type VisitorOptions,
  createGateway,
  createMetrics,
  createWebChat,
} from "@keyturn/gateway";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { LiveConfiguration } from "../configuration/live-configuration.ts";
import type { LoadedConfiguration } from "../configuration/load-configuration.ts";
import type { Secret } from "../configuration/secret.ts";
import { prepareDataFolder } from "../data/prepare-data-folder.ts";
import { removeRuntimeFile, writeRuntimeFile } from "../data/runtime-file.ts";
import { writeSettingsFile } from "../data/settings-file.ts";
import { readOrCreateToken, readRequiredToken } from "../data/token-file.ts";
import { createDiscordPlugins } from "../discord/discord-plugins.ts";
import { createSlackPlugins } from "../slack/slack-plugins.ts";
import type { LogBuffer } from "../log/log-buffer.ts";
import type { AdjustableLog } from "../log/log.ts";
import { toBotOptions } from "./compose-bot.ts";
import { checkListening } from "./listening.ts";
import { toGatewayPlace } from "./gateway-place.ts";
import { createModelProvidersPlugin } from "./model-providers.ts";

/** A bot that runs and is reached over HTTP. */
export interface Application {
  readonly bot: Bot;
  /** The operator's token as it is now: its file may be replaced while the bot runs. */
  readonly currentToken: () => Promise<Secret>;
  /** Where the gateway listens. */
  readonly url: string;
  /** Takes nothing further in, lets runs finish for a while or aborts them, writes everything out, and ends. */
  close(): Promise<void>;
}

/** Where an application logs to. */
export interface ApplicationLog {
  readonly log: AdjustableLog;
  /** What was logged lately. */
  readonly buffer: LogBuffer;
}

/**
 * Joins the parts and sets them going.
 * @throws ConfigurationError, StoreError; whatever was begun by then is ended.
 */
export async function openApplication(
  loaded: LoadedConfiguration,
  { log, buffer }: ApplicationLog,
): Promise<Application> {
  const configuration = loaded.values;
  const { data, host, port, store } = configuration;
  await prepareDataFolder(data);
  await checkListening(host, port);
  const given = configuration.token;
  if (given === undefined) await readOrCreateToken(data);
  const currentToken = () => (given === undefined ? readRequiredToken(data) : Promise.resolve(given));

  const webChat = configuration.webChat ? createWebChat() : undefined;
  let { providers } = configuration;
  const live = new LiveConfiguration({
    loaded,
    // With the memory store nothing is to be left behind: changes end with the process as well.
    write: async (values) => (store === "memory" ? undefined : writeSettingsFile(data, values)),
    apply(changed) {
      providers = changed.providers;
      log.setLevel(changed.logLevel);
    },
  });
  const chatServices = [...(await createDiscordPlugins(configuration)), ...(await createSlackPlugins(configuration))];
  const collector = configuration.metrics.enabled ? createMetrics() : undefined;
  const bot = await createBot(
    toBotOptions(live.base, {
      log,
      plugins: [
        createModelProvidersPlugin(() => providers),
        ...(webChat === undefined ? [] : [webChat.plugin]),
        ...chatServices,
      ],
      changedSettings: live.changesAtStart,
      settingsKeeper: live,
      observeLock: collector?.observeLock,
    }),
  );
  live.attach(bot);
  let gateway: Gateway | undefined;
  const close = () => closeAll(configuration, bot, gateway);
  try {
    const token = async () => (await currentToken()).reveal();
    const place = { ...toGatewayPlace(configuration), ...accessIn(configuration) };
    const visitors = visitorsIn(configuration);
    const metrics = collector && { collector, token: configuration.metrics.token?.reveal() };
    const logging = { logs: buffer, log };
    gateway = createGateway({ bot, webChat, visitors, token, ...place, metrics, configuration: live, ...logging });
    await bot.setUp();
    // Before anything that waits is taken up: with a model that cannot be used it would end with an error for good.
    await bot.checkModel();
    await bot.start();
    const { url } = await gateway.listen();
    await writeRuntimeFile(data, { url, pid: process.pid, startedAt: new Date().toISOString() });
    return { bot, currentToken, url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** With the memory store nothing is to be left behind: tokens and logins end with the process as well. */
function accessIn({ store, data }: EffectiveConfiguration) {
  return store === "memory" ? {} : { access: new FileAccessStore(data) };
}

/** @throws ConfigurationError when there is no web chat that they could talk in. */
function visitorsIn({ visitors, webChat, store, data }: EffectiveConfiguration): VisitorOptions | undefined {
  const { enabled, ...options } = visitors;
  if (!enabled) return undefined;
  if (!webChat) {
    throw new ConfigurationError(
      "visitors.enabled is true, but webChat is false: there is no chat for visitors to use.",
    );
  }
  return { ...options, store: store === "memory" ? undefined : new FileVisitorStore(data) };
}

async function closeAll(
  { data, stopTimeoutMilliseconds }: EffectiveConfiguration,
  bot: Bot,
  gateway: Gateway | undefined,
): Promise<void> {
  const deadline = performance.now() + stopTimeoutMilliseconds;
  // The clock's timers keep no process alive. Once every socket is closed, a run that only waits would let it end half-way.
  const hold = setInterval(() => undefined, stopTimeoutMilliseconds);
  try {
    await removeRuntimeFile(data);
    await gateway?.close();
    await bot.stop(deadline - performance.now());
  } finally {
    clearInterval(hold);
  }
}
