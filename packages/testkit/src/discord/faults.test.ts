import { Events, RateLimitError } from "discord.js";
import { describe, expect, it } from "vitest";
import { hear } from "../../test-support/discord-client.ts";
import { openDiscordScene } from "../../test-support/discord-scene.ts";

type Scene = Awaited<ReturnType<typeof openDiscordScene>>;

const posting = { method: "POST", route: "/channels/{channel_id}/messages" } as const;

async function sendableOf({ client, general }: Scene) {
  const channel = await client.channels.fetch(general.id);
  if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
  return channel;
}

/** Until the client is back: on a new socket, in a session that is served. */
async function backAgain({ server }: Scene, connections: number): Promise<void> {
  await server.waitFor(
    () => server.gateway.connections.length >= connections && server.gateway.sessions.at(-1)?.isAttached === true,
  );
}

describe("faults of the gateway", () => {
  it("replay what was missed when the TCP connection was cut", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    server.faults.dropConnections();
    ada.says(general, "in the gap");
    await heard.next();
    expect([server.gateway.identifies, server.gateway.resumes]).toEqual([1, 1]);
    expect(server.gateway.connections[1]?.isAtResumeUrl).toBe(true);
  });

  // 4008 could be resumed; discord.js begins anew.
  it.each([1000, 4007, 4008, 4009])("lose what was missed when the server closes with %s", async (code) => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    server.faults.closeConnections(code);
    ada.says(general, "in the gap");
    await server.waitFor(() => server.gateway.identifies === 2 && server.gateway.sessions[1]?.isAttached);
    ada.says(general, "afterwards");
    await heard.next();
    expect(heard.texts).toEqual(["afterwards"]);
  });

  it("replay what was missed when the server closes with a code that lets the session live", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    server.faults.closeConnections(4000);
    ada.says(general, "in the gap");
    await heard.next();
    expect(server.gateway.resumes).toBe(1);
  });

  it("leave the client dead after a fatal code, though it calls itself ready", async () => {
    await using scene = await openDiscordScene();
    const { server, client } = scene;
    const closed = new Promise((resolve) => client.once(Events.ShardDisconnect, (event) => resolve(event.code)));
    server.faults.closeConnections(4004, "Authentication failed.");
    expect(await closed).toBe(4004);
    await server.waitFor(() => server.gateway.openConnections.length === 0);
    expect(client.isReady()).toBe(true);
  });

  it("end the session by op 9, or let it go on", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    const resumed = new Promise((resolve) => scene.client.once(Events.ShardResume, resolve));
    server.faults.invalidateSessions(true);
    await resumed;
    expect(server.gateway.resumes).toBe(1);
    server.faults.invalidateSessions(false);
    ada.says(general, "lost");
    await server.waitFor(() => server.gateway.identifies === 2 && server.gateway.sessions[1]?.isAttached);
    ada.says(general, "heard");
    await heard.next();
    expect(heard.texts).toEqual(["heard"]);
  });

  it("make the client reconnect and resume by op 7", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    server.faults.askToReconnect();
    await backAgain(scene, 2);
    ada.says(general, "after it");
    await heard.next();
    expect([server.gateway.identifies, server.gateway.resumes]).toEqual([1, 1]);
    expect(server.gateway.connections[0]?.end).toEqual({ code: 4200, byServer: false });
  });

  it("lose what was missed while reconnects are refused", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    const admit = server.faults.refuseConnections();
    server.faults.dropConnections();
    ada.says(general, "in the gap");
    await server.waitFor(() => server.gateway.refused >= 2);
    admit();
    await backAgain(scene, 2);
    ada.says(general, "afterwards");
    await heard.next();
    expect(heard.texts).toEqual(["afterwards"]);
  });

  it("make the client resume when heartbeats get no answer", async () => {
    await using scene = await openDiscordScene({ heartbeatMilliseconds: 100 });
    const { server } = scene;
    const answer = server.faults.ignoreHeartbeats();
    await server.waitFor(() => server.gateway.connections[0]?.end);
    answer();
    await server.waitFor(() => server.gateway.resumes === 1);
    expect(server.gateway.connections[0]?.end).toEqual({ code: 4200, byServer: false });
  });

  it("keep the client waiting for the first word, and for its session", async () => {
    await using scene = await openDiscordScene();
    const { server } = scene;
    const greet = server.faults.withholdHello();
    server.faults.dropConnections();
    await server.waitFor(() => server.gateway.connections.length === 2);
    greet();
    const answer = server.faults.ignoreLogins();
    server.faults.dropConnections();
    const frames = () => server.gateway.connections[2]?.received.map(({ op }) => op);
    await server.waitFor(() => frames()?.length === 1);
    expect([server.gateway.connections[1]?.received, frames(), server.gateway.resumes]).toEqual([[], [6], 0]);
    answer();
  });

  it("repeat an event, which the client takes for the same message", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    ada.says(general, "one");
    expect(server.faults.repeatEvent("MESSAGE_CREATE")).toBe(1);
    ada.says(general, "two");
    await heard.next();
    await heard.next();
    expect(heard.texts).toEqual(["one", "two"]);
  });

  it("send what is no frame, which the client passes over", async () => {
    await using scene = await openDiscordScene();
    const { server, ada, general } = scene;
    const heard = hear(scene.client);
    server.faults.sendMalformed();
    ada.says(general, "still there");
    expect(await heard.next()).toBe("still there");
    expect(server.gateway.connections).toHaveLength(1);
  });

  it("take a guild out of order and bring it back", async () => {
    await using scene = await openDiscordScene();
    const { server, client, guild } = scene;
    const gone = new Promise((resolve) => client.once(Events.GuildUnavailable, resolve));
    const restore = server.faults.makeUnavailable(guild);
    await gone;
    expect(client.guilds.cache.get(guild.id)?.available).toBe(false);
    const back = new Promise((resolve) => client.once(Events.GuildAvailable, resolve));
    restore();
    await back;
    expect(client.guilds.cache.get(guild.id)?.available).toBe(true);
  });
});

describe("faults of the REST API", () => {
  it("make the client post twice when 502 hides a commit, and once with an enforced nonce", async () => {
    await using scene = await openDiscordScene();
    const { server, general } = scene;
    const channel = await sendableOf(scene);
    server.faults.next({ ...posting, kind: "status", status: 502, afterCommit: true });
    await channel.send("twice");
    expect(general.visibleMessages.map(({ content }) => content)).toEqual(["twice", "twice"]);
    server.faults.next({ ...posting, kind: "status", status: 502, afterCommit: true });
    await channel.send({ content: "once", nonce: "n", enforceNonce: true });
    expect(general.visibleMessages.map(({ content }) => content)).toEqual(["twice", "twice", "once"]);
  });

  it("hang after a commit until the client gives up", async () => {
    await using scene = await openDiscordScene({}, { rest: { timeout: 100, retries: 0 } });
    const { server, general } = scene;
    const channel = await sendableOf(scene);
    const fault = server.faults.next({ ...posting, kind: "hang", afterCommit: true });
    await expect(channel.send("committed")).rejects.toThrow("aborted");
    expect([fault.hits, general.visibleMessages.length, server.requests.at(-1)?.isCommitted]).toEqual([1, 1, true]);
  });

  it("cut the connection before anything happens", async () => {
    await using scene = await openDiscordScene({}, { rest: { retries: 0 } });
    const { server, general } = scene;
    const channel = await sendableOf(scene);
    server.faults.next({ ...posting, kind: "reset" });
    await expect(channel.send("lost")).rejects.toThrow();
    expect(general.visibleMessages).toEqual([]);
  });

  it.each([false, true])("limit the rate for as long as they say, as HTML: %s", async (asHtml) => {
    await using scene = await openDiscordScene();
    const { server, general } = scene;
    const channel = await sendableOf(scene);
    const fault = server.faults.next({ ...posting, kind: "rateLimit", retryAfter: 0.2, asHtml });
    await channel.send("late");
    expect([fault.hits, general.visibleMessages.length]).toEqual([1, 1]);
  });

  it("name the scope of a limit", async () => {
    await using scene = await openDiscordScene({}, { rest: { rejectOnRateLimit: () => true } });
    const { server } = scene;
    const channel = await sendableOf(scene);
    server.faults.next({ ...posting, kind: "rateLimit", retryAfter: 2, scope: "shared" });
    const failure: unknown = await channel.send("x").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RateLimitError);
    // The client adds 50 ms of its own.
    expect(failure).toMatchObject({ scope: "shared", retryAfter: 2050, global: false });
  });

  it("answer with any of Discord's errors", async () => {
    await using scene = await openDiscordScene();
    const { server } = scene;
    const channel = await sendableOf(scene);
    const sent = await channel.send("x");
    server.faults.next({ method: "PATCH", kind: "error", error: "missingPermissions" });
    await expect(sent.edit("y")).rejects.toMatchObject({ code: 50013, status: 403 });
  });

  it("answer late", async () => {
    await using scene = await openDiscordScene();
    const { server, general } = scene;
    const channel = await sendableOf(scene);
    server.faults.next({ ...posting, kind: "slow", milliseconds: 50 });
    const sending = channel.send("late");
    await server.waitFor(() => general.visibleMessages.length === 1);
    expect(server.requests.at(-1)?.answer).toBeUndefined();
    await sending;
    expect(server.requests.at(-1)?.answer?.status).toBe(200);
  });

  it("enforce a rate limit that was set for a route", async () => {
    const rateLimits = { "POST /channels/{channel_id}/messages": { limit: 2, perMilliseconds: 200 } };
    await using scene = await openDiscordScene({ rateLimits });
    const { server, general } = scene;
    const channel = await sendableOf(scene);
    await Promise.all(["1", "2", "3", "4"].map((text) => channel.send(text)));
    expect(general.visibleMessages.map(({ content }) => content)).toEqual(["1", "2", "3", "4"]);
    expect(server.requests.filter(({ answer }) => answer?.status === 429)).toEqual([]);
  });
});
