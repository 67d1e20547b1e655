import { request } from "node:http";
import { text } from "node:stream/consumers";
import { type RawRequest, signRequest } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import type { RunningBot } from "./support/running-bot.ts";
import { useSlack } from "./support/slack-stage.ts";
import { useStage } from "./support/stage.ts";

const stage = useStage();
const slack = useSlack();

/** Starts the bot in HTTP mode and lets Slack send to it. */
async function startBot(environment: Readonly<Record<string, string>> = {}): Promise<RunningBot> {
  const bot = await stage.startBot({
    parameters: ["--model", "offline/eliza"],
    environment: { ...slack.httpEnvironment(), ...environment },
  });
  expect(await slack.server.useRequestUrl(`${bot.url}/hooks/slack/events`)).toBe(true);
  return bot;
}

const body = JSON.stringify({ type: "event_callback", event_id: "Ev1", event: { type: "message" } });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

describe(promises("slack-by-tokens", "slack-signatures") + "keyturn start with SLACK_SIGNING_SECRET", () => {
  it("answers what Slack sends to /hooks/slack/events, after the challenge", async () => {
    const { ada, general } = slack.scene;
    const bot = await startBot();
    const question = ada.says(general, "@testbot I am sad");
    expect(await slack.answerTo(question)).not.toBe("");
    const sessions = async () => (await bot.client.list()).items;
    await expect.poll(sessions, { timeout: 20_000 }).toMatchObject([{ entries: 2, running: null }]);
    const direct = ada.opensDirect(slack.server.installation);
    expect(await ada.runs(direct, "/keyturn", "status").result).toMatchObject({ isAcknowledged: true });
    await slack.server.waitFor(() => direct.ephemerals[0]);
    expect(await bot.client.adapters.read("slack")).toMatchObject({ state: "connected", hasWebhook: true });
    expect(slack.server.sockets).toEqual([]);
  });

  it("is reached below the path and by the name under which a proxy publishes it, and by no other name", async () => {
    const bot = await stage.startBot({
      environment: { ...slack.httpEnvironment(), KEYTURN_PUBLIC_URL: "https://bot.example.org/bots/k" },
    });
    const { origin } = new URL(bot.url);
    const challenge = JSON.stringify({ type: "url_verification", challenge: "c-1" });
    const kept = await postTo(`${origin}/bots/k/hooks/slack/events`, "bot.example.org", challenge);
    const removed = await postTo(`${origin}/hooks/slack/events`, "bot.example.org", challenge);
    expect([kept, removed]).toEqual([
      { status: 200, body: "c-1" },
      { status: 200, body: "c-1" },
    ]);
    const evil = await postTo(`${origin}/bots/k/hooks/slack/events`, "evil.example", challenge);
    expect(evil.body).not.toContain("c-1");
    expect(evil.status).toBe(421);
  });

  it("refuses what Slack did not sign, or not lately, whatever it is", async () => {
    const bot = await startBot();
    const attacks: Readonly<Record<string, RawRequest>> = {
      "a wrong secret": { body, secret: "another" },
      "no signature": { body, signature: "" },
      "a signature of another form": { body, signature: "v0=00" },
      "the signature of another body": { body, signature: signed(inSeconds(0), `${body} `) },
      "the signature of another time": { body, timestamp: inSeconds(-1), signature: signed(inSeconds(0), body) },
      "six minutes ago": { body, timestamp: inSeconds(-360) },
      "in six minutes": { body, timestamp: inSeconds(360) },
      "no time": { body, timestamp: "soon" },
      "a question for the certificate": { ...form("ssl_check=1"), secret: "another" },
      "a challenge": { body: '{"type":"url_verification","challenge":"c"}', secret: "another" },
      "a command": { ...form("command=%2Freset&team_id=T1"), secret: "another" },
    };
    expect(await answersTo(attacks)).toEqual(
      Object.fromEntries(Object.keys(attacks).map((name) => [name, { status: 401, body: "" }])),
    );
    expect((await bot.client.list()).items).toEqual([]);
  });

  it("answers what Slack signed, and what is none of Slack's forms, with statuses of their own", async () => {
    const bot = await startBot();
    const answers = await answersTo({
      "a character set behind the type": { body, contentType: "application/json; charset=utf-8" },
      "a question for the certificate": form("ssl_check=1&token=x"),
      "broken JSON": { body: "{" },
      "another type": { body: "<a/>", contentType: "text/xml" },
      "a body over the limit": { body: JSON.stringify({ filler: "x".repeat(1_048_577) }) },
    });
    expect(Object.values(answers).map(({ status }) => status)).toEqual([200, 200, 400, 400, 413]);
    expect((await fetch(`${bot.url}/hooks/slack/events`)).status).toBe(405);
    expect((await fetch(`${bot.url}/hooks/slacks/events`, { method: "POST", body })).status).toBe(404);
  });

  it("does nothing twice when a request is copied, and still hears of what is new", async () => {
    const { ada, general } = slack.scene;
    const bot = await startBot();
    const question = ada.says(general, "@testbot I am sad");
    const sessions = async () => (await bot.client.list()).items;
    await expect.poll(sessions, { timeout: 20_000 }).toMatchObject([{ entries: 2, running: null }]);
    for (const delivery of slack.server.deliveries) {
      const copy = { body: JSON.stringify(delivery.body) };
      expect(await slack.server.post(copy)).toMatchObject({ status: 200 });
      expect(await slack.server.post(copy)).toMatchObject({ status: 200 });
    }
    ada.says(general, "and now?", { thread: question });
    await expect.poll(sessions, { timeout: 20_000 }).toMatchObject([{ entries: 4, running: null }]);
  });

  it("tells no secret in its log, whatever is sent", async () => {
    const bot = await startBot({ KEYTURN_LOG_LEVEL: "debug" });
    await slack.server.post({ body, secret: "another" });
    await slack.server.post({ body: "{" });
    const said = bot.process.output + bot.process.errors;
    const { app, installation } = slack.server;
    expect([app.signingSecret, installation.botToken].filter((secret) => said.includes(secret))).toEqual([]);
  });
});

/** What Slack is answered to each of some requests. */
async function answersTo(requests: Readonly<Record<string, RawRequest>>) {
  const answers: Record<string, { readonly status: number; readonly body: string }> = {};
  for (const [name, sent] of Object.entries(requests)) {
    const answer = await slack.server.post(sent);
    answers[name] = { status: answer.status, body: answer.body };
  }
  return answers;
}

function form(fields: string): RawRequest {
  return { body: fields, contentType: "application/x-www-form-urlencoded" };
}

function signed(timestamp: number, signedBody: string): string {
  return signRequest(slack.server.app.signingSecret, timestamp, signedBody);
}

/** Posts with a host of one's own, which `fetch` does not allow. */
async function postTo(url: string, host: string, sent: string): Promise<{ status: number | undefined; body: string }> {
  const timestamp = inSeconds(0);
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      "content-type": "application/json",
      "x-slack-request-timestamp": `${timestamp}`,
      "x-slack-signature": signed(timestamp, sent),
    };
    const call = request(url, { method: "POST", headers }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, body: answer }), reject);
    });
    call.on("error", reject);
    call.end(sent);
  });
}
