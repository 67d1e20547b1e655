import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openAnsweringBot } from "../../test-support/answering-bot.ts";
import {
  type Discord,
  type DiscordBot,
  type DiscordBotOptions,
  openDiscordBot,
} from "../../test-support/discord-bot.ts";
import { expectQuiet } from "../../test-support/quiet.ts";
import { type CollectedFailures, collectUnhandled } from "../../test-support/unhandled.ts";

/** Longest time that a stop may take, in milliseconds. */
const longest = 3_000;

/** How long the server is watched afterwards, in milliseconds: discord.js connects again after 0.5 s. */
const watched = 1_000;

const longText = "This is a text that is long enough to be shown at once, since it has more than eighty characters. ";

const posts = { method: "POST", route: "/channels/{channel_id}/messages" } as const;

let unhandled: CollectedFailures;

beforeEach(() => {
  unhandled = collectUnhandled();
});

afterEach(() => {
  unhandled[Symbol.dispose]();
  expect(unhandled.failures).toEqual([]);
});

/** Everything that a bot could do to be noticed. */
const traceOf = ({ server }: DiscordBot) => ({
  requests: server.requests.map(({ number, method, path }) => [number, method, path]),
  sockets: server.gateway.connections.map(({ received }) => received.length),
  refused: server.gateway.refused,
  open: server.gateway.openConnections.length,
});

/** Stops the bot, lets it be tempted, and expects that nothing more is seen of it. */
async function expectQuietStop(scene: DiscordBot, tempt: () => void = () => undefined): Promise<void> {
  const { server, ada, general, account, mention } = scene;
  const begunAt = performance.now();
  await scene.bot.stop(2_000);
  expect(performance.now() - begunAt).toBeLessThan(longest);
  await server.waitFor(() => server.gateway.openConnections.length === 0);
  const before = traceOf(scene);
  tempt();
  ada.says(general, `${mention} are you there?`);
  ada.says(ada.directMessages(account), "are you there?");
  await setTimeout(watched);
  expect(traceOf(scene)).toEqual(before);
  expectQuiet(server);
}

const settings = { scope: "channel" } as const;

const begin = (options: DiscordBotOptions, prepare?: (discord: Discord) => void) =>
  openDiscordBot({ settings, isStarting: true, ...options }, prepare);

describe(`${promises("discord-stop", "aborted-means-quiet")}a bot that is told to stop`, () => {
  it("while it asks for the gateway does not log in", async () => {
    await using scene = await begin({}, ({ server }) => {
      server.faults.next({ route: "/gateway/bot", kind: "slow", milliseconds: 300 });
    });
    await scene.server.waitFor(() => scene.server.requests.length === 1);
    await expectQuietStop(scene);
    expect(scene.server.gateway.connections).toEqual([]);
  });

  it("while sockets are refused tries no further one", async () => {
    let admit = () => {};
    await using scene = await begin({}, ({ server }) => {
      admit = server.faults.refuseConnections();
    });
    await scene.server.waitFor(() => scene.server.gateway.refused === 2);
    await expectQuietStop(scene, admit);
    expect(scene.server.gateway.connections).toEqual([]);
  });

  it("before the gateway has said a word does not log in", async () => {
    let greet = () => {};
    await using scene = await begin({}, ({ server }) => {
      greet = server.faults.withholdHello();
    });
    await scene.server.waitFor(() => scene.server.gateway.openConnections.length === 1);
    await expectQuietStop(scene, greet);
    expect(scene.server.gateway.identifies).toBe(0);
  });

  it("while it waits for its turn to log in does not", async () => {
    const turn = Promise.withResolvers<void>();
    const throttler = { waitForIdentify: () => turn.promise };
    await using scene = await begin({
      clientOptions: { ws: { buildIdentifyThrottler: () => Promise.resolve(throttler) } },
    });
    await scene.server.waitFor(() => scene.server.gateway.openConnections.length === 1);
    await expectQuietStop(scene, turn.resolve);
    expect(scene.server.gateway.identifies).toBe(0);
  });

  it("while it waits for its session does not log in again", async () => {
    let answer = () => {};
    await using scene = await begin({}, ({ server }) => {
      answer = server.faults.ignoreLogins();
    });
    await scene.server.waitFor(() => scene.server.gateway.connections[0]?.received.length === 1);
    await expectQuietStop(scene, answer);
    expect(scene.server.gateway.connections).toHaveLength(1);
  });

  it("while it waits for its guilds is gone", async () => {
    await using scene = await begin({}, ({ guild }) => {
      guild.isUnavailable = true;
    });
    const { server, guild } = scene;
    await server.waitFor(() => server.gateway.sessions[0]?.isAttached);
    await expectQuietStop(scene, () => server.faults.makeUnavailable(guild)());
  });

  it("when it is ready says goodbye", async () => {
    await using scene = await openAnsweringBot();
    await expectQuietStop(scene);
    expect(scene.server.gateway.connections[0]?.end).toEqual({ code: 1000, byServer: false });
  });

  it("right after the connection was cut does not come back", async () => {
    await using scene = await openDiscordBot({ settings });
    scene.server.faults.dropConnections();
    await expect.poll(() => scene.bot.adapters[0]?.state).toBe("reconnecting");
    await expectQuietStop(scene);
    expect(scene.server.gateway.connections).toHaveLength(1);
  });

  it("while reconnects are refused does not come back", async () => {
    await using scene = await openDiscordBot({ settings });
    const { server } = scene;
    const admit = server.faults.refuseConnections();
    server.faults.dropConnections();
    await server.waitFor(() => server.gateway.refused >= 2);
    await expectQuietStop(scene, admit);
    expect(server.gateway.connections).toHaveLength(1);
  });

  it("while it waits for its session again does not log in", async () => {
    await using scene = await openDiscordBot({ settings });
    const { server } = scene;
    const answer = server.faults.ignoreLogins();
    server.faults.closeConnections(1000);
    await server.waitFor(() => server.gateway.connections[1]?.received.length === 1);
    await expectQuietStop(scene, answer);
    expect(server.gateway.connections).toHaveLength(2);
  });

  it("while it looks for what it missed does not wait for that", async () => {
    await using scene = await openDiscordBot({ settings });
    const { server, ada, general, mention, runner } = scene;
    ada.says(general, `${mention} hello`);
    (await runner.nextRun()).answer("hi");
    await server.waitFor(() => general.visibleMessages.length === 2);
    const hang = server.faults.next({ method: "GET", route: posts.route, kind: "hang", times: Infinity });
    server.faults.closeConnections(1000);
    await server.waitFor(() => hang.hits === 1);
    await expectQuietStop(scene, () => hang.end());
  });

  it("while a post hangs sends it no second time", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    const hang = server.faults.next({ ...posts, kind: "hang", times: Infinity });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => hang.hits === 1);
    await expectQuietStop(scene, () => hang.end());
    expect(hang.hits).toBe(1);
  });

  it("while posts fail does not try them again", async () => {
    await using scene = await openAnsweringBot();
    const { server, ada, general, mention } = scene;
    const limit = server.faults.next({ ...posts, kind: "rateLimit", retryAfter: 3 });
    ada.says(general, `${mention} hello`);
    await server.waitFor(() => limit.hits === 1);
    await expectQuietStop(scene);
  });

  it("while it writes takes its draft away: the question is answered after the next start", async () => {
    await using scene = await openDiscordBot({ settings });
    const { server, ada, general, mention, runner, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.write(longText);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    await expectQuietStop(scene, () => run.answer("too late"));
    expect(draft.isDeleted).toBe(true);
    expect(general.visibleMessages.filter(({ author }) => author === account)).toEqual([]);
  });

  it("while it writes its last words sends them", async () => {
    await using scene = await openDiscordBot({ settings });
    const { server, ada, general, mention, runner, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    const stopped = scene.bot.stop();
    await server.waitFor(() => server.gateway.openConnections.length === 0);
    run.answer("Goodbye.");
    await stopped;
    const said = general.visibleMessages.filter(({ author }) => author === account);
    expect(said.map(({ content }) => content)).toEqual(["Goodbye."]);
  });

  it("while an interaction is being answered is quiet afterwards", async () => {
    await using scene = await openDiscordBot({ settings });
    const { server, ada, general, account } = scene;
    const hang = server.faults.next({
      method: "POST",
      route: "/interactions/{interaction_id}/{interaction_token}/callback",
      kind: "hang",
    });
    ada.runs(general, "help", { of: account });
    await server.waitFor(() => hang.hits === 1);
    await expectQuietStop(scene);
  });
});
