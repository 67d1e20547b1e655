import { createDiscordPlugin } from "@keyturn/adapters/discord";
import { createBot } from "@keyturn/core";
import { DiscordServer } from "@keyturn/testkit/discord";

/** Asks the offline model something on a Discord of its own, and gives back what the bot says in the thread. */
export async function rehearse(question: string): Promise<string> {
  await using server = await DiscordServer.start();
  const account = server.addBot();
  const ada = server.addPerson("ada");
  const general = server.addChannel(server.addGuild({ members: [ada, account] }));
  const bot = await createBot({
    plugins: [{ plugin: createDiscordPlugin(), configuration: { token: account.token, apiUrl: server.url } }],
  });
  await bot.start();
  const asked = ada.says(general, `<@${account.id}> ${question}`);
  const thread = await server.waitFor(() => server.world.channels.get(asked.id));
  await bot.settled();
  await bot.stop();
  return thread.visibleMessages.map(({ content }) => content).join("\n");
}
