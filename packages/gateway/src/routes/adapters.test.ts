import { createHmac, timingSafeEqual } from "node:crypto";
import { type Channel, type ChannelReport, ConfigurationError, definePlugin } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { bearerOf, makeToken } from "../../test-support/access.ts";
import { type OpenGateway, openGateway } from "../../test-support/open-gateway.ts";
import { exchangeRaw, statusOfRaw } from "../../test-support/exchange.ts";
import { codeOf } from "../../test-support/problems.ts";

const signingSecret = "a-secret-that-the-service-knows";

/** A chat service that signs what it sends, as an adapter sees it. */
class SignedChannel implements Channel {
  readonly name = "signed";
  readonly assurance = "none";
  readonly received: Buffer[] = [];
  report: (news: ChannelReport) => void = () => undefined;
  startResult: () => Promise<void> = () => Promise.resolve();
  answer: (body: Buffer) => Promise<Response> = () => Promise.resolve(new Response("taken", { status: 202 }));

  send = () => Promise.resolve({});

  start(report: (news: ChannelReport) => void): Promise<void> {
    this.report = report;
    return this.startResult();
  }

  async webhook(request: Request): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer());
    const given = Buffer.from(request.headers.get("x-signature") ?? "", "hex");
    const right = createHmac("sha256", signingSecret).update(body).digest();
    if (given.length !== right.length || !timingSafeEqual(given, right)) return new Response("no", { status: 401 });
    this.received.push(body);
    return this.answer(body);
  }
}

async function openSigned(channel = new SignedChannel()): Promise<{ open: OpenGateway; channel: SignedChannel }> {
  const plugin = definePlugin({
    name: "signed",
    version: "1.0.0",
    setup(context) {
      context.channel(channel);
      context.channel({ name: "deaf", assurance: "none", send: () => Promise.resolve({}) });
    },
  });
  return { open: await openGateway({ bot: { plugins: [plugin] } }), channel };
}

function post(
  open: OpenGateway,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  path = "/hooks/signed/events",
) {
  const signature = createHmac("sha256", signingSecret).update(body).digest("hex");
  return open.exchange({ method: "POST", path, headers: { "X-Signature": signature, ...headers }, body });
}

describe("POST /hooks/:adapter/:path", () => {
  it("hands the bytes to the adapter as they came, of whatever type, and gives its answer", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    const answer = await post(open, "payload=%7B%22a%22%3A1%7D&x= \u00ff", {
      "Content-Type": "application/x-www-form-urlencoded; charset=utf-8",
    });
    expect([answer.status, answer.text]).toEqual([202, "taken"]);
    expect(channel.received[0]?.toString()).toBe("payload=%7B%22a%22%3A1%7D&x= \u00ff");
  });

  it("refuses what is not signed, was changed by a byte, or has a signature of nothing", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    for (const signature of ["", "00", "f".repeat(64)]) {
      expect((await post(open, "{}", { "X-Signature": signature })).status).toBe(401);
    }
    expect(channel.received).toEqual([]);
  });

  it.each([
    ["is misconfigured (T25)", () => Promise.reject(new ConfigurationError("The signing secret is blank."))],
    ["has failed", () => Promise.reject(new Error("no route to host"))],
  ])("answers 503 while the adapter %s, and nothing of it runs", async (_what, startResult) => {
    const channel = new SignedChannel();
    channel.startResult = startResult;
    const { open } = await openSigned(channel);
    await using _open = open;
    const answer = await post(open, "{}");
    expect([answer.status, codeOf(answer)]).toEqual([503, "WEBHOOK_UNAVAILABLE"]);
    expect(channel.received).toEqual([]);
  });

  it("knows no other adapter, and none that takes nothing over HTTP", async () => {
    const { open } = await openSigned();
    await using _open = open;
    for (const path of ["/hooks/nobody/events", "/hooks/deaf/events", "/hooks/..%2F/events", "/hooks/%E0%A4%A/x"]) {
      const answer = await post(open, "{}", {}, path);
      expect([answer.status, codeOf(answer)]).toEqual([404, "ADAPTER_NOT_FOUND"]);
    }
    for (const path of ["/hooks", "/hooks/signed", "/hooks/signed/", "/hooks/signed/a/b"]) {
      expect((await post(open, "{}", {}, path)).status).toBe(404);
    }
  });

  it("takes no more than the limit, chunked or not", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    const large = "x".repeat(1_048_577);
    const answer = await post(open, large);
    expect([answer.status, codeOf(answer)]).toEqual([413, "BODY_TOO_LARGE"]);
    const head =
      "POST /hooks/signed/events HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    const chunked = await exchangeRaw(open.url, `${head}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`);
    expect(statusOfRaw(chunked)).toBe(413);
    expect(channel.received).toEqual([]);
  });

  it("passes the guard: the host's name, and no page of somebody else", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    expect((await post(open, "{}", { Host: "evil.example" })).status).toBe(421);
    expect((await post(open, "{}", { Upgrade: "websocket" })).status).toBe(426);
    expect((await post(open, "{}", { Origin: "https://evil.example" })).status).toBe(403);
    expect(channel.received).toEqual([]);
  });

  it("outlives an adapter that throws, and one that does not answer", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    channel.answer = () => Promise.reject(new Error("xoxb-secret"));
    const failed = await post(open, "{}");
    expect([failed.status, codeOf(failed)]).toEqual([500, "INTERNAL_ERROR"]);
    expect(failed.text).not.toContain("xoxb");
    // 1. The adapter takes the message and hangs.
    const taken = new Promise<void>((resolve) => {
      channel.answer = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const hanging = post(open, "{}");
    await taken;
    // 2. Ten seconds pass.
    await open.clock.advance(10_000);
    expect([(await hanging).status, codeOf(await hanging)]).toEqual([503, "WEBHOOK_UNAVAILABLE"]);
  });
});

describe("the adapters", () => {
  it("are listed with how they stand, one by one too", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    channel.report({ state: "reconnecting", reason: "The connection was lost." });
    const list = await open.ask("GET", "/adapters");
    expect(list.json()).toMatchObject({
      items: [
        {
          name: "signed",
          state: "reconnecting",
          reason: "The connection was lost.",
          reconnects: 0,
          lastError: { reason: "The connection was lost." },
          lastEventAt: null,
          hasWebhook: true,
        },
        { name: "deaf", state: "connected", reason: null, hasWebhook: false },
      ],
    });
    expect((await open.ask("GET", "/adapters/signed")).json()).toMatchObject({ state: "reconnecting" });
    const unknown = await open.ask("GET", "/adapters/nobody");
    expect([unknown.status, codeOf(unknown)]).toEqual([404, "ADAPTER_NOT_FOUND"]);
  });

  it("tell of each change on the event stream", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    const reader = await open.events("?topics=adapter");
    channel.report({ state: "reconnecting", reason: "The connection was lost." });
    channel.report({ state: "connected" });
    const first = await reader.nextOf("adapter.change");
    expect(first.data).toMatchObject({ adapter: { name: "signed", state: "reconnecting" } });
    const second = await reader.nextOf("adapter.change");
    expect(second.data).toMatchObject({ adapter: { state: "connected", reason: null, reconnects: 1 } });
  });

  it("are restarted by admins, once at a time, which is written down", async () => {
    const { open, channel } = await openSigned();
    await using _open = open;
    const { token } = await makeToken(open, "operator");
    const path = "/api/v1/adapters/signed/restart";
    expect((await open.exchange({ method: "POST", path, headers: bearerOf(token) })).status).toBe(403);
    channel.startResult = () => new Promise(() => undefined);
    const answer = await open.ask("POST", "/adapters/signed/restart", { reason: "it hangs" });
    expect(answer.status).toBe(202);
    const again = await open.ask("POST", "/adapters/signed/restart");
    expect([again.status, codeOf(again)]).toEqual([409, "ADAPTER_RESTARTING"]);
    expect((await open.ask("POST", "/adapters/nobody/restart")).status).toBe(404);
    const written = (await open.bot.audit(10)).map(({ operation, target, outcome }) => [operation, target, outcome]);
    expect(written).toContainEqual(["adapter.restart", "signed", "done"]);
  });
});
