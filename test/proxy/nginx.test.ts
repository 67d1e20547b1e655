import { GatewayClient, type WireEvent } from "@keyturn/gateway/client";
import { type Channel, definePlugin } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { RecordingAudit, bearerOf, cookieOf, makeCode } from "../../packages/gateway/test-support/access.ts";
import type { EventReader } from "../../packages/gateway/test-support/event-reader.ts";
import { bearer, testToken } from "../../packages/gateway/test-support/open-gateway.ts";
import { codeOf } from "../../packages/gateway/test-support/problems.ts";
import { type PrefixTreatment, ProxiedGateway, basePath } from "./support/proxied-gateway.ts";

const json = { "Content-Type": "application/json" };
const treatments: readonly PrefixTreatment[] = ["passed on", "taken away"];

/** What a page of the gateway's own sends with a change. */
function ownPage({ url }: ProxiedGateway, cookie: string): Readonly<Record<string, string>> {
  return { Cookie: cookie, Origin: new URL(url).origin, "Sec-Fetch-Site": "same-origin", "X-Gateway": "1" };
}

async function logIn(proxied: ProxiedGateway) {
  const body = JSON.stringify({ code: await makeCode(proxied.open) });
  return proxied.exchange({ method: "POST", path: "/api/v1/auth/login", headers: json, body });
}

/** The next comment of a stream: a heartbeat. */
async function nextHeartbeat(reader: EventReader): Promise<string> {
  for (;;) {
    const block = await reader.next();
    if (block === undefined) throw new Error("The stream ended before a heartbeat came.");
    if (block.comment !== undefined) return block.text;
  }
}

describe.each(treatments)("behind nginx with TLS, when the base path is %s", (prefix) => {
  it("every kind of route is reached, and errors are the gateway's own", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const sessionId = await proxied.open.converse("hello", "hi");
    expect((await proxied.exchange({ path: "/healthz" })).json()).toEqual({ status: "ok" });
    expect((await proxied.ask("GET", `/sessions/${sessionId}/messages`)).status).toBe(200);
    const export_ = await proxied.ask("GET", `/sessions/${sessionId}/export`);
    expect(export_.headers["content-disposition"]).toContain("attachment");
    expect(codeOf(await proxied.ask("GET", "/nothing"))).toBe("ROUTE_NOT_FOUND");
    expect((await proxied.ask("PUT", "/sessions")).headers.allow).toBe("GET, HEAD");
    expect((await proxied.exchange({ path: "/api/v1/sessions" })).status).toBe(401);
    const description = await proxied.exchange({ path: "/openapi.json", headers: bearer });
    expect(description.json()).toMatchObject({ servers: [{ url: basePath }] });
  });

  it("events and heartbeats come when they happen, although nginx buffers", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const reader = await proxied.events();
    await reader.nextOf("hello");
    const { run } = await proxied.open.startRun("hello");
    await reader.nextOf("run.start"); //                 1. told while the stream stays open
    await proxied.open.clock.advance(15_000); //         2. nothing happens for a while
    expect(await nextHeartbeat(reader)).toContain(": ");
    run.answer("hi"); //                                 3. and on it goes
    await reader.nextOf("run.finish");
  });

  it("a reader who comes back gets what it missed, once", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const reader = await proxied.events();
    const sessionId = await proxied.open.converse("one", "first");
    const seen = await reader.nextOf("run.finish");
    reader.close();
    await proxied.open.ask("DELETE", `/sessions/${sessionId}`); // while nobody reads
    const again = await proxied.events({ ...bearer, "Last-Event-ID": seen.id ?? "" });
    const blocks = await again.nextUntil("session.delete");
    expect(blocks.map(({ event }) => event)).not.toContain("resync");
    expect(blocks.filter(({ event }) => event === "run.finish")).toEqual([]);
  });

  it("what a chat service sends reaches its adapter byte by byte, with the header that signs it", async () => {
    const received: string[] = [];
    const channel: Channel = {
      name: "signed",
      assurance: "none",
      send: () => Promise.resolve({}),
      async webhook(request) {
        const bytes = Buffer.from(await request.arrayBuffer()).toString("hex");
        received.push(`${request.headers.get("x-signature")} ${bytes}`);
        return new Response("taken", { status: 202 });
      },
    };
    const plugin = definePlugin({ name: "signed", version: "1.0.0", setup: (context) => context.channel(channel) });
    await using proxied = await ProxiedGateway.start({ prefix, bot: { plugins: [plugin] } });
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x0d, 0x0a, 0x20, 0x7d]);
    const headers = { "X-Signature": "v0=abc", "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await proxied.exchange({ method: "POST", path: "/hooks/signed/events", headers, body });
    expect([answer.status, answer.text]).toEqual([202, "taken"]);
    expect(received).toEqual([`v0=abc ${body.toString("hex")}`]);
  });

  it("a delete answers while a run is in flight, and the late answer brings nothing back", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const { sessionId, runId, run } = await proxied.open.startRun("hello"); // 1. a run hangs
    const deletion = await proxied.ask("DELETE", `/sessions/${sessionId}`); // 2. its session is deleted
    expect(deletion.json()).toMatchObject({ outcome: "deleted", stoppedRunId: runId });
    run.answer("late"); //                                                     3. the run answers
    await proxied.open.bot.settled();
    expect((await proxied.ask("GET", `/sessions/${sessionId}`)).status).toBe(410);
  });

  it("a login has a cookie for the path under TLS, and changes from its page alone", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const sessionId = await proxied.open.converse("hello", "hi");
    const login = await logIn(proxied);
    expect(login.headers["set-cookie"]?.[0]).toMatch(/^__Secure-gw=.*; Path=\/bots\/keyturn; .*; Secure$/);
    const own = ownPage(proxied, cookieOf(login));
    const target = { method: "DELETE", path: `/api/v1/sessions/${sessionId}` };
    const evil = { ...own, Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    expect((await proxied.exchange({ ...target, headers: evil })).status).toBe(403);
    const withoutTls = { ...own, Origin: new URL(proxied.url).origin.replace("https", "http") };
    expect((await proxied.exchange({ ...target, headers: withoutTls })).status).toBe(403);
    const events = await proxied.events({ Cookie: cookieOf(login), "Sec-Fetch-Site": "same-origin" });
    await events.nextOf("hello");
    expect((await proxied.exchange({ ...target, headers: own })).status).toBe(200);
    await events.nextOf("session.delete");
  });

  it("the client takes its events up again when nginx was restarted", async () => {
    await using proxied = await ProxiedGateway.start({ prefix });
    const ending = new AbortController();
    const client = new GatewayClient({ url: proxied.plainUrl, token: testToken });
    const events = client.events({ topics: ["run"], signal: ending.signal });
    const take = async (type: WireEvent["type"]) => {
      for (;;) {
        const { value } = await events.next();
        if (value === undefined) throw new Error(`The events ended before a ${type} came.`);
        if (value.type === type) return value;
      }
    };
    await take("hello");
    await proxied.open.converse("one", "first");
    await take("run.finish");
    const begun = await proxied.open.startRun("two"); // 1. a run begins
    await take("run.start");
    await proxied.nginx.restart(); //                    2. all connections break
    begun.run.answer("second"); //                       3. it ends while nobody reads, or shortly after
    expect(await take("run.finish")).toMatchObject({ runId: begun.runId, end: "answered" });
    ending.abort();
    await events.return();
  });
});

describe("behind nginx with a wrong publicUrl", () => {
  it("a name that the gateway does not know is answered with the line to set", async () => {
    await using proxied = await ProxiedGateway.start({ gateway: { publicUrl: undefined, basePath } });
    const answer = await proxied.ask("GET", "/sessions");
    expect([answer.status, codeOf(answer)]).toEqual([421, "HOST_NOT_ALLOWED"]);
    expect(answer.text).toContain(`KEYTURN_PUBLIC_URL=${proxied.url})`);
  });

  it("a login of a page that is under TLS, and not as the gateway was told, is answered with the line to set", async () => {
    const publicUrl = "http://bot.example.test/bots/keyturn";
    await using proxied = await ProxiedGateway.start({ gateway: { publicUrl, allowedHosts: ["bot.example.test"] } });
    const headers = { ...json, ...ownPage(proxied, "") };
    const answer = await proxied.exchange({ method: "POST", path: "/api/v1/auth/login", headers, body: "{}" });
    expect([answer.status, codeOf(answer)]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
    expect(answer.text).toContain(`KEYTURN_PUBLIC_URL=${proxied.url})`);
  });

  it("a page of somebody else is told nothing that could be taken for advice", async () => {
    await using proxied = await ProxiedGateway.start();
    for (const site of [{ "Sec-Fetch-Site": "cross-site" }, {}]) {
      const headers = { ...json, Origin: "https://evil.example", ...site };
      const answer = await proxied.exchange({ method: "POST", path: "/api/v1/auth/login", headers, body: "{}" });
      expect(answer.status).toBe(403);
      expect(answer.text).not.toContain("evil.example");
    }
  });
});

describe("the address of a client behind nginx", () => {
  it("is the client's own in the audit log and in the budget of tries, whatever it claims (T18)", async () => {
    const audit = new RecordingAudit();
    await using proxied = await ProxiedGateway.start({ bot: { audit } });
    const from = "127.0.0.7";
    const claim = (attempt: number) => ({ "X-Forwarded-For": `1.2.3.${attempt}`, Forwarded: `for=1.2.3.${attempt}` });
    const create = { method: "POST", path: "/api/v1/auth/codes", body: "{}", from };
    await proxied.exchange({ ...create, headers: { ...bearer, ...json, ...claim(0) } });
    expect(audit.entries.at(-1)).toMatchObject({ operation: "code.create", address: from });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const headers = { ...bearerOf("wrong-wrong-wrong-wrong"), ...claim(attempt) };
      statuses.push((await proxied.exchange({ path: "/api/v1/status", headers, from })).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    expect((await proxied.exchange({ path: "/api/v1/status", headers: bearer, from: "127.0.0.8" })).status).toBe(200);
  });

  it("does not open the figures, which are for this machine alone", async () => {
    await using proxied = await ProxiedGateway.start();
    expect((await proxied.exchange({ path: "/metrics" })).status).toBe(404);
  });
});

it("nginx that says who somebody is, is believed by its secret; a header alone is not, behind it or beside it (T20)", async () => {
  const secret = "the-secret-of-the-proxy";
  const proxyIdentity = {
    userHeader: "X-Forwarded-User",
    secretHeader: "X-Proxy-Secret",
    secret,
    roles: { ana: "admin", vera: "viewer" },
  } as const;
  const directives = `proxy_set_header X-Forwarded-User vera; proxy_set_header X-Proxy-Secret ${secret};`;
  await using proxied = await ProxiedGateway.start({ gateway: { proxyIdentity }, directives });
  const claim = { "X-Forwarded-User": "ana", "X-Proxy-Secret": "guess" };
  const behind = await proxied.exchange({ path: "/api/v1/auth/me", headers: claim });
  expect(behind.json()).toMatchObject({ actor: { id: "proxy:vera" }, role: "viewer" });
  const beside = await proxied.open.exchange({ path: "/api/v1/auth/me", headers: { "X-Forwarded-User": "ana" } });
  expect(beside.status).toBe(401);
});
