/** A bot on Slack that answers each message with "re: " and the message, on a data folder, until it is killed. */
import { createSlackPlugin } from "@keyturn/adapters/slack";
import { createBot } from "@keyturn/core";
import { createInstantRunner } from "@keyturn/testkit";

const [folder = "", apiUrl = "", botToken = "", appToken = ""] = process.argv.slice(2);

const bot = await createBot({
  store: { kind: "lowdb", folder },
  turnRunner: createInstantRunner(),
  plugins: [{ plugin: createSlackPlugin(), configuration: { botToken, appToken, apiUrl } }],
});
await bot.start();
