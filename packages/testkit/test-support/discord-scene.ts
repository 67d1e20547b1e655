import type { Client, ClientOptions } from "discord.js";
import { type DiscordServerOptions, DiscordServer } from "../src/discord/index.ts";
import { createClient, logIn } from "./discord-client.ts";

/** A server with one guild, one channel, one person and one bot, whose real client is logged in. */
export async function openDiscordScene(options: DiscordServerOptions = {}, clientOptions: Partial<ClientOptions> = {}) {
  const server = await DiscordServer.start(options);
  const bot = server.addBot();
  const ada = server.addPerson("ada");
  const guild = server.addGuild({ members: [ada, bot] });
  const general = server.addChannel(guild);
  const client: Client = createClient(server, clientOptions);
  const problems: unknown[] = [];
  client.on("error", (error) => problems.push(error));
  await logIn(client, bot.token);
  return {
    server,
    bot,
    ada,
    guild,
    general,
    client,
    problems,
    async [Symbol.asyncDispose]() {
      await client.destroy();
      await server.close();
    },
  };
}
