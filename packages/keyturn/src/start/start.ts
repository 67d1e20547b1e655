import type { Logger } from "@keyturn/core";
import { type ExitCode, exitCodes } from "../command-line/exit-codes.ts";
import type { Terminal } from "../command-line/terminal.ts";
import {
  type ConfigurationFlags,
  type LoadedConfiguration,
  loadConfiguration,
} from "../configuration/load-configuration.ts";
import { LogBuffer } from "../log/log-buffer.ts";
import { createLog } from "../log/log.ts";
import { publicAddressOf } from "../login/public-address.ts";
import { readVersion } from "../version.ts";
import { type Application, openApplication } from "./application.ts";
import { logCrashes } from "./crash-log.ts";
import { EndSignals } from "./end-signals.ts";
import type { StartOptions } from "./start-options.ts";
import { type ReadyBot, describeReadyBot } from "./welcome.ts";

/**
 * `keyturn start`: runs the bot until it is told to end. The first SIGINT or SIGTERM ends it in order, a second one at
 * once.
 * @throws ConfigurationError, StoreError when it cannot be started; nothing is left running then.
 */
export async function start(options: StartOptions, terminal: Terminal): Promise<ExitCode> {
  const signals = new EndSignals(process, (code) => process.exit(code));
  try {
    return await runUntilEnded(options, terminal, signals);
  } finally {
    signals.release();
  }
}

async function runUntilEnded(
  { chat, ...flags }: StartOptions,
  terminal: Terminal,
  signals: EndSignals,
): Promise<ExitCode> {
  const { folder, environment, isInteractive, hasColor } = terminal;
  const defaultLogLevel = isInteractive ? "warn" : "info";
  const loaded = await loadConfiguration({ folder, environment, flags, defaultLogLevel });
  const { logLevel, model, store, webChat } = loaded.values;
  const buffer = new LogBuffer();
  const log = createLog({ level: logLevel, isHuman: isInteractive, hasColor, buffer });
  for (const warning of loaded.warnings) log.warn({}, warning);
  const forgetCrashes = logCrashes(process, log);
  try {
    const application = await openApplication(loaded, { log, buffer });
    const isChatOffered = isInteractive && chat && webChat;
    const loginLink = await createFirstLink(application, loaded, log);
    welcome(application, loaded, terminal, { isChatOffered, loginLink, placeOptions: toPlaceOptions(flags) });
    log.info({ url: application.url, model, store }, "The bot is ready.");
    const leaveChat = isChatOffered ? offerChat(application, terminal, signals, log) : undefined;
    const signal = await signals.first;
    leaveChat?.();
    log.info({ signal }, "The bot ends.");
    if (isInteractive)
      terminal.print("Ending. Answers that are being written have a few seconds; Ctrl-C ends at once.");
    await application.close();
    log.info({}, "The bot has ended; what was unfinished runs after the next start.");
    return exitCodes.done;
  } finally {
    forgetCrashes();
  }
}

function welcome(
  { bot, url }: Application,
  { values: configuration, file }: LoadedConfiguration,
  terminal: Terminal,
  hints: Pick<ReadyBot, "isChatOffered" | "loginLink" | "placeOptions">,
): void {
  const lines = describeReadyBot({
    version: readVersion(),
    configuration,
    file,
    url,
    channels: bot.channels,
    plugins: bot.plugins,
    isTokenGiven: configuration.token !== undefined,
    folder: terminal.folder,
    command: terminal.command,
    ...hints,
    startMilliseconds: performance.now(),
  });
  for (const line of lines) terminal.print(line);
}

/** A link to the dashboard for whoever has started the bot. Without one `keyturn login` is left. */
async function createFirstLink(
  { url, currentToken }: Application,
  { values: configuration }: LoadedConfiguration,
  log: Logger,
): Promise<string | undefined> {
  const { GatewayClient } = await import("@keyturn/gateway/client");
  const { createLoginLink } = await import("../login/login-link.ts");
  const token = async () => (await currentToken()).reveal();
  const client = new GatewayClient({ url, token, surface: "command-line" });
  try {
    return await createLoginLink(client, publicAddressOf(configuration) ?? url, { label: "start" });
  } catch (error) {
    log.warn({ err: error }, "No link to the dashboard could be made; `keyturn login` makes one.");
    return undefined;
  }
}

/** Other commands find the bot by themselves, but for what was only said to this one. */
function toPlaceOptions({ config, data }: ConfigurationFlags): readonly string[] {
  const options = [config === undefined ? [] : ["--config", config], data === undefined ? [] : ["--data", data]];
  return options.flat();
}

/** Offers the conversation in the terminal, as any client has it. The returned function ends it. */
function offerChat(
  { url, currentToken }: Application,
  terminal: Terminal,
  signals: EndSignals,
  log: Logger,
): () => void {
  let leave = () => {
    // Not begun yet.
  };
  const hold = async () => {
    // Loaded when the bot is ready and has said so.
    const { GatewayClient } = await import("@keyturn/gateway/client");
    const token = async () => (await currentToken()).reveal();
    const { createTypedConversation } = await import("../chat/chat.ts");
    const client = new GatewayClient({ url, token, surface: "command-line" });
    const conversation = createTypedConversation(client, "terminal", terminal);
    leave = () => conversation.leave();
    await conversation.hold();
    if (conversation.isInterrupted) signals.raise("SIGINT");
    else terminal.print("The conversation is closed here; the bot goes on. Ctrl-C ends it.");
  };
  hold().catch((error: unknown) => log.error({ err: error }, "The conversation in the terminal broke off."));
  return () => leave();
}
