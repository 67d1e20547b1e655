import { request } from "node:http";
import { signRequest } from "@keyturn/testkit/slack";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type SlackBot, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { promises } from "../requirements.ts";

/** A signed message to the bot, as Slack sends it. */
function signedMessage({ slack, ada, clock }: SlackBot, text = "hello") {
  const direct = ada.opensDirect(slack.installation);
  const event = {
    type: "message",
    channel: direct.id,
    channel_type: "im",
    user: ada.id,
    text,
    ts: "1893456000.000900",
  };
  const body = JSON.stringify({ type: "event_callback", team_id: slack.workspace.id, event_id: "Ev1", event });
  const timestamp = Math.floor(clock.now() / 1_000);
  return { body, timestamp, signature: signRequest(slack.app.signingSecret, timestamp, body) };
}

/** Posts with exactly these headers, also twice the same one, which `fetch` would join. */
function postRaw(url: string, headers: readonly string[], body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", headers: ["host", new URL(url).host, ...headers] }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

const open = () => openSlackBot({ mode: "http" });

describe(`${promises("slack-signatures", "bad-input")}a request that says it is Slack's`, () => {
  it("is taken within five minutes of its time, on both sides, and not a second outside of them", async () => {
    await using test = await open();
    const { slack } = test;
    for (const [seconds, status] of [
      [-301, 401],
      [-300, 200],
      [0, 200],
      [300, 200],
      [301, 401],
    ] as const) {
      const { body, timestamp } = signedMessage(test);
      expect([seconds, (await slack.post({ body, timestamp: timestamp + seconds })).status]).toEqual([seconds, status]);
    }
    expect((await test.runner.nextRun()).texts).toEqual(["hello"]);
    expect(test.runner.runs).toHaveLength(1);
  });

  it("is refused when any one byte of it is another: body, time or signature", async () => {
    await using test = await open();
    const { slack, runner, bot } = test;
    const { body, timestamp, signature } = signedMessage(test);
    const part = fc.constantFrom("body" as const, "timestamp" as const, "signature" as const);
    await fc.assert(
      fc.asyncProperty(part, fc.nat(), fc.integer({ min: 1, max: 9 }), async (spoilt, position, by) => {
        const change = (text: string): string => {
          const at = position % text.length;
          const other = String.fromCharCode(((text.charCodeAt(at) - 33 + by) % 94) + 33);
          return text.slice(0, at) + other + text.slice(at + 1);
        };
        const sent = { body, timestamp: String(timestamp), signature };
        const { status } = await slack.post({ ...sent, [spoilt]: change(sent[spoilt]) });
        expect(status).toBe(401);
      }),
      { numRuns: 200 },
    );
    await bot.settled();
    expect(runner.runs).toEqual([]);
    expect((await slack.post({ body, timestamp, signature })).status).toBe(200);
    expect((await runner.nextRun()).texts).toEqual(["hello"]);
  });

  it("is refused without one of its headers, with an empty one, and with one twice", async () => {
    await using test = await open();
    const { site, runner, bot } = test;
    const url = site?.url ?? expect.fail("there is no site");
    const { body, timestamp, signature } = signedMessage(test);
    const type = ["content-type", "application/json"];
    const time = ["x-slack-request-timestamp", String(timestamp)];
    const sign = ["x-slack-signature", signature];
    const attacks = {
      "no time": [...type, ...sign],
      "no signature": [...type, ...time],
      neither: type,
      "an empty time": [...type, "x-slack-request-timestamp", "", ...sign],
      "an empty signature": [...type, ...time, "x-slack-signature", ""],
      "two signatures, the right one first": [...type, ...time, ...sign, "x-slack-signature", "v0=00"],
      "two signatures, the right one last": [...type, ...time, "x-slack-signature", "v0=00", ...sign],
      "the signature twice": [...type, ...time, ...sign, ...sign],
      "two times": [...type, ...time, "x-slack-request-timestamp", "1", ...sign],
      "a signature in capitals": [...type, ...time, "x-slack-signature", signature.toUpperCase()],
      "another version": [...type, ...time, "x-slack-signature", signature.replace("v0", "v1")],
      "a time with a sign": [...type, "x-slack-request-timestamp", `+${timestamp}`, ...sign],
      "a time in hexadecimal": [...type, "x-slack-request-timestamp", `0x${timestamp.toString(16)}`, ...sign],
      "a time in milliseconds": [...type, "x-slack-request-timestamp", `${timestamp}000`, ...sign],
    };
    for (const [attack, headers] of Object.entries(attacks)) {
      expect([attack, await postRaw(url, headers, body)]).toEqual([attack, 401]);
    }
    await bot.settled();
    expect(runner.runs).toEqual([]);
    expect(await postRaw(url, [...type, ...time, ...sign], body)).toBe(200);
    expect((await runner.nextRun()).texts).toEqual(["hello"]);
  });

  it("is refused when another app signed it, and when its signature is of another body", async () => {
    await using test = await open();
    const { slack } = test;
    const other = slack.addApp({ name: "Other" });
    const { body, timestamp, signature } = signedMessage(test);
    expect((await slack.post({ body, timestamp, secret: other.signingSecret })).status).toBe(401);
    expect((await slack.post({ body, timestamp, secret: "" })).status).toBe(401);
    expect((await slack.post({ body: signedMessage(test, "other words").body, timestamp, signature })).status).toBe(
      401,
    );
    expect((await slack.post({ body: `${body} `, timestamp, signature })).status).toBe(401);
    expect((await slack.post({ body: "", timestamp, signature })).status).toBe(401);
  });

  it("does nothing when it is repeated: a click, a command, a message, at any time", async () => {
    await using test = await open();
    const { slack, ada, runner, clock, bot } = test;
    const direct = ada.opensDirect(slack.installation);
    const { body, timestamp, signature } = signedMessage(test);
    for (let time = 0; time < 3; time += 1) await slack.post({ body, timestamp, signature });
    (await runner.nextRun()).answer("Once.");
    const answer = await slack.waitFor(() => direct.messages.find(({ text }) => text === "Once."));
    await bot.settled();
    // 1. A command, and somebody who recorded it.
    const command = ada.runs(direct, "/keyturn", "status");
    await command.result;
    await slack.waitFor(() => direct.ephemerals[0]);
    const form = new URLSearchParams(
      Object.entries(command.delivery.body).map(([name, value]) => [name, String(value)] as [string, string]),
    );
    const contentType = "application/x-www-form-urlencoded";
    const recorded = { body: form.toString(), contentType, timestamp };
    for (let time = 0; time < 3; time += 1) expect((await slack.post(recorded)).status).toBe(200);
    // 2. A click, likewise.
    const click = ada.clicks(answer, "keyturn.regenerate");
    await click.result;
    (await runner.nextRun()).answer("Twice.");
    await bot.settled();
    const payload = new URLSearchParams({ payload: JSON.stringify(click.delivery.body) }).toString();
    for (let time = 0; time < 3; time += 1) await slack.post({ body: payload, contentType, timestamp });
    await bot.settled();
    expect(runner.runs).toHaveLength(2);
    expect(direct.ephemerals.filter(({ text }) => !text.includes("newer answer"))).toHaveLength(1);
    // 3. Later its time is over.
    await clock.advance(301_000);
    expect((await slack.post(recorded)).status).toBe(401);
  });
});
