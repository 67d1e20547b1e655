import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { type AnsweringBotOptions, openAnsweringBot, saidBy } from "../../test-support/answering-bot.ts";
import { expectQuiet } from "../../test-support/quiet.ts";

const reading = { method: "GET", route: "/channels/{channel_id}/messages" } as const;

/** A bot with a data folder of its own, so that it remembers beyond a restart. */
async function openRememberingBot(options: AnsweringBotOptions = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "keyturn-discord-"));
  const scene = await openAnsweringBot({
    ...options,
    bot: { store: { kind: "lowdb", folder, durability: "relaxed" } },
  });
  const places = {
    general: scene.general,
    thread: scene.ada.opensThread(scene.general, "aside"),
    direct: scene.ada.directMessages(scene.account),
  };
  return {
    scene,
    places,
    all: Object.values(places),
    /** Asks in every place, and waits for the answers. */
    async ask(text: string) {
      for (const place of Object.values(places)) scene.ada.says(place, `${scene.mention} ${text}`);
      await this.answered(`re: ${text}`);
    },
    answered: (last: string) =>
      scene.server.waitFor(() => Object.values(places).every((place) => saidBy(scene, place).at(-1) === last)),
    async [Symbol.asyncDispose]() {
      await scene[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe(`${promises("discord-catch-up", "no-double", "order")}what was missed`, () => {
  it("while a session was lost is answered once and in order, in channels, threads and direct messages", async () => {
    await using remembering = await openRememberingBot();
    const { scene, all } = remembering;
    const { server, ada, mention } = scene;
    await remembering.ask("before");
    server.faults.closeConnections(1000);
    for (const text of ["one", "two", "three"]) for (const place of all) ada.says(place, `${mention} ${text}`);
    await remembering.answered("re: three");
    await remembering.ask("after");
    const answers = ["re: before", "re: one", "re: two", "re: three", "re: after"];
    expect(all.map((place) => saidBy(scene, place))).toEqual([answers, answers, answers]);
    expectQuiet(server);
  });

  it("while the bot was away is answered once and in order after its restart", async () => {
    await using remembering = await openRememberingBot();
    const { scene, all } = remembering;
    const { ada, mention } = scene;
    await remembering.ask("before");
    await scene.bot.stop();
    for (const text of ["one", "two"]) for (const place of all) ada.says(place, `${mention} ${text}`);
    await scene.restart();
    await remembering.answered("re: two");
    await remembering.ask("after");
    const answers = ["re: before", "re: one", "re: two", "re: after"];
    expect(all.map((place) => saidBy(scene, place))).toEqual([answers, answers, answers]);
    await scene.restart();
    await remembering.ask("again");
    expect(all.map((place) => saidBy(scene, place).length)).toEqual([5, 5, 5]);
  });

  it("is answered before what is newer, however long it takes to find", async () => {
    await using remembering = await openRememberingBot();
    const { scene } = remembering;
    const { server, ada, general, mention } = scene;
    await remembering.ask("before");
    const slow = server.faults.next({ ...reading, kind: "slow", milliseconds: 300, times: Infinity });
    server.faults.closeConnections(1000);
    ada.says(general, `${mention} missed`);
    await server.waitFor(() => slow.hits > 0);
    ada.says(general, `${mention} newer`);
    await server.waitFor(() => saidBy(scene, general).length === 3);
    expect(saidBy(scene, general)).toEqual(["re: before", "re: missed", "re: newer"]);
  });

  it("is looked for again after the next gap when it could not be read", async () => {
    const clock = new ManualClock(Date.now() - 600_000);
    await using remembering = await openRememberingBot({ server: { clock } });
    const { scene } = remembering;
    const { server, ada, general, mention, log } = scene;
    await remembering.ask("before");
    const broken = server.faults.next({ ...reading, kind: "status", status: 500, times: Infinity });
    server.faults.closeConnections(1000);
    ada.says(general, `${mention} missed`);
    await expect.poll(() => log.lines.filter((line) => line.includes("cannot be read"))).not.toEqual([]);
    await clock.advance(60_000);
    ada.says(general, `${mention} newer`);
    await server.waitFor(() => saidBy(scene, general).length === 2);
    broken.end();
    server.faults.closeConnections(1000);
    await server.waitFor(() => saidBy(scene, general).length === 3);
    expect(saidBy(scene, general)).toEqual(["re: before", "re: newer", "re: missed"]);
  });

  it("is answered before what is newer, also while a guild keeps the session from being complete", async () => {
    await using remembering = await openRememberingBot();
    const { scene } = remembering;
    const { server, ada, general, account, mention } = scene;
    await remembering.ask("before");
    const other = server.addGuild({ members: [ada, account] });
    other.isUnavailable = true; //                                               1. a guild will be waited for
    server.faults.closeConnections(1000);
    ada.says(general, `${mention} missed`); //                                   2. nobody hears it
    await server.waitFor(() => server.gateway.sessions[1]?.isAttached);
    ada.says(general, `${mention} newer`); //                                    3. the new session brings that
    await setImmediate();
    server.faults.makeUnavailable(other)(); //                                   4. the session is complete
    await server.waitFor(() => saidBy(scene).length === 3);
    expect(saidBy(scene)).toEqual(["re: before", "re: missed", "re: newer"]);
  });

  it("is not answered beyond the count", async () => {
    await using remembering = await openRememberingBot({ settings: { catchUpMessages: 2 } });
    const { scene } = remembering;
    const { server, ada, general, mention } = scene;
    await remembering.ask("before");
    server.faults.closeConnections(1000);
    for (const text of ["one", "two", "three", "four"]) ada.says(general, `${mention} ${text}`);
    await server.waitFor(() => server.gateway.identifies === 2 && server.gateway.sessions[1]?.isAttached);
    ada.says(general, `${mention} after`);
    await server.waitFor(() => saidBy(scene, general).at(-1) === "re: after");
    expect(saidBy(scene, general)).toEqual(["re: before", "re: one", "re: two", "re: after"]);
  });

  it("is not answered when it is older than the limit", async () => {
    const clock = new ManualClock(Date.now() - 40 * 60_000);
    await using remembering = await openRememberingBot({ server: { clock }, settings: { catchUpMinutes: 30 } });
    const { scene } = remembering;
    const { server, ada, general, mention } = scene;
    await remembering.ask("before");
    server.faults.closeConnections(1000);
    ada.says(general, `${mention} old`);
    await clock.advance(40 * 60_000);
    ada.says(general, `${mention} new`);
    await server.waitFor(() => saidBy(scene, general).length === 2);
    expect(saidBy(scene, general)).toEqual(["re: before", "re: new"]);
  });

  it("is nothing for a bot that has never been there", async () => {
    await using scene = await openAnsweringBot({}, (discord) => {
      discord.ada.says(discord.general, `<@${discord.account.id}> long ago`);
    });
    const { server, ada, general, mention } = scene;
    ada.says(general, `${mention} now`);
    await server.waitFor(() => saidBy(scene, general).length === 1);
    expect(saidBy(scene, general)).toEqual(["re: now"]);
    expect(server.requests.filter(({ method, route }) => method === "GET" && route === reading.route)).toEqual([]);
  });

  it("comes twice, by a repeated event, a resume and a fetch, and is answered once", async () => {
    await using remembering = await openRememberingBot();
    const { scene } = remembering;
    const { server, ada, general, mention } = scene;
    await remembering.ask("before");
    server.faults.dropConnections();
    ada.says(general, `${mention} in the gap`);
    await server.waitFor(() => server.gateway.resumes === 1);
    server.faults.repeatEvent("MESSAGE_CREATE");
    server.faults.closeConnections(1000);
    await server.waitFor(() => server.gateway.identifies === 2 && server.gateway.sessions[1]?.isAttached);
    ada.says(general, `${mention} after`);
    await server.waitFor(() => saidBy(scene, general).at(-1) === "re: after");
    expect(saidBy(scene, general)).toEqual(["re: before", "re: in the gap", "re: after"]);
  });
});
