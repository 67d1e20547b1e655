import { Client, type ClientOptions, GatewayIntentBits, Partials, SimpleShardingStrategy } from "discord.js";
import type { DiscordOptions } from "./discord-options.ts";

/** What a client needs to hear: guilds and their threads, messages and direct messages. None of them is privileged. */
const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages];

/** Longest time of one request to the API, in milliseconds: below the 20 s that a delivery may take. */
const requestMilliseconds = 15_000;

/** A client that is not logged in, and what is needed to end it for sure. */
export interface MadeClient {
  readonly client: Client;
  /** Undefined until the client has begun to log in. */
  readonly strategy: () => SimpleShardingStrategy | undefined;
}

/** Makes a client of discord.js as the adapter needs it. @param extra settings of discord.js on top. */
export function makeClient(options: DiscordOptions, hasContent: boolean, extra: Partial<ClientOptions>): MadeClient {
  const { apiUrl, shards, shardCount } = options;
  let strategy: SimpleShardingStrategy | undefined;
  const client = new Client({
    // Direct messages are in channels that nobody announced; people change and delete messages that were never seen.
    partials: [Partials.Channel, Partials.Message],
    // For whatever is sent past the adapter's own bodies, which say the same.
    allowedMentions: { parse: [], repliedUser: false },
    shards: shards === "auto" ? "auto" : [...shards],
    ...(shardCount !== undefined && { shardCount }),
    ...extra,
    intents: hasContent ? [...intents, GatewayIntentBits.MessageContent] : intents,
    rest: { api: apiUrl, timeout: requestMilliseconds, ...extra.rest },
    ws: {
      ...extra.ws,
      buildStrategy: (manager) => {
        strategy = new SimpleShardingStrategy(manager);
        return strategy;
      },
    },
  });
  return { client, strategy: () => strategy };
}
