/**
 * A bot on Slack that answers each message with "re: " and the message, on a data folder, until it is killed. In HTTP mode it
 * says on which port it listens.
 */
import { createSlackPlugin } from "@keyturn/adapters/slack";
import { createBot } from "@keyturn/core";
import { createInstantRunner } from "@keyturn/testkit";
import { serveWebhook } from "../../../packages/adapters/test-support/serve-webhook.ts";

const [folder = "", apiUrl = "", botToken = "", mode = "", secret = ""] = process.argv.slice(2);

const proof = mode === "socket" ? { appToken: secret } : { signingSecret: secret };
const bot = await createBot({
  store: { kind: "lowdb", folder },
  turnRunner: createInstantRunner(),
  plugins: [{ plugin: createSlackPlugin(), configuration: { botToken, ...proof, apiUrl } }],
});
await bot.start();
if (mode === "http") process.stdout.write(new URL((await serveWebhook(() => bot, "slack")).url).port);
