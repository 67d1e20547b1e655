import { Client, type ClientOptions, Events, GatewayIntentBits, Options, Partials } from "discord.js";
import type { DiscordServer } from "../src/discord/index.ts";

/** The intents of a bot that reads messages everywhere. */
export const usualIntents = [
  GatewayIntentBits.Guilds,
  GatewayIntentBits.GuildMessages,
  GatewayIntentBits.GuildMessageReactions,
  GatewayIntentBits.GuildMessageTyping,
  GatewayIntentBits.DirectMessages,
  GatewayIntentBits.MessageContent,
];

/** The real client, pointed at the server. Between two logins it waits for nothing, where Discord asks for 5 s. */
export function createClient(server: DiscordServer, options: Partial<ClientOptions> = {}): Client {
  return new Client({
    intents: usualIntents,
    partials: [Partials.Channel, Partials.Message, Partials.Reaction],
    makeCache: Options.cacheEverything(),
    ...options,
    rest: { api: server.url, ...options.rest },
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }), ...options.ws },
  });
}

/** Logs in and waits until the client says that it is ready. */
export async function logIn(client: Client, token: string): Promise<void> {
  const ready = new Promise<void>((resolve) => client.once("clientReady", () => resolve()));
  await client.login(token);
  await ready;
}

/** What a client heard. */
export interface Heard {
  /** The contents, in order. */
  readonly texts: readonly string[];
  /** Resolves with the next content that no earlier call gave. */
  next(): Promise<string>;
}

/** Listens to the messages that a client gets. */
export function hear(client: Client): Heard {
  const texts: string[] = [];
  const waiting: (() => void)[] = [];
  let given = 0;
  client.on(Events.MessageCreate, ({ content }) => {
    texts.push(content);
    waiting.shift()?.();
  });
  return {
    texts,
    async next() {
      const index = given;
      given += 1;
      if (texts.length <= index) await new Promise<void>((resolve) => waiting.push(resolve));
      return texts[index] ?? "";
    },
  };
}
