import { createServer, request } from "node:http";
import type { ImportedSession } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DocumentSessionStore } from "../packages/core/src/stores/document/document-session-store.ts";
import { createGate } from "../packages/gateway/test-support/gate.ts";
import { type OpenGateway, bearer, openGateway } from "../packages/gateway/test-support/open-gateway.ts";
import { promises } from "./requirements.ts";
import { operator } from "./support/bot-harness.ts";

const addressForm = z.looseObject({ port: z.number() });

/** A session of so many entries of a length; a page that is read at once has 1,000. */
function longSession(place: string, count: number, length: number): ImportedSession {
  return {
    key: { adapter: "webchat", account: "web", place },
    owner: { id: "ada" },
    settings: {},
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    createdAt: 0,
    entries: Array.from({ length: count }, (_, at) => ({ role: "notice", at, text: ".".repeat(length) })),
  };
}

/** Counts the calls of one of the store's reads, and holds the second one until it is released. */
function holdSecond(read: "entries" | "list") {
  const [begun, ended] = [createGate(), createGate()];
  const real: unknown = Reflect.get(DocumentSessionStore.prototype, read);
  if (typeof real !== "function") throw new Error(`The store has no ${read}.`);
  const held = { reads: 0, begun: begun.opened, release: ended.open, restore: () => replace(real) };
  const replace = (value: unknown) =>
    void Object.defineProperty(DocumentSessionStore.prototype, read, { ...kind, value });
  replace(async function count(this: DocumentSessionStore, ...given: unknown[]): Promise<unknown> {
    held.reads += 1;
    if (held.reads === 2) {
      begun.open();
      await ended.opened;
    }
    return Reflect.apply(real, this, given);
  });
  return held;
}

/** What a method of a class is, but for its value. */
const kind = { configurable: true, writable: true, enumerable: false } as const;

/** Sends a request, and goes away when the second read has begun; resolves when the gateway is done with it. */
async function leaveDuring(open: OpenGateway, read: "entries" | "list", method: string, path: string, body?: object) {
  const held = holdSecond(read);
  const noticed = createGate();
  const server = createServer((incoming, outgoing) => {
    outgoing.on("close", noticed.open);
    open.gateway.listener(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = addressForm.parse(server.address());
  const headers = { ...bearer, Host: "localhost", "Content-Type": "application/json" };
  const outgoing = request({ port, host: "127.0.0.1", method, path: `/api/v1${path}`, headers, agent: false });
  outgoing.on("error", () => undefined);
  outgoing.end(body && JSON.stringify(body));
  await held.begun; //           1. the second read is under way
  outgoing.destroy(); //         2. the client goes away
  await noticed.opened; //       3. the gateway has noticed
  held.release(); //             4. the read comes back
  await settled(open, path);
  await new Promise((resolve) => server.close(resolve));
  held.restore();
  return held.reads;
}

/** Resolves when the request is answered and what is left of it has had its turns. */
async function settled({ log }: OpenGateway, path: string): Promise<void> {
  const route = path.startsWith("/sessions/bulk") ? "/sessions/bulk" : "/export";
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  while (!log.lines.some((line) => line.includes("A request was answered") && line.includes(route))) await turn();
  for (let turns = 0; turns < 100; turns += 1) await turn();
}

describe(`${promises("gone-client")}a client that goes away`, () => {
  it("stops an export that has not begun to be sent", async () => {
    await using open = await openGateway();
    const { id } = await open.bot.sessions.import(longSession("short lines", 5_000, 1), operator);
    expect(await leaveDuring(open, "entries", "GET", `/sessions/${id}/export`)).toBe(2);
    expect(open.log.lines.filter((line) => !line.startsWith("debug"))).toEqual([]);
  });

  it("stops an export that is being sent", async () => {
    await using open = await openGateway();
    const { id } = await open.bot.sessions.import(longSession("long lines", 5_000, 1_100), operator);
    expect(await leaveDuring(open, "entries", "GET", `/sessions/${id}/export`)).toBe(2);
    expect(open.log.lines.filter((line) => !line.startsWith("debug"))).toEqual([]);
  });

  it("stops the choice of sessions for a bulk, and nothing is done to any", async () => {
    await using open = await openGateway();
    const places = Array.from({ length: 900 }, (_, index) => `room ${index}`);
    for (const place of places) await open.bot.sessions.import(longSession(place, 1, 1), operator);
    const body = { action: "delete", filter: { state: "idle" }, expectedCount: 900 };
    expect(await leaveDuring(open, "list", "POST", "/sessions/bulk", body)).toBe(2);
    expect(await open.bot.sessions.count({}, operator)).toBe(900);
    expect(open.log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});
