import { type Bot, type Clock, ConfigurationError, type Logger } from "@keyturn/core";
import { isIP } from "node:net";
import type { AccessStore } from "./access/access-store.ts";
import type { Configuration } from "./configuration/configuration.ts";
import type { TokenSource } from "./guard/authenticator.ts";
import { chooseBasePath } from "./guard/base-path.ts";
import { type ProxyIdentityOptions, checkProxyIdentity } from "./guard/proxy-identity.ts";
import { tokenPattern } from "./guard/token-pattern.ts";
import type { LogSource } from "./logs/log-source.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { VisitorOptions } from "./visitors/visitor-options.ts";
import type { WebChat } from "./webchat/web-chat.ts";

/** Limits of a gateway. Sizes are in bytes, times in milliseconds; all are whole numbers. */
export interface GatewayLimits {
  /**
   * Largest body of a request, 1,024 to 104,857,600. The longest message that the core takes, in the longest spelling
   * that JSON has for it, fits into the default.
   * @default 1_048_576
   */
  readonly bodyBytes: number;
  /**
   * All headers of a request together, 1,024 to 65,536.
   * @default 16_384
   */
  readonly headerBytes: number;
  /**
   * Longest time for a request to arrive whole, 100 to 600,000.
   * @default 30_000
   */
  readonly requestMilliseconds: number;
  /**
   * Longest time for the headers to arrive, 100 to 600,000; at most `requestMilliseconds`.
   * @default 10_000
   */
  readonly headersMilliseconds: number;
  /**
   * How long a connection without a request stays open, 100 to 600,000. Proxies reuse connections for 60 s as a rule, and
   * must not meet one that was just closed.
   * @default 65_000
   */
  readonly idleMilliseconds: number;
  /**
   * How long open requests may take to end when the gateway closes, 0 to 60,000.
   * @default 2_000
   */
  readonly closeMilliseconds: number;
  /**
   * Pause between two heartbeats of an event stream, 1,000 to 60,000. Proxies close what is silent for 30 to 60 s.
   * @default 15_000
   */
  readonly heartbeatMilliseconds: number;
  /**
   * Events that are kept for readers who come back, 0 to 100,000.
   * @default 1_000
   */
  readonly replayEvents: number;
  /**
   * What may wait for a reader of events that does not read, 1,024 to 104,857,600; beyond, the reader is hung up on.
   * @default 1_048_576
   */
  readonly streamBufferBytes: number;
  /**
   * Readers of events at the same time, 1 to 10,000.
   * @default 100
   */
  readonly eventStreams: number;
  /**
   * Visitors of the web chat who read at the same time, 1 to 10,000. They are counted apart: however many there are, they
   * keep no operator from reading.
   * @default 1_000
   */
  readonly visitorStreams: number;
}

/** How figures are collected at `GET /metrics`. */
export interface MetricsOptions {
  /** Made by `createMetrics`. Give its `observeLock` to the bot, or the lock's figures stay empty. */
  readonly collector: Metrics;
  /**
   * The bearer token of whoever collects, 16 to 512 visible ASCII characters; it is good for nothing else. Without one,
   * figures are given to this machine alone, and not to what comes through a proxy.
   */
  readonly token?: string | undefined;
}

/** What a gateway is made of. */
export interface GatewayOptions {
  readonly bot: Bot;
  /**
   * The operator's bearer token, 16 to 512 visible ASCII characters; or a function that gives it, asked for every
   * request, so that a token can be replaced while the gateway runs. A function that throws refuses the request.
   */
  readonly token: TokenSource;
  /**
   * Where access tokens and login sessions are kept. Default: in memory, so that they end with the process.
   */
  readonly access?: AccessStore | undefined;
  /** The configuration of the program around the gateway. Default: the bot's own settings, as `bot.settings` has them. */
  readonly configuration?: Configuration | undefined;
  /** The web chat whose plugin the bot has. Without it, `POST /webchat/messages` answers 404. */
  readonly webChat?: WebChat | undefined;
  /**
   * Lets people without a login talk with the bot, in the browser at `/chat` and on pages that embed it; the bot must have
   * the web chat's plugin. Default: off.
   */
  readonly visitors?: VisitorOptions | undefined;
  /**
   * The address to listen on. Any but the machine's own needs `publicUrl`.
   * @default "127.0.0.1"
   */
  readonly host?: string | undefined;
  /**
   * The port to listen on, 0 to 65,535; 0 takes any that is free.
   * @default 7420
   */
  readonly port?: number | undefined;
  /**
   * The URL under which others reach the gateway, such as `https://bot.example.org`: requests that name another host are
   * refused. Put TLS in front of it: the token travels in every request.
   */
  readonly publicUrl?: string | undefined;
  /**
   * The path below which a proxy publishes the gateway, such as `/bots/keyturn`. Whether the proxy passes it on or takes
   * it away makes no difference.
   * @default the path of `publicUrl`, when it has one; else none
   */
  readonly basePath?: string | undefined;
  /** Further host names under which the gateway is reached, on any port. */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Addresses or networks of proxies in front, such as `["127.0.0.1"]`: of their `X-Forwarded-For` the gateway takes the
   * last address that is none of them for the client's. Default: none; the header is not looked at.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Lets a trusted proxy say who somebody is. Default: off. */
  readonly proxyIdentity?: ProxyIdentityOptions | undefined;
  /**
   * Whether the dashboard is served at `/`. Its page is the same for everybody and holds nothing of the bot; what it shows
   * asks for a login like everything else.
   * @default true
   */
  readonly dashboard?: boolean | undefined;
  /** Turns `GET /metrics` on. Default: off. */
  readonly metrics?: MetricsOptions | undefined;
  readonly limits?: Partial<GatewayLimits> | undefined;
  /** The newest lines of the log, for `GET /logs`. Default: none; the route answers 404. */
  readonly logs?: LogSource | undefined;
  /** Told of refused requests and of faults. Default: nobody. */
  readonly log?: Logger | undefined;
  /** Default: the machine's own time. */
  readonly clock?: Clock | undefined;
}

/** `GatewayOptions` with every default filled in. */
export interface CheckedGatewayOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: URL | undefined;
  /** Empty for none. */
  readonly basePath: string;
  readonly allowedHosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly limits: GatewayLimits;
}

/** The defaults of `GatewayLimits`. */
const gatewayLimitDefaults: GatewayLimits = Object.freeze({
  bodyBytes: 1_048_576,
  headerBytes: 16_384,
  requestMilliseconds: 30_000,
  headersMilliseconds: 10_000,
  idleMilliseconds: 65_000,
  closeMilliseconds: 2_000,
  heartbeatMilliseconds: 15_000,
  replayEvents: 1_000,
  streamBufferBytes: 1_048_576,
  eventStreams: 100,
  visitorStreams: 1_000,
});

const ranges: { readonly [Name in keyof GatewayLimits]: readonly [least: number, most: number] } = {
  bodyBytes: [1_024, 104_857_600],
  headerBytes: [1_024, 65_536],
  requestMilliseconds: [100, 600_000],
  headersMilliseconds: [100, 600_000],
  idleMilliseconds: [100, 600_000],
  closeMilliseconds: [0, 60_000],
  heartbeatMilliseconds: [1_000, 60_000],
  replayEvents: [0, 100_000],
  streamBufferBytes: [1_024, 104_857_600],
  eventStreams: [1, 10_000],
  visitorStreams: [1, 10_000],
};

const limitNames = [
  "bodyBytes",
  "headerBytes",
  "requestMilliseconds",
  "headersMilliseconds",
  "idleMilliseconds",
  "closeMilliseconds",
  "heartbeatMilliseconds",
  "replayEvents",
  "streamBufferBytes",
  "eventStreams",
  "visitorStreams",
] as const;

/**
 * Fills defaults in and checks what was given.
 * @throws ConfigurationError that names the option, its value (never a token's) and what is allowed.
 */
export function checkGatewayOptions(options: GatewayOptions): CheckedGatewayOptions {
  const { host = "127.0.0.1", port = 7420, allowedHosts = [], trustedProxies = [], token, proxyIdentity } = options;
  const publicUrl = options.publicUrl === undefined ? undefined : checkPublicUrl(options.publicUrl);
  if (typeof token === "string" && !tokenPattern.test(token)) {
    throw new ConfigurationError(
      `token has ${token.length} characters; it must be 16 to 512 visible ASCII characters, best 32 random bytes in base64url.`,
    );
  }
  const metricsToken = options.metrics?.token;
  if (metricsToken !== undefined && !tokenPattern.test(metricsToken)) {
    throw new ConfigurationError(
      `metrics.token has ${metricsToken.length} characters; it must be 16 to 512 visible ASCII characters.`,
    );
  }
  if (proxyIdentity !== undefined) checkProxyIdentity(proxyIdentity, trustedProxies);
  checkWhole("port", port, 0, 65_535);
  if (!isLoopback(host) && publicUrl === undefined) {
    throw new ConfigurationError(
      `host is "${host}", which others can reach. Set \`publicUrl\` to the URL under which they do, such as ` +
        "https://bot.example.org, and keep `token` secret; or leave `host` at 127.0.0.1.",
    );
  }
  const basePath = chooseBasePath(options.basePath, publicUrl);
  return { host, port, publicUrl, basePath, allowedHosts, trustedProxies, limits: checkLimits(options.limits ?? {}) };
}

/** Whether an address or name is reached from this machine alone. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}

function checkLimits(given: Partial<GatewayLimits>): GatewayLimits {
  const limits: GatewayLimits = { ...gatewayLimitDefaults, ...given };
  for (const name of limitNames) checkWhole(`limits.${name}`, limits[name], ...ranges[name]);
  if (limits.headersMilliseconds > limits.requestMilliseconds) {
    throw new ConfigurationError(
      `limits.headersMilliseconds is ${limits.headersMilliseconds}; it must be at most limits.requestMilliseconds (${limits.requestMilliseconds}).`,
    );
  }
  return limits;
}

function checkPublicUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.search === "" &&
    url.hash === ""
  ) {
    return url;
  }
  throw new ConfigurationError(
    "publicUrl is not a URL that a gateway can be reached under; expected is something like https://bot.example.org.",
  );
}

function checkWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new ConfigurationError(`${name} is ${String(value)}; it must be a whole number from ${least} to ${most}.`);
}
