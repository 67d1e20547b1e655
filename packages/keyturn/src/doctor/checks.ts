import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { ConfigurationError, createBot } from "@keyturn/core";
import { createGateway, createMetrics } from "@keyturn/gateway";
import { pathText } from "../command-line/path-text.ts";
import type { EffectiveConfiguration } from "../configuration/effective-configuration.ts";
import { prepareDataFolder } from "../data/prepare-data-folder.ts";
import type { RunningBot } from "../data/runtime-file.ts";
import { isTokenOpenToOthers, readToken, tokenFileOf } from "../data/token-file.ts";
import { toGatewayPlace } from "../start/gateway-place.ts";
import { checkListening } from "../start/listening.ts";
import { createModelProvidersPlugin } from "../start/model-providers.ts";

// Each check says what it found, or throws what is to be done. None changes anything.

// What `engines` in package.json says, and why: undici 8, which Slack's client brings along, needs it.
const leastNode = [22, 19] as const;

/** @throws ConfigurationError when Node is too old. */
export function checkNode(version: string = process.versions.node): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])) return version;
  throw new ConfigurationError(`${version} is too old. Install Node ${leastNode.join(".")} or newer; 24 is best.`);
}

/** @throws StoreError when the data folder cannot be written, or made. */
export async function checkDataFolder({ data }: EffectiveConfiguration, folder: string): Promise<string> {
  const shown = pathText(data, folder);
  if (existsSync(data)) {
    await prepareDataFolder(data);
    return `${shown} can be written`;
  }
  let parent = path.dirname(data);
  while (!existsSync(parent)) parent = path.dirname(parent);
  try {
    await access(parent, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ConfigurationError(
      `${shown} cannot be made: ${parent} cannot be written. Choose another folder with --data or KEYTURN_DATA.`,
      cause,
    );
  }
  return `${shown} is made at the first start`;
}

/** @throws StoreError when the store does not open. */
export async function checkStore(
  { store, data }: EffectiveConfiguration,
  running: RunningBot | undefined,
): Promise<string> {
  if (store === "memory") return "memory: everything is forgotten when the bot ends";
  if (running !== undefined) return `in use by the bot that runs here (process ${running.pid})`;
  if (!existsSync(data)) return "lowdb: empty until the first start";
  const bot = await createBot({ store: { kind: "lowdb", folder: data } });
  await bot.stop();
  return "lowdb: it opens, and no process has it";
}

/** @throws ConfigurationError when the token's file is no good, or others may read it. */
export async function checkToken({ token, data }: EffectiveConfiguration, folder: string): Promise<string> {
  if (token !== undefined) return "given from outside";
  const file = pathText(tokenFileOf(data), folder);
  if ((await readToken(data)) === undefined) return `${file} is made at the first start`;
  if ((await isTokenOpenToOthers(data)) !== true) return `in ${file}, for its owner alone`;
  throw new ConfigurationError(`Others can read ${file}. Close it: chmod 600 ${file}`);
}

/** @throws ConfigurationError when the gateway could not listen. */
export async function checkAddress(values: EffectiveConfiguration, running: RunningBot | undefined): Promise<string> {
  const { host, port } = values;
  const bot = await createBot();
  const metrics = { collector: createMetrics(), token: values.metrics.token?.reveal() };
  const gateway = createGateway({ bot, token: "only-to-be-checked", ...toGatewayPlace(values), metrics });
  await gateway.close();
  await bot.stop();
  if (running !== undefined) return `the bot that runs here listens at ${running.url}`;
  await checkListening(host, port);
  return `port ${port} of ${host} is free`;
}

const builtInProviders: readonly string[] = ["anthropic", "offline", "openai", "openai-compatible"];

/** @throws ConfigurationError when the model is unknown or misses something. */
export async function checkModel({ model, providers, plugins = [] }: EffectiveConfiguration): Promise<string> {
  const [provider = ""] = model.split("/");
  if (plugins.length > 0 && !builtInProviders.includes(provider)) {
    return `${model} comes from a plugin, so it is looked at when the bot starts`;
  }
  const bot = await createBot({ model, plugins: [createModelProvidersPlugin(() => providers)] });
  await bot.start();
  try {
    await bot.checkModel();
  } finally {
    await bot.stop();
  }
  return `${model} is ready`;
}
