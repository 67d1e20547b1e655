import { DiscordServer } from "@keyturn/testkit/discord";
import { Client, Events, GatewayIntentBits } from "discord.js";
import { expect, it } from "vitest";

/** The bot under test. `api` is where it finds Discord; in production it is left out. */
function createEchoBot(api: string): Client {
  const intents = [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.MessageContent];
  const client = new Client({ intents, rest: { api } });
  client.on(Events.MessageCreate, (message) => {
    if (!message.author.bot) void message.reply({ content: message.content, nonce: message.id, enforceNonce: true });
  });
  return client;
}

it("answers once, though the first answer of Discord was lost", async () => {
  await using server = await DiscordServer.start();
  const bot = server.addBot();
  const ada = server.addPerson("ada");
  const general = server.addChannel(server.addGuild({ members: [ada, bot] }));
  const client = createEchoBot(server.url);
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(bot.token);
  await ready;

  const route = "/channels/{channel_id}/messages";
  const lost = server.faults.next({ method: "POST", route, kind: "status", status: 502, afterCommit: true });
  ada.says(general, "hello");
  await server.waitFor(() => lost.hits === 1 && server.requests.at(-1)?.answer?.status === 200);

  expect(general.visibleMessages.map(({ author, content }) => [author.name, content])).toEqual([
    ["ada", "hello"],
    ["bot", "hello"],
  ]);
  expect(server.violations).toEqual([]);
  await client.destroy();
});
