import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { asRecord } from "./gateway/client-frames.ts";
import { DiscordServer } from "./index.ts";

const properties = { os: "linux", browser: "test", device: "test" };

/** A socket at the gateway that speaks for itself. */
async function connect(server: DiscordServer, query = "v=10&encoding=json") {
  const socket = new WebSocket(`${server.url.replace(/^http(.*)\/api$/, "ws$1")}/gateway?${query}`);
  const frames: Readonly<Record<string, unknown>>[] = [];
  const closed = once(socket, "close").then(([code]) => Number(code));
  socket.on("message", (data: Buffer) => frames.push(asRecord(JSON.parse(data.toString())) ?? {}));
  await once(socket, "open");
  return {
    frames,
    closed,
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    sendText: (text: string) => socket.send(text),
    close: (code: number) => socket.close(code),
  };
}

async function request(server: DiscordServer, method: string, path: string, headers = {}, body?: string) {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  const response = await fetch(`${server.url}/v10${path}`, init);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text(), response };
}

describe("the gateway's protocol", () => {
  const token = "a.b.c";
  const identify = { token, properties, intents: 1 };
  it.each([
    ["no JSON", 4002, "{"],
    ["too long a frame", 4002, JSON.stringify({ op: 1, d: "x".repeat(4096) })],
    ["an unknown opcode", 4001, JSON.stringify({ op: 77, d: null })],
    ["anything before the login", 4003, JSON.stringify({ op: 3, d: null })],
    ["a wrong token", 4004, JSON.stringify({ op: 2, d: { ...identify, token: "x" } })],
    ["a login without properties", 4002, JSON.stringify({ op: 2, d: { token, intents: 1 } })],
    ["a shard that is not there", 4010, JSON.stringify({ op: 2, d: { ...identify, shard: [2, 2] } })],
    ["intents that are none", 4013, JSON.stringify({ op: 2, d: { ...identify, intents: 2 ** 30 } })],
  ])("closes after %s with %i", async (_what, code, text) => {
    await using server = await DiscordServer.start();
    server.addBot({ token });
    const socket = await connect(server);
    socket.sendText(text);
    expect(await socket.closed).toBe(code);
  });

  it("speaks version 10 and JSON only", async () => {
    await using server = await DiscordServer.start();
    expect(await (await connect(server, "v=9&encoding=json")).closed).toBe(4012);
    expect(await (await connect(server, "v=10&encoding=etf")).closed).toBe(4002);
  });

  it("closes at a second login, and at more than 120 frames a minute", async () => {
    await using server = await DiscordServer.start();
    server.addBot({ token });
    const twice = await connect(server);
    twice.send({ op: 2, d: identify });
    twice.send({ op: 2, d: identify });
    expect(await twice.closed).toBe(4005);
    const fast = await connect(server);
    for (let count = 0; count < 121; count += 1) fast.send({ op: 1, d: null });
    expect(await fast.closed).toBe(4008);
  });

  it("resumes from the sequence that the client names, and not from one that never was", async () => {
    await using server = await DiscordServer.start();
    const bot = server.addBot({ token });
    const first = await connect(server);
    first.send({ op: 2, d: identify });
    await server.waitFor(() => server.gateway.sessions[0]);
    first.close(4000);
    await first.closed;
    server.addGuild({ members: [bot] });
    const resume = { token, session_id: server.gateway.sessions[0]?.id, seq: 1 };
    const early = await connect(server);
    early.send({ op: 6, d: { ...resume, seq: 99 } });
    expect(await early.closed).toBe(4007);
    const second = await connect(server);
    second.send({ op: 6, d: resume });
    await server.waitFor(() => server.gateway.resumes === 1);
    second.close(1000);
    await second.closed;
    expect(second.frames.map(({ t, s }) => [t, s])).toEqual([
      [undefined, undefined],
      ["GUILD_CREATE", 2],
      ["RESUMED", 3],
    ]);
    const late = await connect(server);
    late.send({ op: 6, d: resume });
    await server.waitFor(() => server.gateway.connections.at(-1)?.received.length === 1);
    late.close(1000);
    await late.closed;
    expect(late.frames.at(-1)).toEqual({ op: 9, d: false });
  });

  it("counts the logins that a bot has left", async () => {
    await using server = await DiscordServer.start({ remainingStarts: 3 });
    server.addBot({ token });
    const socket = await connect(server);
    socket.send({ op: 2, d: identify });
    await server.waitFor(() => server.gateway.identifies === 1);
    const { text } = await request(server, "GET", "/gateway/bot", { Authorization: `Bot ${token}` });
    expect(JSON.parse(text)).toMatchObject({ session_start_limit: { total: 1000, remaining: 2, max_concurrency: 1 } });
    expect(server.violations).toEqual([]);
  });
});

describe("the REST API's protocol", () => {
  it("answers unknown tokens with 401, unknown routes with 404, in JSON", async () => {
    await using server = await DiscordServer.start();
    const bot = server.addBot();
    expect(await request(server, "GET", "/users/@me")).toMatchObject({ status: 401, type: "application/json" });
    expect(await request(server, "GET", "/users/@me", { Authorization: "Bot x" })).toMatchObject({ status: 401 });
    const authorized = { Authorization: `Bot ${bot.token}` };
    expect(await request(server, "GET", "/nothing", authorized)).toMatchObject({ status: 404 });
    expect(await request(server, "GET", "/users/@me", authorized)).toMatchObject({ status: 200 });
  });

  it("says which field of a body is wrong, and records it", async () => {
    await using server = await DiscordServer.start();
    const bot = server.addBot();
    const channel = server.addChannel(server.addGuild({ members: [bot] }));
    const headers = { Authorization: `Bot ${bot.token}`, "Content-Type": "application/json" };
    const path = `/channels/${channel.id}/messages`;
    const wrong = await request(server, "POST", path, headers, JSON.stringify({ content: 5 }));
    const [field] = server.violations[0]?.fields ?? [];
    expect(JSON.parse(wrong.text)).toMatchObject({
      code: 50035,
      errors: { content: { _errors: [{ code: "SCHEMA_TYPE" }] } },
    });
    expect([server.violations[0]?.kind, field?.path]).toEqual(["request", ["content"]]);
    expect(await request(server, "POST", path, headers, "{")).toMatchObject({ status: 400 });
    expect(channel.messages).toEqual([]);
  });

  it("names bucket and remaining calls on every answer, and answers 429 beyond them", async () => {
    const rateLimits = { "GET /users/@me": { limit: 1, perMilliseconds: 60_000 } };
    await using server = await DiscordServer.start({ rateLimits });
    const headers = { Authorization: `Bot ${server.addBot().token}` };
    const first = await request(server, "GET", "/users/@me", headers);
    expect(first.response.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(first.response.headers.get("x-ratelimit-bucket")).toMatch(/^[0-9a-f]{32}$/);
    const second = await request(server, "GET", "/users/@me", headers);
    expect(second.status).toBe(429);
    expect(JSON.parse(second.text)).toMatchObject({ global: false });
    expect(Number(second.response.headers.get("retry-after"))).toBeGreaterThan(50);
  });

  it("cuts what hangs when the server is closed", async () => {
    const server = await DiscordServer.start();
    const headers = { Authorization: `Bot ${server.addBot().token}` };
    const fault = server.faults.next({ kind: "hang" });
    const hanging = request(server, "GET", "/users/@me", headers);
    await server.waitFor(() => fault.hits === 1);
    await server.close();
    await expect(hanging).rejects.toThrow("fetch failed");
  });

  it("tells those who wait what happened last when the time is over", async () => {
    await using server = await DiscordServer.start();
    server.addGuild();
    const waiting = server.waitFor(() => false, { timeoutMilliseconds: 1 });
    await expect(waiting).rejects.toThrow("Nothing came within 1 ms. Last happened:\nevent GUILD_MEMBER_ADD");
    await expect(server.waitFor(() => false, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });
});
