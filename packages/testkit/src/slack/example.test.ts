import { SlackServer } from "@keyturn/testkit/slack";
import { App } from "@slack/bolt";
import { expect, it } from "vitest";

it("answers a mention in its thread, and pings nobody", async () => {
  await using slack = await SlackServer.start();
  const ada = slack.addPerson("ada");
  const general = slack.addChannel("general");
  const app = new App({
    token: slack.installation.botToken,
    appToken: slack.app.appToken,
    socketMode: true,
    clientOptions: { slackApiUrl: slack.apiUrl },
  });
  app.event("app_mention", async ({ event, say }) => {
    await say({ text: "Hello!", thread_ts: event.ts });
  });
  await app.start();

  const question = ada.says(general, "@testbot are you there?");
  const answer = await slack.waitFor(() => general.replies(question.ts)[0]);

  expect(answer.text).toBe("Hello!");
  expect(answer.pings).toEqual([]);
  await app.stop();
});

it("posts once although the answer to the post gets lost", async () => {
  await using slack = await SlackServer.start();
  const general = slack.addChannel("general");
  const clientOptions = { slackApiUrl: slack.apiUrl, retryConfig: { retries: 0 } };
  const app = new App({ token: slack.installation.botToken, signingSecret: slack.app.signingSecret, clientOptions });

  slack.faults.loseAnswer("chat.postMessage");
  await expect(app.client.chat.postMessage({ channel: general.id, text: "once" })).rejects.toThrow();

  expect(general.visible.map(({ text }) => text)).toEqual(["once"]);
});
