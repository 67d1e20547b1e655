import { createServer } from "node:http";
import { ConfigurationError, type Policy, createBot } from "@keyturn/core";
import { describe, expect, it, vi } from "vitest";
import { exchange, exchangeRaw, statusOfRaw } from "../test-support/exchange.ts";
import { createGate } from "../test-support/gate.ts";
import { bearer, openGateway, testToken } from "../test-support/open-gateway.ts";
import { createGateway } from "./index.ts";

/** Taken before anything of the gateway ran. */
const globalsAtStart = [Request, Response, Headers, fetch];

describe("a gateway", () => {
  it("listens on this machine alone, and says where", async () => {
    await using open = await openGateway();
    expect(open.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await open.gateway.listen()).toEqual({ url: open.url });
  });

  it("listens for others when it knows under which name they come", async () => {
    await using open = await openGateway({
      gateway: { host: "0.0.0.0", publicUrl: "https://bot.example.org", allowedHosts: ["bot.lan"] },
    });
    for (const [host, status] of [
      ["bot.example.org", 200],
      ["bot.lan:8080", 200],
      ["localhost", 200],
      ["bot.example.com", 421],
      ["0.0.0.0.evil.example", 421],
    ] as const) {
      expect((await open.exchange({ path: "/healthz", headers: { Host: host } })).status, host).toBe(status);
    }
  });

  it("says what to do when its port is taken", async () => {
    await using open = await openGateway();
    const second = createGateway({ bot: open.bot, token: testToken, port: Number(new URL(open.url).port) });
    await expect(second.listen()).rejects.toThrow(ConfigurationError);
    await expect(second.listen()).rejects.toThrow("set `port` to another one");
    await second.close();
  });

  it("leaves the globals of the host program as they are", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi");
    const isSame = [Request, Response, Headers, fetch].map((value, index) => value === globalsAtStart[index]);
    expect(isSame).toEqual([true, true, true, true]);
  });

  it("answers without a connection", async () => {
    await using open = await openGateway();
    const answer = await open.gateway.fetch(new Request("http://localhost/api/v1/status", { headers: bearer }));
    expect(answer.status).toBe(200);
    const created = await open.gateway.fetch(
      new Request("http://localhost/api/v1/webchat/messages", {
        method: "POST",
        headers: { ...bearer, "Content-Type": "application/json; charset=utf-8" },
        body: JSON.stringify({ conversation: "lobby", text: "hello" }),
      }),
    );
    expect(created.status).toBe(202);
    expect((await open.gateway.fetch(new Request("http://evil.example/healthz"))).status).toBe(421);
    const events = await open.gateway.fetch(new Request("http://localhost/api/v1/events", { headers: bearer }));
    const reader = events.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: hello");
    await reader?.cancel();
  });

  it("answers the requests of a server of the host program's own", async () => {
    const bot = await createBot();
    const gateway = createGateway({ bot, token: testToken });
    const server = createServer(gateway.listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    expect((await exchange(url, { path: "/healthz" })).status).toBe(200);
    expect((await exchange(url, { path: "/api/v1/status" })).status).toBe(401);
    server.close();
    await gateway.close();
    await bot.stop(0);
  });

  it("lets a request end that is being answered when it closes, and then waits for nothing", async () => {
    let decide: (isAllowed: boolean) => void = () => {};
    const asked = createGate();
    const policy: Policy = {
      authorize: () => {
        asked.open();
        return new Promise((resolve) => {
          decide = resolve;
        });
      },
    };
    await using open = await openGateway({ bot: { policy }, gateway: { limits: { closeMilliseconds: 60_000 } } });
    const lines = `GET /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${testToken}\r\n\r\n`;
    const answer = exchangeRaw(open.url, lines); // 1. a request is being answered, on a connection that would stay
    await asked.opened;
    const closed = open.gateway.close(); //         2. the gateway is told to close
    decide(true); //                                3. the answer is there, and the connection ends with it
    expect(statusOfRaw(await answer)).toBe(200);
    await closed;
  });

  it("closes once, lets what is being answered end, and listens no more", async () => {
    const print = vi.spyOn(console, "error");
    await using open = await openGateway({ gateway: { limits: { closeMilliseconds: 0 } } });
    const events = await open.events();
    await events.next();
    await Promise.all([open.gateway.close(), open.gateway.close()]);
    await expect(open.exchange({ path: "/healthz" })).rejects.toThrow("ECONNREFUSED");
    await expect(open.gateway.listen()).rejects.toThrow("Make a new one");
    expect(print).not.toHaveBeenCalled();
    print.mockRestore();
  });
});
