import path from "node:path";
import { discordDefaults } from "@keyturn/adapters/discord/options";
import { slackDefaults } from "@keyturn/adapters/slack/options";
import { visitorDefaults } from "@keyturn/gateway";
import type {
  BotConfiguration,
  DiscordConfiguration,
  LogLevel,
  ModelServiceConfiguration,
  ProvidersConfiguration,
  RoleName,
  SlackConfiguration,
  VisitorConfiguration,
} from "./bot-configuration.ts";
import type { ConfigurationLayer } from "./check-layer.ts";
import type { Secret } from "./secret.ts";

/** The settings as they are in force. What is still undefined is left to the core's own default. */
export interface EffectiveConfiguration extends BotConfiguration<Secret> {
  readonly model: string;
  readonly providers: ProvidersConfiguration<Secret>;
  readonly webChat: boolean;
  readonly visitors: Omit<VisitorConfiguration, "enabled"> & { readonly enabled: boolean };
  readonly discord: DiscordConfiguration<Secret> & { readonly name: string };
  readonly slack: SlackConfiguration<Secret> & { readonly name: string };
  /** An absolute path. */
  readonly data: string;
  readonly store: "lowdb" | "memory";
  readonly durability: "strict" | "relaxed";
  readonly host: string;
  readonly port: number;
  readonly metrics: { readonly enabled: boolean; readonly token: Secret | undefined };
  readonly proxyIdentity: {
    readonly userHeader: string;
    readonly secretHeader: string;
    readonly secret: Secret | undefined;
    readonly roles: Readonly<Record<string, RoleName>>;
    readonly otherRole: RoleName | undefined;
  };
  readonly stopTimeoutMilliseconds: number;
  readonly logLevel: LogLevel;
}

/** The settings that hold when nobody says otherwise, but for the log level, which depends on who watches. */
const configurationDefaults: Omit<EffectiveConfiguration, "logLevel" | "providers"> = Object.freeze({
  model: "offline/eliza",
  webChat: true,
  visitors: { enabled: false, ...visitorDefaults },
  discord: discordDefaults,
  slack: slackDefaults,
  data: ".keyturn",
  store: "lowdb",
  durability: "strict",
  host: "127.0.0.1",
  port: 7420,
  metrics: { enabled: false, token: undefined },
  proxyIdentity: {
    userHeader: "X-Forwarded-User",
    secretHeader: "X-Proxy-Secret",
    secret: undefined,
    roles: {},
    otherRole: undefined,
  },
  stopTimeoutMilliseconds: 8_000,
});

/** One source of settings, with the name that a person knows it by. */
export interface NamedLayer {
  /** `live`: changed while the bot ran. */
  readonly kind: "option" | "environment" | "live" | "file";
  readonly layer: ConfigurationLayer;
  /** Where a setting of this layer comes from, such as `KEYTURN_PORT`. */
  readonly sourceOf: (path: string) => string;
  /** What relative paths of this layer start from. */
  readonly folder: string;
}

/** The settings in force, out of all sources; the first source that has a setting gives it. */
export function mergeLayers(
  layers: readonly NamedLayer[],
  defaultLogLevel: LogLevel,
  folder: string,
): EffectiveConfiguration {
  const pick = <Name extends keyof ConfigurationLayer>(name: Name): ConfigurationLayer[Name] =>
    layers.map(({ layer }) => layer[name]).find((value) => value !== undefined);
  const service = (name: keyof ProvidersConfiguration): ModelServiceConfiguration<Secret> => {
    const settings = layers.map(({ layer }) => layer.providers?.[name] ?? {});
    return {
      apiKey: settings.map(({ apiKey }) => apiKey).find((value) => value !== undefined),
      baseUrl: settings.map(({ baseUrl }) => baseUrl).find((value) => value !== undefined),
    };
  };
  const defaults = configurationDefaults;
  const dataFolder = layers.find(({ layer }) => layer.data !== undefined)?.folder ?? folder;
  return {
    model: pick("model") ?? defaults.model,
    instructions: pick("instructions"),
    plugins: pick("plugins"),
    providers: {
      anthropic: service("anthropic"),
      openai: service("openai"),
      "openai-compatible": service("openai-compatible"),
    },
    webChat: pick("webChat") ?? defaults.webChat,
    visitors: { ...defaults.visitors, ...group(layers.map(({ layer }) => layer.visitors)) },
    discord: { ...defaults.discord, ...group(layers.map(({ layer }) => layer.discord)) },
    slack: { ...defaults.slack, ...group(layers.map(({ layer }) => layer.slack)) },
    data: path.resolve(dataFolder, pick("data") ?? defaults.data),
    store: pick("store") ?? defaults.store,
    durability: pick("durability") ?? defaults.durability,
    host: pick("host") ?? defaults.host,
    port: pick("port") ?? defaults.port,
    publicUrl: pick("publicUrl"),
    basePath: pick("basePath"),
    trustedProxies: pick("trustedProxies"),
    allowedHosts: pick("allowedHosts"),
    token: pick("token"),
    encryptionKey: pick("encryptionKey"),
    overlap: pick("overlap"),
    capacity: pick("capacity"),
    pluginSetupMilliseconds: pick("pluginSetupMilliseconds"),
    channelStartMilliseconds: pick("channelStartMilliseconds"),
    undoMilliseconds: pick("undoMilliseconds"),
    attempts: pick("attempts"),
    historyLimit: pick("historyLimit"),
    runner: group(layers.map(({ layer }) => layer.runner)),
    delivery: group(layers.map(({ layer }) => layer.delivery)),
    usage: group(layers.map(({ layer }) => layer.usage)),
    disabledPlugins: pick("disabledPlugins"),
    models: pick("models"),
    fallbackModels: pick("fallbackModels"),
    metrics: { ...defaults.metrics, ...group(layers.map(({ layer }) => layer.metrics)) },
    proxyIdentity: { ...defaults.proxyIdentity, ...group(layers.map(({ layer }) => layer.proxyIdentity)) },
    stopTimeoutMilliseconds: pick("stopTimeoutMilliseconds") ?? defaults.stopTimeoutMilliseconds,
    logLevel: pick("logLevel") ?? defaultLogLevel,
  };
}

/** Settings that stand together, each from the first source that has it; undefined when none has any. */
function group<Group extends object>(sources: readonly (Group | undefined)[]): Given<Group> | undefined {
  const given = sources.filter((source) => source !== undefined);
  if (given.length === 0) return undefined;
  const merged: Given<Group> = {};
  for (const source of given.toReversed()) Object.assign(merged, withoutUndefined(source));
  return merged;
}

type Given<Group> = { [Name in keyof Group]?: Exclude<Group[Name], undefined> };

function withoutUndefined(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
