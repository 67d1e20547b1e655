import {
  Client,
  type ClientOptions,
  DefaultRestOptions,
  GatewayIntentBits,
  Partials,
  type RESTOptions,
} from "discord.js";
import type { DiscordOptions } from "./discord-options.ts";
import { GuardedShards } from "./guarded-shards.ts";

/** What a client needs to hear: guilds and their threads, messages and direct messages. None of them is privileged. */
const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages];

/** Longest time of one request to the API, in milliseconds: below the 20 s that a delivery may take. */
const requestMilliseconds = 15_000;

/** A client that is not logged in, and what is needed to end it for sure. */
export interface MadeClient {
  readonly client: Client;
  /** Undefined until the client has begun to log in. */
  readonly shards: () => GuardedShards | undefined;
}

/** What a client is made of. */
export interface ClientParts {
  readonly options: DiscordOptions;
  /** Whether to ask for the intent for message content. */
  readonly hasContent: boolean;
  /** Settings of discord.js on top. */
  readonly extra: Partial<ClientOptions>;
  /** Told what goes wrong inside the library, where its caller would not hear of it. */
  readonly onTrouble: (error: unknown) => void;
  /** Aborts when nothing may be asked of Discord any more; what is under way then is broken off. */
  readonly over: AbortSignal;
}

/** Makes a client of discord.js as the adapter needs it. */
export function makeClient({ options, hasContent, extra, onTrouble, over }: ClientParts): MadeClient {
  const { apiUrl, shards, shardCount } = options;
  let guarded: GuardedShards | undefined;
  const client = new Client({
    // Direct messages are in channels that nobody announced; people change and delete messages that were never seen.
    partials: [Partials.Channel, Partials.Message],
    // For whatever is sent past the adapter's own bodies, which say the same.
    allowedMentions: { parse: [], repliedUser: false },
    shards: shards === "auto" ? "auto" : [...shards],
    ...(shardCount !== undefined && { shardCount }),
    ...extra,
    intents: hasContent ? [...intents, GatewayIntentBits.MessageContent] : intents,
    rest: {
      api: apiUrl,
      timeout: requestMilliseconds,
      ...extra.rest,
      makeRequest: endedBy(over, extra.rest?.makeRequest),
    },
    ws: {
      ...extra.ws,
      buildStrategy: (manager) => {
        guarded = new GuardedShards(manager, onTrouble);
        return guarded;
      },
    },
  });
  guardEvents(client, onTrouble);
  return { client, shards: () => guarded };
}

/** Makes requests until the signal aborts: the library would go on with its retries. */
function endedBy(over: AbortSignal, request: RESTOptions["makeRequest"] = DefaultRestOptions.makeRequest) {
  return async (...[url, init]: Parameters<RESTOptions["makeRequest"]>) => {
    over.throwIfAborted();
    const ending = new AbortController();
    const end = () => ending.abort();
    const { signal } = init;
    over.addEventListener("abort", end, { once: true });
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted === true) end();
    try {
      return await request(url, { ...init, signal: ending.signal });
    } finally {
      over.removeEventListener("abort", end);
      signal?.removeEventListener("abort", end);
    }
  };
}

/**
 * What the library throws while it handles an event would end the process: it does so at one that makes no sense, and at the
 * news that a session was taken up which has been ended since.
 */
function guardEvents({ ws }: Client, onTrouble: (error: unknown) => void): void {
  const handle: unknown = Reflect.get(ws, "handlePacket");
  if (typeof handle !== "function") return;
  const value = (...values: unknown[]): unknown => {
    try {
      return Reflect.apply(handle, ws, values);
    } catch (error) {
      onTrouble(error);
      return false;
    }
  };
  Object.defineProperty(ws, "handlePacket", { value });
}
