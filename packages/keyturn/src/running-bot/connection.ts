import { ConfigurationError } from "@keyturn/core";
import { GatewayClient } from "@keyturn/gateway/client";
import type { ConnectionOptions } from "../command-line/shared-options.ts";
import type { Terminal } from "../command-line/terminal.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { loadConfiguration } from "../configuration/load-configuration.ts";
import { readRuntimeFile } from "../data/runtime-file.ts";
import { readToken, tokenFileOf } from "../data/token-file.ts";

/** What a command knows of the bot that it is about. */
export interface BotPlace {
  readonly configuration: EffectiveConfiguration;
  /** The bot that runs; undefined when none does. */
  readonly client: GatewayClient | undefined;
  /** Where it is reached; undefined when none runs. */
  readonly address: string | undefined;
}

/** Longest time for a running bot to say that it is there, in milliseconds: it is on this machine. */
const healthTimeoutMilliseconds = 2_000;

/**
 * Looks for the bot that a command is about: at the address that was named, else where the data folder says.
 * @throws ConfigurationError when the configuration is not valid, or there is no token to come in with.
 */
export async function findBot({ url, token, ...flags }: ConnectionOptions, terminal: Terminal): Promise<BotPlace> {
  const { folder, environment } = terminal;
  const { values: configuration } = await loadConfiguration({ folder, environment, flags });
  const address = url ?? (await findRunningBot(configuration.data));
  if (address === undefined) return { configuration, client: undefined, address };
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new ConfigurationError(`--url is ${JSON.stringify(address)}; allowed is an http or https address.`);
  }
  const secret = token ?? (await findToken(configuration, address));
  const client = new GatewayClient({ url: address, token: secret, surface: "command-line" });
  return { configuration, client, address };
}

/** The token of the data folder is for this machine alone: it is not sent to wherever an address leads. */
async function findToken({ token, data }: EffectiveConfiguration, address: string): Promise<string> {
  const isHere = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
  const found = token ?? (isHere ? await readToken(data) : undefined);
  if (found !== undefined) return found.reveal();
  const missing = isHere ? `${tokenFileOf(data)} is missing` : `the one in ${data} is for this machine's bot`;
  throw new ConfigurationError(`There is no token to come in with: ${missing}. Set KEYTURN_TOKEN to the bot's.`);
}

/** A process that was killed leaves its file behind, and its number to another one: only who answers is there. */
async function findRunningBot(folder: string): Promise<string | undefined> {
  const running = await readRuntimeFile(folder);
  if (running === undefined) return undefined;
  try {
    const response = await fetch(`${running.url}/healthz`, { signal: AbortSignal.timeout(healthTimeoutMilliseconds) });
    return response.ok ? running.url : undefined;
  } catch {
    return undefined;
  }
}
