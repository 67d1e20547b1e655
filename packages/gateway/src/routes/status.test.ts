import { ConfigurationError, StoreError, definePlugin, silentLogger } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { openGateway } from "../../test-support/open-gateway.ts";
import { ReadinessCheck } from "./readiness-check.ts";

describe("GET /status", () => {
  it("tells how the bot is, and no reason of a failure: it may hold anything", async () => {
    const broken = definePlugin({
      name: "broken",
      version: "2.0.0",
      setup() {
        throw new ConfigurationError("Could not read /home/ana/secret-token xoxb-1234");
      },
    });
    await using open = await openGateway({ bot: { plugins: [broken] } });
    await open.clock.advance(61_500);
    const events = await open.events();
    await events.next();
    const answer = await open.ask("GET", "/status");
    expect(answer.json()).toEqual({
      model: "offline/eliza",
      store: "memory",
      channels: [],
      plugins: expect.arrayContaining([{ name: "broken", version: "2.0.0", state: "failed" }]),
      statistics: { runsInFlight: 0, activeLanes: 0, refusedWrites: 0, eventStreams: 1 },
      startedAt: "2030-01-01T00:00:00.000Z",
      uptimeSeconds: 61,
    });
    expect(answer.text).not.toMatch(/ana|xoxb/);
  });
});

describe("the probes", () => {
  it("say that all is well, and nothing else (T52)", async () => {
    await using open = await openGateway();
    await open.converse("hello", "hi");
    const health = await open.exchange({ path: "/healthz" });
    expect([health.status, health.text]).toEqual([200, '{"status":"ok"}']);
    const ready = await open.exchange({ path: "/readyz" });
    const checks = { store: "ok", lock: "ok", channels: "ok" };
    expect([ready.status, ready.json()]).toEqual([200, { status: "ok", checks }]);
  });

  it("tell a process that answers from a bot that can work, and which part does not", async () => {
    await using open = await openGateway();
    Object.defineProperty(open.bot.sessions, "probeStore", {
      value: () => Promise.reject(new StoreError("STORE_UNAVAILABLE", "Could not read /srv/keyturn/data")),
    });
    const ready = await open.exchange({ path: "/readyz" });
    const checks = { store: "unavailable", lock: "ok", channels: "ok" };
    expect([ready.status, ready.json()]).toEqual([503, { status: "unavailable", checks }]);
    expect((await open.exchange({ path: "/healthz" })).status).toBe(200);
  });

  it("do not wait for ever for a store that hangs", async () => {
    await using open = await openGateway();
    const asked = new Promise<void>((resolve) => {
      Object.defineProperty(open.bot.sessions, "probeStore", {
        value: () => {
          resolve();
          return new Promise(() => {});
        },
      });
    });
    const answer = open.exchange({ path: "/readyz" }); // 1. a probe comes
    await asked; //                                       2. the store is asked, and hangs
    await open.clock.advance(2_000); //                   3. two seconds pass
    expect((await answer).status).toBe(503);
  });

  it("ask a store that hangs no second time", async () => {
    await using open = await openGateway();
    let asked = 0;
    Object.defineProperty(open.bot.sessions, "probeStore", {
      value: () => {
        asked += 1;
        return new Promise(() => {});
      },
    });
    const check = new ReadinessCheck({ bot: open.bot, clock: open.clock, log: silentLogger });
    for (let count = 0; count < 3; count += 1) {
      const answer = check.run();
      await open.clock.advance(2_000);
      expect((await answer).checks.store).toBe("unavailable");
    }
    expect(asked).toBe(1);
  });

  it("look at most once a second, however often they are asked", async () => {
    await using open = await openGateway();
    let asked = 0;
    Object.defineProperty(open.bot.sessions, "probeStore", {
      value: () => {
        asked += 1;
        return Promise.resolve();
      },
    });
    for (let count = 0; count < 5; count += 1) await open.exchange({ path: "/readyz" });
    expect(asked).toBe(1);
    await open.clock.advance(1_000);
    await open.exchange({ path: "/readyz" });
    expect(asked).toBe(2);
  });

  it("find a channel that is down, which is no reason to take the bot out of use", async () => {
    const broken = definePlugin({
      name: "broken",
      version: "1.0.0",
      setup: (context) =>
        context.channel({
          name: "broken",
          assurance: "none",
          send: () => Promise.resolve({}),
          start: () => Promise.reject(new ConfigurationError("The token is missing.")),
        }),
    });
    await using open = await openGateway({ bot: { plugins: [broken] } });
    const ready = await open.exchange({ path: "/readyz" });
    expect([ready.status, ready.json()]).toMatchObject([200, { checks: { channels: "degraded" } }]);
    expect(ready.text).not.toContain("broken");
  });

  it("find a channel that is connected and says that something of it is amiss", async () => {
    const limping = definePlugin({
      name: "limping",
      version: "1.0.0",
      setup: (context) =>
        context.channel({
          name: "limping",
          assurance: "none",
          send: () => Promise.resolve({}),
          start: async (report) => report({ state: "connected", reason: "One of two workspaces is gone." }),
        }),
    });
    await using open = await openGateway({ bot: { plugins: [limping] } });
    const ready = await open.exchange({ path: "/readyz" });
    expect([ready.status, ready.json()]).toMatchObject([200, { checks: { channels: "degraded" } }]);
  });
});
