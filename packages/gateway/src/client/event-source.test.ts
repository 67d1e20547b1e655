import { createServer } from "node:http";
import type { Socket } from "node:net";
import type { Timer } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it, vi } from "vitest";
import { openGateway, testToken } from "../../test-support/open-gateway.ts";
import { GatewayClient, GatewayError, type WireEvent } from "./index.ts";

/** Takes events up to and with one of a type. */
async function takeUntil(events: AsyncGenerator<WireEvent>, type: string): Promise<readonly WireEvent[]> {
  const taken: WireEvent[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) throw new Error(`The events ended before a ${type} came.`);
    taken.push(next.value);
    if (next.value.type === type) return taken;
  }
}

/** Timers that say how long the newest one is. */
class WatchedClock extends ManualClock {
  newest = 0;

  override startTimer(milliseconds: number, callback: () => void): Timer {
    this.newest = milliseconds;
    return super.startTimer(milliseconds, callback);
  }

  /** Resolves when the reader waits to connect again, and not for the next event any more. */
  async pausing(): Promise<void> {
    await vi.waitUntil(() => this.newest > 0 && this.newest < 45_000 && this.pendingTimers === 1);
  }
}

/** A server between client and gateway whose connections the test can break. */
async function openProxy(target: string) {
  const sockets = new Set<Socket>();
  const requests: (string | undefined)[] = [];
  let answer: "pass" | "refuse" = "pass";
  const server = createServer((incoming, outgoing) => {
    requests.push(incoming.headers["last-event-id"]?.toString());
    if (answer === "refuse") return void outgoing.writeHead(503, { "Retry-After": "7" }).end();
    void (async () => {
      const headers = { Authorization: incoming.headers.authorization ?? "", "Last-Event-ID": requests.at(-1) ?? "" };
      if (headers["Last-Event-ID"] === "") Reflect.deleteProperty(headers, "Last-Event-ID");
      const response = await fetch(target + incoming.url, { headers });
      outgoing.writeHead(response.status, { "Content-Type": "text/event-stream" });
      try {
        for await (const chunk of response.body ?? []) outgoing.write(chunk);
      } catch {
        // The gateway is gone.
      }
      outgoing.end();
    })();
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    requests,
    refuse: (isRefusing: boolean) => {
      answer = isRefusing ? "refuse" : "pass";
    },
    breakConnections: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function createAbort(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe("the client's events", () => {
  it("take up where they were after the connection broke, and wait longer each time", async () => {
    await using open = await openGateway();
    const proxy = await openProxy(open.url);
    const timers = new WatchedClock();
    const events = new GatewayClient({ url: proxy.url, token: testToken, timers }).events();
    await takeUntil(events, "hello");
    await open.converse("one", "1");
    const seen = await takeUntil(events, "delivery.change"); // 1. some events are read

    const rest = takeUntil(events, "delivery.change");
    proxy.refuse(true);
    proxy.breakConnections(); //                                2. the connection breaks, and the next ones come to nothing
    await open.converse("two", "2"); //                         3. meanwhile more happens
    await timers.pausing();
    await timers.advance(500); //                               4. after half a second at most it tries again
    await vi.waitUntil(() => timers.newest === 7_000);
    await timers.advance(6_700); //                             5. it waits as long as it was asked to
    expect(proxy.requests).toHaveLength(2);
    proxy.refuse(false);
    await timers.advance(300);
    expect((await rest).map(({ type }) => type)).toEqual([
      "hello",
      ...seen.map(({ type }) => type), //                       6. and gets what it missed, once
    ]);
    expect(proxy.requests[1]).toBe(proxy.requests[2]);
    expect(proxy.requests[1]).toMatch(/\.6$/);
    await events.return();
    proxy.close();
  });

  it("connect again when nothing comes any more, not even a heartbeat", async () => {
    await using open = await openGateway();
    const timers = new WatchedClock();
    const events = new GatewayClient({ url: open.url, token: testToken, timers }).events();
    await takeUntil(events, "hello");
    const rest = takeUntil(events, "hello");
    await timers.advance(44_999);
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 1 } });
    await timers.advance(1); // three heartbeats are missing
    await timers.pausing();
    await timers.advance(500);
    expect((await rest).map(({ type }) => type)).toEqual(["hello"]);
    await events.return();
  });

  it("stay while heartbeats come", async () => {
    await using open = await openGateway();
    const timers = new WatchedClock();
    const { signal, abort } = createAbort();
    const client = new GatewayClient({ url: open.url, token: testToken, timers });
    const events = client.events({ topics: ["fence"], signal });
    await takeUntil(events, "hello");
    const rest = events.next();
    for (let beat = 0; beat < 4; beat += 1) {
      await timers.advance(15_000);
      timers.newest = 0;
      await open.clock.advance(15_000);
      await vi.waitUntil(() => timers.newest === 45_000);
    }
    expect((await open.ask("GET", "/status")).json()).toMatchObject({ statistics: { eventStreams: 1 } });
    abort();
    expect(await rest).toEqual({ done: true, value: undefined });
    expect(timers.pendingTimers).toBe(0);
  });

  it("say when too much was missed", async () => {
    await using open = await openGateway({ gateway: { limits: { replayEvents: 1 } } });
    const proxy = await openProxy(open.url);
    const timers = new WatchedClock();
    const events = new GatewayClient({ url: proxy.url, token: testToken, timers }).events();
    await takeUntil(events, "hello");
    const rest = takeUntil(events, "resync");
    proxy.breakConnections();
    await open.converse("hello", "hi");
    await timers.pausing();
    await timers.advance(500);
    expect((await rest).at(-1)?.type).toBe("resync");
    await events.return();
    proxy.close();
  });

  it("end when they are told to, also while they wait to connect again", async () => {
    await using open = await openGateway();
    const proxy = await openProxy(open.url);
    const timers = new WatchedClock();
    const { signal, abort } = createAbort();
    const events = new GatewayClient({ url: proxy.url, token: testToken, timers }).events({ signal });
    await takeUntil(events, "hello");
    const rest = events.next();
    proxy.refuse(true);
    proxy.breakConnections();
    await timers.pausing();
    abort();
    expect(await rest).toEqual({ done: true, value: undefined });
    expect(timers.pendingTimers).toBe(0);
    proxy.close();
  });

  it("fail at once when trying again cannot help", async () => {
    await using open = await openGateway();
    const wrongToken = new GatewayClient({ url: open.url, token: "wrong-wrong-wrong-wrong" });
    await expect(wrongToken.events().next()).rejects.toMatchObject({ status: 401 });
    const client = new GatewayClient({ url: open.url, token: testToken });
    await expect(client.events({ sessionId: `s_${"a".repeat(22)}` }).next()).rejects.toMatchObject({ status: 404 });
    const nowhere = new GatewayClient({ url: "http://127.0.0.1:1", token: testToken });
    await expect(nowhere.events().next()).rejects.toBeInstanceOf(GatewayError);
  });

  it("pass over what a newer gateway may tell", async () => {
    const server = createServer((_, outgoing) => {
      outgoing.writeHead(200, { "Content-Type": "text/event-stream" });
      outgoing.write('event: moon.rise\ndata: {"type":"moon.rise"}\n\nevent: resync\ndata: {"broken\n\n');
      outgoing.write('event: resync\ndata: {"type":"resync","at":"2030-01-01T00:00:00.000Z","more":1}\n\n');
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const events = new GatewayClient({ url, token: testToken }).events();
    expect(await takeUntil(events, "resync")).toHaveLength(1);
    await events.return();
    server.close();
    server.closeAllConnections();
  });
});
