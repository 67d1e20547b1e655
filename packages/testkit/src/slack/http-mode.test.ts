import { type IncomingHttpHeaders, type Server, createServer } from "node:http";
import type { App } from "@slack/bolt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHttpBolt } from "../../test-support/start-bolt.ts";
import { ManualClock } from "../manual-clock.ts";
import { type Channel, type Person, SlackServer, signRequest, slackLimits } from "./index.ts";
import { fieldOf, parseJson } from "./read.ts";

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the request URL answers the next requests; undefined for never, and 200 when none is left. */
let statuses: (number | undefined)[];
let received: Received[];
let clock: ManualClock;
let slack: SlackServer;
let ada: Person;
let general: Channel;
let url: string;
let endpoint: Server;

beforeEach(async () => {
  clock = new ManualClock();
  slack = await SlackServer.start({ clock });
  ada = slack.addPerson("ada");
  general = slack.addChannel("general");
  statuses = [];
  received = [];
  endpoint = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const challenge = fieldOf(parseJson(body), "challenge");
      if (typeof challenge === "string") return void response.end(JSON.stringify({ challenge }));
      received.push({ headers: request.headers, body });
      const status = statuses.length > 0 ? statuses.shift() : 200;
      const headers = status === 400 ? { "x-slack-no-retry": "1" } : {};
      if (status !== undefined) response.writeHead(status, headers).end();
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${String(fieldOf(endpoint.address(), "port"))}/events`;
  expect(await slack.useRequestUrl(url)).toBe(true);
});

afterEach(async () => {
  await slack.close();
  endpoint.closeAllConnections();
  await new Promise((resolve) => endpoint.close(resolve));
});

describe("a request URL", () => {
  it("is taken when it answers the challenge, and only then", async () => {
    const app = slack.addApp();
    const silent = createServer((_request, response) => response.end("no"));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const other = `http://127.0.0.1:${String(fieldOf(silent.address(), "port"))}`;
    expect(await slack.useRequestUrl(other, app)).toBe(false);
    expect(app.requestUrl).toBeUndefined();
    await new Promise((resolve) => silent.close(resolve));
  });

  it("gets events as JSON with Slack's signature, and no retry headers the first time", async () => {
    ada.says(general, "hello");
    await slack.delivered();
    const [{ headers, body } = { headers: {}, body: "" }] = received;
    const timestamp = String(headers["x-slack-request-timestamp"]);
    expect(Number(timestamp)).toBe(Math.floor(clock.now() / 1_000));
    expect(headers["x-slack-signature"]).toBe(signRequest(slack.app.signingSecret, timestamp, body));
    expect(headers).not.toHaveProperty("x-slack-retry-num");
    expect(JSON.parse(body)).toMatchObject({ type: "event_callback", event: { text: "hello" } });
  });

  it("gets commands and clicks as forms", async () => {
    await ada.runs(general, "/reset", "a & b").result;
    const form = new URLSearchParams(received[0]?.body);
    expect(Object.fromEntries(form)).toMatchObject({ command: "/reset", text: "a &amp; b", user_id: ada.id });
  });

  it("gets what it failed to take again: at once, after a minute, after five more", async () => {
    statuses = [500, 500, 500, 500];
    ada.says(general, "hello");
    await slack.waitFor(() => slack.deliveries[0]?.attempts.length === 2);
    await slack.waitFor(() => clock.pendingTimers === 1);
    await clock.advance(60_000);
    await slack.waitFor(() => slack.deliveries[0]?.attempts.length === 3);
    await slack.waitFor(() => clock.pendingTimers === 1);
    await clock.advance(300_000);
    await slack.delivered();
    const retries = received.map(({ headers }) => [headers["x-slack-retry-num"], headers["x-slack-retry-reason"]]);
    expect(retries).toEqual([
      [undefined, undefined],
      ["1", "http_error"],
      ["2", "http_error"],
      ["3", "http_error"],
    ]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(slack.deliveries[0]).toMatchObject({ isAcknowledged: false });
  });

  it("is too slow after three seconds", async () => {
    statuses = [undefined];
    ada.says(general, "hello");
    await slack.waitFor(() => slack.deliveries[0]?.attempts.length === 1);
    await clock.advance(slackLimits.acknowledgement);
    await slack.delivered();
    expect(received[1]?.headers["x-slack-retry-reason"]).toBe("http_timeout");
  });

  it("can ask for no retry", async () => {
    statuses = [400];
    ada.says(general, "hello");
    await slack.delivered();
    expect(received).toHaveLength(1);
  });

  it("makes a command fail for the person at once", async () => {
    statuses = [500];
    expect(await ada.runs(general, "/reset").result).toMatchObject({ error: "http_error" });
    expect(received).toHaveLength(1);
  });
});

describe("the real Bolt behind a request URL", () => {
  it("refuses what is not signed or too old and forms with a charset, and takes what comes from the future", async () => {
    const texts: unknown[] = [];
    await using real = await SlackServer.start();
    const bolt = await startHttpBolt(real, (app: App) =>
      app.message(async ({ message }) => void texts.push(fieldOf(message, "text"))),
    );
    const event = { type: "message", channel: "C1", user: "U1", text: "hi", ts: "1.000001" };
    const body = JSON.stringify({ type: "event_callback", team_id: real.workspace.id, event });
    const now = Math.floor(Date.now() / 1_000);
    const statusOf = async (request: object) => (await real.post({ body, ...request })).status;
    expect(await statusOf({ secret: "wrong" })).toBe(401);
    expect(await statusOf({ signature: "" })).toBe(401);
    expect(await statusOf({ signature: "v1=00" })).toBe(401);
    expect(await statusOf({ timestamp: now - 301 })).toBe(401);
    expect(await statusOf({ timestamp: now, signature: signRequest(real.app.signingSecret, now - 1, body) })).toBe(401);
    expect(texts).toEqual([]);
    expect(await statusOf({ timestamp: now + 3_600 })).toBe(200);
    expect(await statusOf({ contentType: "application/x-www-form-urlencoded; charset=utf-8", body: "a=b" })).toBe(400);
    expect(texts).toEqual(["hi"]);
    await bolt.stop();
  });
});
