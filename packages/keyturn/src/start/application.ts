import { type Bot, type Logger, createBot } from "@keyturn/core";
import { FileAccessStore, type Gateway, createGateway, createWebChat } from "@keyturn/gateway";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import type { Secret } from "../configuration/secret.ts";
import { prepareDataFolder } from "../data/prepare-data-folder.ts";
import { removeRuntimeFile, writeRuntimeFile } from "../data/runtime-file.ts";
import { readOrCreateToken, readRequiredToken } from "../data/token-file.ts";
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

/**
 * Joins the parts and sets them going.
 * @throws ConfigurationError, StoreError; whatever was begun by then is ended.
 */
export async function openApplication(configuration: EffectiveConfiguration, log: Logger): Promise<Application> {
  const { data, host, port } = configuration;
  await prepareDataFolder(data);
  await checkListening(host, port);
  const given = configuration.token;
  if (given === undefined) await readOrCreateToken(data);
  const currentToken = () => (given === undefined ? readRequiredToken(data) : Promise.resolve(given));

  const webChat = configuration.webChat ? createWebChat() : undefined;
  const plugins = [
    createModelProvidersPlugin(configuration.providers),
    ...(webChat === undefined ? [] : [webChat.plugin]),
  ];
  const bot = await createBot(toBotOptions(configuration, { log, plugins }));
  let gateway: Gateway | undefined;
  const close = () => closeAll(configuration, bot, gateway);
  try {
    const token = async () => (await currentToken()).reveal();
    gateway = createGateway({ bot, webChat, token, ...toGatewayPlace(configuration), ...accessIn(configuration), log });
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

async function closeAll(
  { data, stopTimeoutMilliseconds }: EffectiveConfiguration,
  bot: Bot,
  gateway: Gateway | undefined,
): Promise<void> {
  const deadline = performance.now() + stopTimeoutMilliseconds;
  await removeRuntimeFile(data);
  await gateway?.close();
  await bot.stop(deadline - performance.now());
}
