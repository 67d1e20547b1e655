import { ManualClock } from "@keyturn/testkit";
import type { DiscordServer } from "@keyturn/testkit/discord";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openAnsweringBot, saidBy } from "../../test-support/answering-bot.ts";
import { type DiscordBot, openDiscordBot } from "../../test-support/discord-bot.ts";
import { expectQuiet } from "../../test-support/quiet.ts";
import { type CollectedFailures, collectUnhandled } from "../../test-support/unhandled.ts";

let unhandled: CollectedFailures;

beforeEach(() => {
  unhandled = collectUnhandled();
});

afterEach(() => {
  unhandled[Symbol.dispose]();
  expect(unhandled.failures).toEqual([]);
});

const status = ({ bot }: DiscordBot) => bot.adapters[0];

const state = (scene: DiscordBot) => status(scene)?.state;

describe(`${promises("discord-connection")}a login that fails`, () => {
  it("says what to do when the token is wrong, and tries no second time", async () => {
    const clock = new ManualClock();
    await using scene = await openDiscordBot({ settings: { token: "wrong" }, bot: { clock } });
    await clock.advance(3_600_000);
    expect(status(scene)).toMatchObject({ state: "misconfigured", reason: expect.stringContaining("DISCORD_TOKEN") });
    expect(scene.server.requests.map(({ route, answer }) => [route, answer?.status])).toEqual([["/gateway/bot", 401]]);
    expect(scene.log.lines.filter((line) => line.startsWith("error"))).toHaveLength(1);
    expect(scene.log.lines.join("\n")).not.toContain('wrong"');
  });

  it.each([4004, 4010, 4011, 4012, 4013])("is not repeated after the close %s", async (code) => {
    const clock = new ManualClock();
    await using scene = await openDiscordBot({ bot: { clock } }, ({ server }) => {
      void server
        .waitFor(() => server.gateway.connections.length === 1)
        .then(() => server.faults.closeConnections(code));
    });
    await clock.advance(3_600_000);
    expect(state(scene)).toBe("misconfigured");
    expect(scene.server.gateway.connections).toHaveLength(1);
  });

  it("goes on without message content when the bot may not read it, and says so", async () => {
    await using scene = await openAnsweringBot({ allowedIntents: 0 });
    const { server, ada, general, account, mention } = scene;
    expect(status(scene)).toMatchObject({
      state: "connected",
      reason: expect.stringContaining("Message Content Intent"),
      reconnects: 0,
    });
    expect(scene.log.lines.filter((line) => line.startsWith("warn"))).toEqual([
      expect.stringContaining("Message Content Intent"),
    ]);
    ada.says(general, "nobody in particular");
    ada.says(general, `${mention} in public`);
    await server.waitFor(() => saidBy(scene).length === 1);
    const direct = ada.directMessages(account);
    ada.says(direct, "in private");
    await server.waitFor(() => direct.visibleMessages.length === 2);
    expect([saidBy(scene), direct.visibleMessages[1]?.content]).toEqual([["re: in public"], "re: in private"]);
    expectQuiet(server);
  });

  it("is repeated after a pause when Discord is out of order", async () => {
    const clock = new ManualClock();
    await using scene = await openDiscordBot({ bot: { clock } }, ({ server }) => {
      server.faults.next({ route: "/gateway/bot", kind: "status", status: 503, times: 4 });
    });
    expect(state(scene)).toBe("failed");
    await clock.advance(1_000);
    await expect.poll(() => state(scene)).toBe("connected");
  });
});

const comesBack: readonly (readonly [fault: string, make: (server: DiscordServer) => void])[] = [
  ["the TCP connection is cut", ({ faults }) => faults.dropConnections()],
  ["Discord closes with 1000", ({ faults }) => faults.closeConnections(1000)],
  ["Discord closes with 4000", ({ faults }) => faults.closeConnections(4000)],
  ["Discord closes with 4009", ({ faults }) => faults.closeConnections(4009)],
  ["Discord asks for it by op 7", ({ faults }) => faults.askToReconnect()],
  ["the session is over by op 9", ({ faults }) => faults.invalidateSessions(false)],
];

describe(`${promises("discord-connection")}a connection that is lost`, () => {
  it.each(comesBack)("comes back by itself when %s, and what was said meanwhile is answered", async (_fault, make) => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention, bot } = scene;
    ada.says(general, `${mention} before`);
    await server.waitFor(() => saidBy(scene).length === 1);
    const states: string[] = [];
    bot.subscribe((event) => {
      if (event.type === "adapter.change") states.push(event.status.state);
    });
    make(server);
    ada.says(general, `${mention} meanwhile`);
    await server.waitFor(() => saidBy(scene).length === 2);
    ada.says(general, `${mention} after`);
    await server.waitFor(() => saidBy(scene).length === 3);
    expect(saidBy(scene)).toEqual(["re: before", "re: meanwhile", "re: after"]);
    expect(states).toEqual(["reconnecting", "connected"]);
    expect(status(scene)).toMatchObject({ state: "connected", reconnects: 1 });
    expectQuiet(server);
  });

  it("takes its session up again on the same socket by op 9", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    server.faults.invalidateSessions(true);
    ada.says(general, `${mention} meanwhile`);
    await server.waitFor(() => saidBy(scene).length === 1);
    expect([server.gateway.resumes, server.gateway.connections.length]).toEqual([1, 1]);
    expect(status(scene)).toMatchObject({ state: "connected" });
  });

  it("comes back when op 9, op 7 and a close come in one breath", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    server.faults.invalidateSessions(true);
    server.faults.askToReconnect();
    server.faults.closeConnections(4000);
    ada.says(general, `${mention} meanwhile`);
    await server.waitFor(() => saidBy(scene).length === 1);
    expect([server.gateway.resumes, server.gateway.connections.length]).toEqual([1, 2]);
    expect(status(scene)).toMatchObject({ state: "connected" });
    expectQuiet(server);
  });

  it("comes back when reconnects were refused for a while", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    ada.says(general, `${mention} before`);
    await server.waitFor(() => saidBy(scene).length === 1);
    const admit = server.faults.refuseConnections();
    server.faults.dropConnections();
    ada.says(general, `${mention} meanwhile`);
    await server.waitFor(() => server.gateway.refused >= 3);
    expect(state(scene)).toBe("reconnecting");
    admit();
    await server.waitFor(() => saidBy(scene).length === 2);
    expect(status(scene)).toMatchObject({ state: "connected", reconnects: 1 });
  });

  it("is made anew when nothing is heard of it for minutes, or it does not come back for minutes", async () => {
    const clock = new ManualClock();
    await using scene = await openAnsweringBot({ bot: { clock } });
    const { server, log } = scene;
    await clock.advance(180_000);
    expect(status(scene)).toMatchObject({ state: "failed", reason: "Nothing was heard of Discord for 180 s." });
    await clock.advance(1_000);
    await expect.poll(() => state(scene)).toBe("connected");
    const admit = server.faults.refuseConnections();
    server.faults.dropConnections();
    await expect.poll(() => state(scene)).toBe("reconnecting");
    await clock.advance(180_000);
    expect(log.lines.at(-1)).toContain("Discord's gateway was away");
    admit();
    await clock.advance(1_000);
    await expect.poll(() => state(scene)).toBe("connected");
  });

  it("comes back when heartbeats get no answer", async () => {
    await using scene = await openAnsweringBot({ server: { heartbeatMilliseconds: 100 } });
    const { server, ada, general, mention } = scene;
    const answer = server.faults.ignoreHeartbeats();
    await server.waitFor(() => server.gateway.connections[0]?.end);
    answer();
    ada.says(general, `${mention} still there?`);
    await server.waitFor(() => saidBy(scene).length === 1);
    await expect.poll(() => status(scene)).toMatchObject({ state: "connected", reconnects: 1 });
  });

  it("survives the end of a session that was taken up a moment ago", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    ada.says(general, `${mention} before`);
    await server.waitFor(() => saidBy(scene).length === 1);
    server.faults.dropConnections();
    await server.waitFor(() => server.gateway.resumes === 1);
    server.faults.invalidateSessions(false);
    ada.says(general, `${mention} meanwhile`);
    await server.waitFor(() => saidBy(scene).length === 2);
    expect(server.gateway.identifies).toBe(2);
    await expect.poll(() => state(scene)).toBe("connected");
  });

  it.each([4004, 4010, 4013])("is shown as dead after the close %s, and not made anew", async (code) => {
    await using scene = await openAnsweringBot();
    const { server, log } = scene;
    server.faults.closeConnections(code);
    await expect.poll(() => state(scene)).toBe("misconfigured");
    expect(status(scene)?.reason).toBeTruthy();
    expect(log.lines.filter((line) => line.startsWith("error"))).toHaveLength(1);
    expect(server.gateway.connections).toHaveLength(1);
  });

  it("goes on without message content when the intent was taken away meanwhile", async () => {
    const clock = new ManualClock();
    await using scene = await openAnsweringBot({ bot: { clock } });
    const { server, account } = scene;
    account.allowedIntents = 0;
    server.faults.closeConnections(1000);
    await expect.poll(() => state(scene)).toBe("failed");
    await clock.advance(1_000);
    await expect
      .poll(() => status(scene))
      .toMatchObject({ state: "connected", reason: expect.stringContaining("Intent") });
  });
});

describe(`${promises("discord-connection", "no-double")}what comes over the connection`, () => {
  it.each([
    '{"op":0,"t":"MESSAGE_CREATE","s":',
    "null",
    "[]",
    '"text"',
    '{"op":9}',
    '{"op":10}',
    '{"op":0,"t":"READY","s":1,"d":null}',
    '{"op":0,"t":"RESUMED","s":1}',
    '{"op":0,"t":"MESSAGE_CREATE","s":2,"d":null}',
    '{"op":0,"t":"MESSAGE_CREATE","s":2,"d":{}}',
    '{"op":0,"t":"MESSAGE_UPDATE","s":2,"d":{}}',
    '{"op":0,"t":"GUILD_CREATE","s":2,"d":{}}',
    '{"op":0,"t":"INTERACTION_CREATE","s":2,"d":{"type":2}}',
    '{"op":0,"t":"NO_SUCH_EVENT","s":2,"d":{}}',
  ])("may be nonsense, such as %s", async (frame) => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    ada.says(general, `${mention} before`);
    await server.waitFor(() => saidBy(scene).length === 1);
    server.faults.sendMalformed(frame);
    ada.says(general, `${mention} after`);
    await server.waitFor(() => saidBy(scene).length === 2);
    await expect.poll(() => state(scene)).toBe("connected");
  });

  it("is nonsense before the client is ready, and holds nothing up", async () => {
    await using scene = await openAnsweringBot({}, ({ server, guild }) => {
      guild.isUnavailable = true;
      void server
        .waitFor(() => server.gateway.sessions[0]?.isAttached)
        .then(() => {
          server.faults.sendMalformed('{"op":0,"t":"MESSAGE_CREATE","s":2,"d":null}');
          server.faults.makeUnavailable(guild)();
        });
    });
    const { server, ada, general, mention } = scene;
    ada.says(general, `${mention} after`);
    await server.waitFor(() => saidBy(scene).length === 1);
  });

  it("may leave a guild out, which is answered once it is back", async () => {
    await using scene = await openAnsweringBot({ clientOptions: { waitGuildTimeout: 100 } }, ({ guild }) => {
      guild.isUnavailable = true;
    });
    const { server, ada, general, guild, account, mention } = scene;
    expect(state(scene)).toBe("connected");
    const direct = ada.directMessages(account);
    ada.says(direct, "in private");
    await server.waitFor(() => direct.visibleMessages.length === 2);
    server.faults.makeUnavailable(guild)();
    ada.says(general, `${mention} in public`);
    await server.waitFor(() => saidBy(scene).length === 1);
    const restore = server.faults.makeUnavailable(guild);
    restore();
    ada.says(general, `${mention} again`);
    await server.waitFor(() => saidBy(scene).length === 2);
  });

  it("may repeat itself, and is answered once", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    ada.says(general, `${mention} one`);
    expect(server.faults.repeatEvent("MESSAGE_CREATE")).toBe(1);
    ada.says(general, `${mention} two`);
    await server.waitFor(() => saidBy(scene).length === 2);
    await scene.bot.settled();
    expect(saidBy(scene)).toEqual(["re: one", "re: two"]);
  });
});
