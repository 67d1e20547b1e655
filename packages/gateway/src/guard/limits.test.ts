import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { exchangeRaw, statusOfRaw } from "../../test-support/exchange.ts";
import { bearer, openGateway, testToken } from "../../test-support/open-gateway.ts";
import { codeOf } from "../../test-support/problems.ts";

const megabyte = 1024 * 1024;
const json = { ...bearer, "Content-Type": "application/json" };

describe("the limits of a request (T46)", () => {
  it("refuse a body that says it is too large, before it is read and before the token is looked at", async () => {
    await using open = await openGateway();
    for (const headers of [json, {}]) {
      const head = Object.entries({ ...headers, "Content-Length": String(2 * megabyte) })
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join("");
      const lines = `POST /api/v1/webchat/messages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}\r\n`;
      expect(statusOfRaw(await exchangeRaw(open.url, lines))).toBe(413);
    }
  });

  it("refuse a chunked body as soon as too much of it has come", async () => {
    await using open = await openGateway();
    const chunk = `${(64 * 1024).toString(16)}\r\n${"a".repeat(64 * 1024)}\r\n`;
    const answer = await exchangeRaw(
      open.url,
      "POST /api/v1/webchat/messages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
        `Authorization: Bearer ${testToken}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${chunk.repeat(32)}0\r\n\r\n`,
    );
    expect(statusOfRaw(answer)).toBe(413);
    expect(answer).toContain("BODY_TOO_LARGE");
  });

  it("let a chunked body within them through", async () => {
    await using open = await openGateway();
    const body = JSON.stringify({ conversation: "lobby", text: "hello" });
    const answer = await exchangeRaw(
      open.url,
      "POST /api/v1/webchat/messages HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
        `Authorization: Bearer ${testToken}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n` +
        `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(statusOfRaw(answer)).toBe(202);
  });

  it("refuse headers that are too large", async () => {
    await using open = await openGateway();
    const lines = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Large: ${"a".repeat(64 * 1024)}\r\n\r\n`;
    const answer = await exchangeRaw(open.url, lines);
    expect(statusOfRaw(answer)).toBe(431);
    expect(answer).toContain("application/problem+json");
    expect(answer).toContain("X-Request-Id: q_");
  });

  it("refuse what is no HTTP", async () => {
    await using open = await openGateway();
    for (const lines of [
      "hello\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "\u0000\u0001\u0002\r\n\r\n",
      "BREW /pot HTTP/1.1\r\n\r\n",
    ]) {
      expect(statusOfRaw(await exchangeRaw(open.url, lines))).toBe(400);
    }
    const withoutHost = "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n";
    expect(statusOfRaw(await exchangeRaw(open.url, withoutHost))).toBe(400);
    const asterisk = "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    expect(statusOfRaw(await exchangeRaw(open.url, asterisk))).toBe(400);
  });

  it("end a body that trickles in, and headers that do", async () => {
    const limits = { requestMilliseconds: 300, headersMilliseconds: 150 };
    await using open = await openGateway({ gateway: { limits } });
    const trickles = [
      "GET /healthz HTTP/1.1\r\nHost: localhost\r\n",
      `POST /api/v1/webchat/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${testToken}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"conv',
    ];
    for (const trickle of trickles) expect(statusOfRaw(await exchangeRaw(open.url, trickle))).toBe(408);
    expect(open.bot.runs()).toEqual([]);
  });

  it("read JSON a hundred thousand levels deep as what it is: no message", async () => {
    await using open = await openGateway();
    const depth = 100_000;
    const bodies = [
      "[".repeat(depth) + "]".repeat(depth),
      `{"conversation":"a","text":${"[".repeat(depth)}${"]".repeat(depth)}}`,
    ];
    for (const body of bodies) {
      const answer = await open.exchange({ method: "POST", path: "/api/v1/webchat/messages", headers: json, body });
      expect(answer.status).toBe(400);
    }
  });

  it("refuse a text that is longer than the core takes, also when it is a command", async () => {
    await using open = await openGateway();
    for (const text of ["a".repeat(100_001), `/help ${"a".repeat(100_000)}`]) {
      const answer = await open.ask("POST", "/webchat/messages", { conversation: "lobby", text });
      expect(answer.status).toBe(413);
      expect(codeOf(answer)).toBe("INPUT_TOO_LARGE");
    }
    const longest = await open.ask("POST", "/webchat/messages", {
      conversation: "lobby",
      text: "\u0000".repeat(100_000),
    });
    expect(longest.status).toBe(202);
  });

  it("keep the connection of a client that broke off from costing anything", async () => {
    await using open = await openGateway();
    const { hostname, port } = new URL(open.url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `POST /api/v1/webchat/messages HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${testToken}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{"conv',
        () => socket.destroy(),
      );
    });
    await new Promise((resolve) => socket.on("close", resolve));
    expect((await open.ask("GET", "/sessions")).json()).toMatchObject({ items: [] });
    expect(open.log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});
