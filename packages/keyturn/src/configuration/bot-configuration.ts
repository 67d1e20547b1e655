import type { DiscordSettings } from "@keyturn/adapters/discord/options";
import type { SlackSettings } from "@keyturn/adapters/slack/options";
import type { BotOptions, ConfiguredPlugin, DeliveryOptions, ModelPrice, OverlapMode, Plugin } from "@keyturn/core";

/** How much of what happens is logged; each takes in those after it. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Settings of a hosted model service. `Key` is how its key is held: text in a file, a `Secret` once it is read. */
export interface ModelServiceConfiguration<Key = string> {
  /** The API key. Better kept in the environment than in a file: `OPENAI_API_KEY`, `ANTHROPIC_API_KEY`. */
  readonly apiKey?: Key | undefined;
  /** Where the API is, for a proxy: an http or https address. */
  readonly baseUrl?: string | undefined;
}

/** Settings of the model services that are built in. */
export interface ProvidersConfiguration<Key = string> {
  readonly anthropic?: ModelServiceConfiguration<Key> | undefined;
  readonly openai?: ModelServiceConfiguration<Key> | undefined;
  /** A service that speaks OpenAI's chat protocol, such as Ollama, llama.cpp or vLLM. It needs `baseUrl`. */
  readonly "openai-compatible"?: ModelServiceConfiguration<Key> | undefined;
}

/** A further bot on Discord; its name is the one that it stands under. */
export interface DiscordBotConfiguration<Key = string> extends Omit<DiscordSettings, "token" | "name"> {
  /** Its token. A file that is code can take it from a variable: `process.env.DISCORD_TOKEN_SUPPORT ?? ""`. */
  readonly token: Key;
}

/** Settings of Discord: the bot that is there by its token alone, and further ones. */
export interface DiscordConfiguration<Key = string> extends Omit<DiscordSettings, "token"> {
  /**
   * The bot's token; Discord is on when there is one. Better kept in the environment: `DISCORD_TOKEN`.
   * @default none
   */
  readonly token?: Key | undefined;
  /**
   * Further bots in the same process, by their names, which are in session keys and on the dashboard. Each has settings of
   * its own; `apiUrl` alone is taken from above where a bot has none.
   * @default none
   */
  readonly moreBots?: Readonly<Record<string, DiscordBotConfiguration<Key>>> | undefined;
}

/** What a bot in Slack and Slack itself prove themselves with. */
export interface SlackCredentials<Key = string> {
  /**
   * The bot's token of the workspace; begins with `xoxb-`. Better kept in the environment: `SLACK_BOT_TOKEN`.
   * @default none
   */
  readonly botToken?: Key | undefined;
  /**
   * The app's token; begins with `xapp-`. With it the bot is in Socket Mode, whether there is a signing secret or not.
   * Better kept in the environment: `SLACK_APP_TOKEN`.
   * @default none
   */
  readonly appToken?: Key | undefined;
  /**
   * What Slack signs its requests with; without an app token the bot is in HTTP mode, at `/hooks/<name>/events`. Better
   * kept in the environment: `SLACK_SIGNING_SECRET`.
   * @default none
   */
  readonly signingSecret?: Key | undefined;
}

/** A further bot in Slack; its name is the one that it stands under. */
export interface SlackBotConfiguration<Key = string>
  extends SlackCredentials<Key>, Omit<SlackSettings, keyof SlackCredentials | "name" | "oauth"> {
  readonly botToken: Key;
}

/** Settings of Slack: the bot that is there by its tokens alone, and further ones. */
export interface SlackConfiguration<Key = string>
  extends SlackCredentials<Key>, Omit<SlackSettings, keyof SlackCredentials | "oauth"> {
  /**
   * The app's client id. With it and `clientSecret` workspaces install the app, in place of one `botToken`. Environment:
   * `SLACK_CLIENT_ID`.
   * @default none
   */
  readonly clientId?: string | undefined;
  /** The app's client secret. Better kept in the environment: `SLACK_CLIENT_SECRET`. @default none */
  readonly clientSecret?: Key | undefined;
  /** The only workspaces that may install the app, by their ids. @default all to which Slack lets it be installed */
  readonly workspaces?: readonly string[] | undefined;
  /**
   * Further bots in the same process, each of an app of its own, by their names, which are in session keys, on the
   * dashboard and in the address of HTTP mode. Each has settings of its own; `apiUrl` alone is taken from above where a
   * bot has none.
   * @default none
   */
  readonly moreBots?: Readonly<Record<string, SlackBotConfiguration<Key>>> | undefined;
}

/** Who may talk with the bot without a login, and where. */
export interface VisitorConfiguration {
  /**
   * Whether there is a web chat for visitors; it needs `webChat`.
   * @default false
   */
  readonly enabled?: boolean | undefined;
  /** Origins whose pages may embed it, such as `https://www.example.org`; at most 100. @default [], which is nobody */
  readonly embedIn?: readonly string[] | undefined;
  /** What the bot is called there, 1 to 60 characters. @default "Chat" */
  readonly name?: string | undefined;
  /** What stands there before anything is said, 1 to 500 characters. Default: a sentence in the visitor's language. */
  readonly greeting?: string | undefined;
  /** Days without a request after which a visitor's token ends, 1 to 365. @default 30 */
  readonly idleDays?: number | undefined;
  /** Messages that one visitor may send within a minute, 1 to 60. @default 10 */
  readonly messagesPerMinute?: number | undefined;
  /** Longest message of a visitor, 100 to 10,000 characters. @default 4_000 */
  readonly messageCharacters?: number | undefined;
}

/** What figures are given to whom. */
export interface MetricsConfiguration<Key = string> {
  /**
   * Whether figures are collected and given. Environment: `KEYTURN_METRICS`.
   * @default false
   */
  readonly enabled?: boolean | undefined;
  /**
   * The bearer token of whoever collects, 16 to 512 visible ASCII characters. Environment: `KEYTURN_METRICS_TOKEN`.
   * @default none: figures are given to this machine alone
   */
  readonly token?: Key | undefined;
}

/** What somebody may do. */
export type RoleName = "viewer" | "operator" | "admin";

/** How a proxy in front says who somebody is. */
export interface ProxyIdentityConfiguration<Key = string> {
  /**
   * The header with the person's name; the proxy must remove it from what clients send.
   * @default "X-Forwarded-User"
   */
  readonly userHeader?: string | undefined;
  /**
   * The header with the secret, which the proxy adds.
   * @default "X-Proxy-Secret"
   */
  readonly secretHeader?: string | undefined;
  /** What the proxy proves itself with, 16 to 512 visible ASCII characters. Environment: `KEYTURN_PROXY_SECRET`. */
  readonly secret?: Key | undefined;
  /**
   * What each person may do, by name.
   * @default {}
   */
  readonly roles?: Readonly<Record<string, RoleName>> | undefined;
  /**
   * What everybody else may do whom the proxy lets through.
   * @default nothing
   */
  readonly otherRole?: RoleName | undefined;
}

/**
 * What `keyturn.config.ts` may hold. All of it is optional; environment variables and options of the command go first.
 * `Key` is how secrets are held: text in a file, a `Secret` once it is read.
 */
export interface BotConfiguration<Key = string> {
  /**
   * The model of every conversation that has no other, as `provider/model`. Environment: `KEYTURN_MODEL`.
   * @default "offline/eliza", which needs no account
   */
  readonly model?: string | undefined;
  /** Models that people may choose for their conversation with `/model`, beside the one above. @default [] */
  readonly models?: readonly string[] | undefined;
  /** Models that answer, in this order, when the service of the model fails before anything was shown. @default [] */
  readonly fallbackModels?: readonly string[] | undefined;
  /** What the model is told about itself before every conversation, 1 to 100,000 characters. */
  readonly instructions?: string | undefined;
  /** Plugins, in the order in which they are set up: channels, providers, tools, commands, hooks. */
  readonly plugins?: readonly (Plugin | ConfiguredPlugin)[] | undefined;
  /** Names of plugins that are off. */
  readonly disabledPlugins?: readonly string[] | undefined;
  /** Keys and addresses of model services. */
  readonly providers?: ProvidersConfiguration<Key> | undefined;
  /**
   * Whether the bot can be talked with in the browser, over HTTP and with `keyturn chat`.
   * @default true
   */
  readonly webChat?: boolean | undefined;
  /** The web chat for people without a login, at `/chat` and on pages that embed it. */
  readonly visitors?: VisitorConfiguration | undefined;
  /** Discord; on when it has a token, here or in `DISCORD_TOKEN`. */
  readonly discord?: DiscordConfiguration<Key> | undefined;
  /** Slack; on when it has tokens, here or in `SLACK_BOT_TOKEN` and `SLACK_APP_TOKEN` or `SLACK_SIGNING_SECRET`. */
  readonly slack?: SlackConfiguration<Key> | undefined;

  /**
   * The data folder; relative to the configuration file that names it, else to the folder that the command is called in.
   * Environment: `KEYTURN_DATA`.
   * @default "./.keyturn"
   */
  readonly data?: string | undefined;
  /**
   * Where conversations are kept: in the data folder, or in memory until the process ends. Environment: `KEYTURN_STORE`.
   * @default "lowdb"
   */
  readonly store?: "lowdb" | "memory" | undefined;
  /**
   * `strict` survives a power cut; `relaxed` survives a crash of the process and is faster.
   * @default "strict"
   */
  readonly durability?: "strict" | "relaxed" | undefined;

  /**
   * The address that the gateway listens on. Environment: `KEYTURN_HOST`.
   * @default "127.0.0.1", which only this machine reaches
   */
  readonly host?: string | undefined;
  /**
   * The gateway's port, 0 to 65,535; 0 takes any that is free. Environment: `KEYTURN_PORT`.
   * @default 7420
   */
  readonly port?: number | undefined;
  /**
   * The URL under which others reach the gateway, such as `https://bot.example.org`; needed where `host` is not this
   * machine alone. Put TLS in front of it: the token travels in every request. Environment: `KEYTURN_PUBLIC_URL`.
   */
  readonly publicUrl?: string | undefined;
  /**
   * The path below which a proxy publishes the gateway, such as `/bots/keyturn`; whether the proxy passes it on or takes
   * it away makes no difference. Environment: `KEYTURN_BASE_PATH`.
   * @default the path of `publicUrl`, when it has one
   */
  readonly basePath?: string | undefined;
  /**
   * Addresses or networks of proxies in front, such as `["127.0.0.1"]`: of their `X-Forwarded-For` the last address that
   * is none of them is taken for the client's. Environment: `KEYTURN_TRUSTED_PROXIES`, with commas.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Further host names under which the gateway is reached. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * The operator's bearer token, 16 to 512 visible ASCII characters. Better kept in the environment: `KEYTURN_TOKEN`.
   * @default one that is made at the first start and kept in the data folder
   */
  readonly token?: Key | undefined;
  /**
   * What the tokens of Slack workspaces are encrypted with in the data folder: 32 to 512 visible ASCII characters without a
   * comma. After a comma older ones, which open what they encrypted. Better kept in the environment:
   * `KEYTURN_ENCRYPTION_KEY`.
   * @default one that is made when it is first needed, and kept in the data folder
   */
  readonly encryptionKey?: Key | undefined;

  /** The figures at `GET /metrics`. */
  readonly metrics?: MetricsConfiguration<Key> | undefined;
  /** Lets a trusted proxy say who somebody is; on when it has a `secret`, and needs `trustedProxies`. */
  readonly proxyIdentity?: ProxyIdentityConfiguration<Key> | undefined;

  /** What happens to a message that comes while a turn of its conversation waits or runs; the core's default is `queue`. */
  readonly overlap?: OverlapMode | undefined;
  /** Messages that may wait in one conversation, 1 to 10,000; the core's default is 50. */
  readonly capacity?: number | undefined;
  /** Longest set-up of one plugin, in milliseconds, 1,000 to 3,600,000. @default 30_000 */
  readonly pluginSetupMilliseconds?: number | undefined;
  /** Longest start of one channel that reports nothing, in milliseconds, 1,000 to 3,600,000. @default 60_000 */
  readonly channelStartMilliseconds?: number | undefined;
  /**
   * How long a reset or delete can be undone, in milliseconds, 0 to 86,400,000; 0 keeps nothing of what was removed.
   * @default 600_000
   */
  readonly undoMilliseconds?: number | undefined;
  /** Runs of one turn before its person gets an error message, 1 to 10; the core's default is 3. */
  readonly attempts?: number | undefined;
  /** Transcript entries that a run is given, 1 to 1,000; the core's default is 100. */
  readonly historyLimit?: number | undefined;
  /** Limits of the agent runner. */
  readonly runner?: BotOptions["runner"] | undefined;
  /** What models cost, for the figures of usage. */
  readonly usage?:
    | {
        readonly currency?: string | undefined;
        readonly prices?: readonly ModelPrice[] | undefined;
      }
    | undefined;
  /** How answers are brought to their channels. */
  readonly delivery?: { readonly [Name in keyof DeliveryOptions]?: DeliveryOptions[Name] | undefined } | undefined;

  /**
   * Longest time for runs to finish once the process is told to end, in milliseconds, 1,000 to 300,000. Runs that are
   * not done by then are aborted, and their messages run again after the next start.
   * @default 8_000: process managers commonly kill after 10 s
   */
  readonly stopTimeoutMilliseconds?: number | undefined;
  /**
   * How much is logged. Environment: `KEYTURN_LOG_LEVEL`.
   * @default "info", and "warn" where a person watches the terminal
   */
  readonly logLevel?: LogLevel | undefined;
}
