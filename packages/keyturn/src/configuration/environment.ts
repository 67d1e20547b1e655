import { type ConfigurationLayer, checkLayer } from "./check-layer.ts";
import { nearestWord } from "./nearest-word.ts";

/** What a process finds in its surroundings; `process.env` fits. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Each environment variable that is read, with the setting that it gives. */
export const environmentVariables: Readonly<Record<string, string>> = Object.freeze({
  KEYTURN_DATA: "data",
  KEYTURN_HOST: "host",
  KEYTURN_PORT: "port",
  KEYTURN_PUBLIC_URL: "publicUrl",
  KEYTURN_BASE_PATH: "basePath",
  KEYTURN_TRUSTED_PROXIES: "trustedProxies",
  KEYTURN_MODEL: "model",
  KEYTURN_TOKEN: "token",
  KEYTURN_ENCRYPTION_KEY: "encryptionKey",
  KEYTURN_STORE: "store",
  KEYTURN_LOG_LEVEL: "logLevel",
  KEYTURN_METRICS: "metrics.enabled",
  KEYTURN_METRICS_TOKEN: "metrics.token",
  KEYTURN_PROXY_SECRET: "proxyIdentity.secret",
  OPENAI_COMPATIBLE_URL: "providers.openai-compatible.baseUrl",
  OPENAI_COMPATIBLE_API_KEY: "providers.openai-compatible.apiKey",
  OPENAI_API_KEY: "providers.openai.apiKey",
  ANTHROPIC_API_KEY: "providers.anthropic.apiKey",
  DISCORD_TOKEN: "discord.token",
  DISCORD_API_URL: "discord.apiUrl",
  SLACK_BOT_TOKEN: "slack.botToken",
  SLACK_APP_TOKEN: "slack.appToken",
  SLACK_SIGNING_SECRET: "slack.signingSecret",
  SLACK_CLIENT_ID: "slack.clientId",
  SLACK_CLIENT_SECRET: "slack.clientSecret",
  SLACK_API_URL: "slack.apiUrl",
});

/** How the text of a variable is read where the setting is no text. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  port: toNumber,
  "metrics.enabled": toTruth,
  "discord.token": toTrimmed,
  "slack.botToken": toTrimmed,
  "slack.appToken": toTrimmed,
  "slack.signingSecret": toTrimmed,
  "slack.clientId": toTrimmed,
  "slack.clientSecret": toTrimmed,
  encryptionKey: toTrimmed,
  trustedProxies: (text) => text.split(",").map((proxy) => proxy.trim()),
};

/**
 * The settings that the environment gives. A variable that is set to nothing counts as not set: container tools pass
 * empty ones on.
 * @throws ConfigurationError when a value is not allowed; the message names the variable.
 */
export function readEnvironment(environment: Environment): ConfigurationLayer {
  const values = {};
  const variables = new Map<string, string>();
  for (const [variable, path] of Object.entries(environmentVariables)) {
    const text = environment[variable];
    if (text === undefined || text === "") continue;
    variables.set(path, variable);
    put(values, path.split("."), readers[path]?.(text) ?? text);
  }
  return checkLayer({
    values,
    name: "The environment",
    nameOf: (path) => variables.get(path) ?? variables.get(path.split(".", 1)[0] ?? "") ?? path,
  });
}

/** A sentence for each variable that looks like one of ours and is none: a slip of the pen that would go unnoticed. */
export function findMisspeltVariables(environment: Environment): readonly string[] {
  const known = Object.keys(environmentVariables);
  return Object.keys(environment)
    .filter((variable) => variable.startsWith("KEYTURN_") && !known.includes(variable))
    .map((variable) => {
      const nearest = nearestWord(variable, known);
      return `${variable} is set, but there is no such setting.${nearest === undefined ? "" : ` Did you mean ${nearest}?`}`;
    });
}

/** A whole number as a number; any other text as it is, so that a refusal shows what was written. */
export function toNumber(text: string): number | string {
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** `true` and `false` as what they say; any other text as it is, so that a refusal shows what was written. */
function toTruth(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

/** Secrets that are read from a file end in a line break. */
function toTrimmed(text: string): string {
  return text.trim();
}

function put(values: object, path: readonly string[], value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) {
    Reflect.set(values, key, value);
    return;
  }
  const child: unknown = Reflect.get(values, key) ?? {};
  Reflect.set(values, key, child);
  if (typeof child === "object" && child !== null) put(child, rest, value);
}
