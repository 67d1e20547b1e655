import { createSlackPlugin } from "@keyturn/adapters/slack";
import { createBot } from "@keyturn/core";
import { SlackServer } from "@keyturn/testkit/slack";

/** Asks the offline model something in a Slack of its own, and gives back what the bot says in the thread. */
export async function rehearse(question: string): Promise<string> {
  await using server = await SlackServer.start();
  const ada = server.addPerson("ada");
  const general = server.addChannel("general");
  const { botToken } = server.installation;
  const configuration = { botToken, appToken: server.app.appToken, apiUrl: server.apiUrl };
  const bot = await createBot({ plugins: [{ plugin: createSlackPlugin(), configuration }] });
  await bot.start();
  const asked = ada.says(general, `@testbot ${question}`);
  await server.delivered();
  await bot.settled();
  await bot.stop();
  return general
    .replies(asked.ts)
    .map(({ text }) => text)
    .join("\n");
}
