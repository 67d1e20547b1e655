import { ManualClock, ScriptedTurnRunner } from "@keyturn/testkit";
import { type AppSocket, SlackServer } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { createSlackBot, openSlackBot } from "../../test-support/open-slack-bot.ts";

/** What operators see after a start with something wrong. */
async function startWith(break_: (slack: SlackServer) => void) {
  const clock = new ManualClock();
  const slack = await SlackServer.start({ clock });
  break_(slack);
  const bot = await createSlackBot(slack, { clock, runner: new ScriptedTurnRunner(), lines: [] });
  await bot.start();
  const status = bot.adapters.find(({ name }) => name === "slack");
  await bot.stop(0);
  await slack.close();
  return status;
}

describe("a workspace that removes the app", () => {
  it.each(["uninstall", "revoke"] as const)("is noticed at once where its bot token is set: %s", async (end) => {
    await using test = await openSlackBot();
    test.slack[end](test.slack.installation);
    await test.slack.waitFor(() => test.status()?.state === "misconfigured");
    expect(test.status()?.reason).toContain("Install the app again");
    await test.slack.delivered();
    expect(test.slack.deliveries.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
  });
});

describe("the start", () => {
  it.each([
    [
      "bot token",
      (slack: SlackServer) => slack.faults.refuseToken(slack.installation.botToken),
      /Install the app again/,
    ],
    ["app token", (slack: SlackServer) => slack.faults.refuseToken(slack.app.appToken), /App-Level Tokens/],
  ])("says what to do about a wrong %s, and is not tried again", async (_name, break_, reason) => {
    const status = await startWith(break_);
    expect(status).toMatchObject({ state: "misconfigured", reason: expect.stringMatching(reason) });
  });

  it.each([
    ["Slack says who it is", "auth.test"],
    ["Slack says where a socket is opened", "apps.connections.open"],
  ])("leaves no socket behind when the channel is restarted before %s", async (_name, method) => {
    const clock = new ManualClock();
    await using slack = await SlackServer.start({ clock });
    const bot = await createSlackBot(slack, { clock, runner: new ScriptedTurnRunner(), lines: [] });
    slack.faults.next({ method, delayMilliseconds: 5_000 });
    const started = bot.start();
    await slack.waitFor(() => slack.callsOf(method).length === 1); //      1. a start waits for Slack
    await bot.restartAdapter("slack", { kind: "operator", id: "tests", surface: "code" });
    await slack.waitFor(() => slack.openSockets.length === 2); //          2. another one does not
    await clock.advance(5_000); //                                         3. the first one goes on
    await started;
    await clock.advance(1_000);
    await slack.waitFor(() => slack.callsOf(method)[0]?.answer !== undefined);
    for (let tenth = 0; tenth < 20; tenth += 1) {
      await clock.advance(100);
      await fetch(`${slack.apiUrl}api.test`, { method: "POST" });
    }
    expect(slack.openSockets).toHaveLength(2);
    await bot.stop(0);
    await slack.waitFor(() => slack.openSockets.length === 0);
    expect(clock.pendingTimers).toBe(0);
  });

  it("is tried again after what passes", async () => {
    const status = await startWith((slack) => slack.faults.next({ method: "apps.connections.open", status: 500 }));
    expect(status).toMatchObject({ state: "failed" });
  });
});

describe(`${promises("slack-connection")}the connection`, () => {
  it("is two sockets, and loses nothing when both are to be left", async () => {
    await using test = await openSlackBot();
    const { slack, ada, runner } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    const direct = ada.opensDirect(slack.installation);
    slack.faults.disconnect("refresh_requested");
    ada.says(direct, "in between");
    expect((await runner.nextRun()).texts).toEqual(["in between"]);
    await slack.waitFor(() => slack.openSockets.length === 2 && slack.sockets.length === 4);
    expect(slack.sockets.slice(0, 2).map(({ closeCode }) => closeCode)).toEqual([1000, 1000]);
    expect(test.status()).toMatchObject({ state: "connected", reconnects: 0 });
  });

  it("comes back at once after a reset, and tells of it", async () => {
    await using test = await openSlackBot();
    const { slack, ada, runner, bot } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    const states: string[] = [];
    bot.subscribe((event) => {
      if (event.type === "adapter.change") states.push(event.status.state);
    });
    slack.faults.reset();
    ada.says(ada.opensDirect(slack.installation), "after");
    expect((await runner.nextRun()).texts).toEqual(["after"]);
    await slack.waitFor(() => slack.openSockets.length === 2);
    expect(states).toEqual(["reconnecting", "connected"]);
  });

  it("gives a silent peer up, and what went into it comes again", async () => {
    await using test = await openSlackBot();
    const { slack, ada, clock, runner } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.silence();
    ada.says(ada.opensDirect(slack.installation), "into the void");
    await clock.advance(30_000);
    await slack.waitFor(() => slack.sockets.length === 4);
    // Slack tries a third time a minute after the second. In small steps, so that pings are answered meanwhile.
    while (runner.runs.length === 0) await clock.advance(500);
    expect((await runner.nextRun()).texts).toEqual(["into the void"]);
  });

  it("survives bad frames, an envelope of nothing and Slack's complaint about too many events", async () => {
    await using test = await openSlackBot();
    const { slack, ada, runner } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    for (const frame of ["null", "{", "[]", '"hello"', "7", '{"type":7}', '{"type":"events_api"}']) {
      slack.faults.sendFrame(frame);
    }
    slack.faults.sendNullPayload();
    slack.faults.sendAppRateLimited(slack.workspace.id);
    ada.says(ada.opensDirect(slack.installation), "still there?");
    expect((await runner.nextRun()).texts).toEqual(["still there?"]);
    expect(slack.sockets).toHaveLength(2);
    expect(test.lines.filter(([level]) => level === "warn")).toMatchObject([
      ["warn", expect.stringContaining("too many events"), {}],
      ["warn", expect.stringContaining("too many events"), {}],
    ]);
  });

  it("goes on after Slack's trouble with opening sockets", async () => {
    await using test = await openSlackBot();
    const { slack, ada, clock, runner } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.next({ method: "apps.connections.open", status: 500, times: 3 });
    slack.faults.refuseSockets(1);
    slack.faults.reset();
    await slack.waitFor(() => slack.callsOf("apps.connections.open").length >= 4);
    ada.says(ada.opensDirect(slack.installation), "after all");
    while (slack.openSockets.length < 2) await clock.advance(100);
    expect((await runner.nextRun()).texts).toEqual(["after all"]);
    expect(test.status()).toMatchObject({ state: "connected" });
  });

  it("is not said to be well by new sockets while the bot token is refused, and is again when it counts again", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general } = test;
    const { botToken } = slack.installation;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.refuseToken(botToken, "account_inactive"); // 1. an admin turns the app off
    ada.says(general, "@testbot hello"); // 2. the first call tells
    await slack.waitFor(() => test.status()?.state === "misconfigured");
    slack.faults.disconnect("refresh_requested"); // 3. the sockets are renewed: the app's token is another one
    await slack.waitFor(() => slack.openSockets.length === 2 && slack.sockets.length === 4);
    await slack.waitFor(() => slack.callsOf("auth.test").at(-1)?.answer !== undefined);
    expect(test.status()).toMatchObject({ state: "misconfigured", reason: expect.stringContaining("the bot token") });
    slack.faults.acceptToken(botToken); // 4. and on again
    slack.faults.disconnect("refresh_requested");
    await slack.waitFor(() => test.status()?.state === "connected");
    expect(test.status()?.reason).toBeUndefined();
  });

  it("tells that the app token was revoked, and comes back when it counts again", async () => {
    await using test = await openSlackBot();
    const { slack, clock } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.refuseToken(slack.app.appToken);
    slack.faults.reset();
    await slack.waitFor(() => slack.callsOf("apps.connections.open").length >= 4);
    await clock.advance(0);
    expect(test.status()).toMatchObject({
      state: "misconfigured",
      reason: expect.stringContaining("App-Level Tokens"),
    });
    slack.faults.acceptToken(slack.app.appToken);
    await clock.advance(60_000);
    await slack.waitFor(() => slack.openSockets.length === 2);
    expect(test.status()).toMatchObject({ state: "connected" });
  });

  // With pauses of 0, 0.5, 1, 2, 4, 8 and 16 seconds two sockets are opened 14 times in half a minute.
  it.each([
    ["warning", 16],
    ["refresh_requested", 16],
    ["too_many_websockets", 2],
  ] as const)(
    "is not opened over and over where Slack greets it and sends it away at once: %s",
    async (reason, most) => {
      await using test = await openSlackBot();
      const { slack, clock, ada, runner } = test;
      await slack.waitFor(() => slack.openSockets.length === 2);
      const left = new Set<AppSocket>();
      for (let tenth = 0; tenth < 300; tenth += 1) {
        for (const socket of slack.openSockets.filter((each) => !left.has(each))) {
          left.add(socket);
          slack.faults.disconnect(reason, [socket]);
        }
        await clock.advance(100);
        await fetch(`${slack.apiUrl}api.test`, { method: "POST" });
      }
      expect(slack.callsOf("apps.connections.open").length).toBeLessThanOrEqual(most);
      await clock.advance(60_000);
      await slack.waitFor(() => slack.openSockets.some((socket) => !left.has(socket)));
      ada.says(ada.opensDirect(slack.installation), "at last");
      expect((await runner.nextRun()).texts).toEqual(["at last"]);
    },
  );

  it("is told to be off as soon as Slack turns Socket Mode off, and says nothing of that later", async () => {
    await using test = await openSlackBot();
    const { slack, clock } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.disconnect("link_disabled");
    await slack.waitFor(() => slack.openSockets.length === 0);
    await clock.advance(0);
    expect(test.status()).toMatchObject({
      state: "misconfigured",
      reason: expect.stringContaining("Socket Mode is off"),
    });
    while (slack.openSockets.length < 2) await clock.advance(1_000);
    const { length } = test.events;
    slack.faults.refuseSockets(99);
    slack.faults.reset();
    while (test.status()?.state !== "reconnecting") await clock.advance(100);
    const changes = test.events
      .slice(length)
      .flatMap((event) => (event.type === "adapter.change" ? [event.status] : []));
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.map(({ state, reason }) => `${state} ${reason}`).join("\n")).not.toMatch(
      /misconfigured|Socket Mode is off/,
    );
  });

  it("does not keep the bot from its end while Slack does not say where a socket is opened", async () => {
    await using test = await openSlackBot();
    const { slack, bot } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    slack.faults.next({ method: "apps.connections.open", hangs: true, times: 2 });
    const before = slack.callsOf("apps.connections.open").length;
    slack.faults.reset();
    await slack.waitFor(() => slack.callsOf("apps.connections.open").length === before + 2);
    await bot.stop(0);
    expect(test.lines.filter(([, line]) => line.includes("takes long to stop"))).toEqual([]);
  });

  it("leaves no socket and no timer behind when it stops", async () => {
    const test = await openSlackBot();
    const { slack, clock, bot } = test;
    await slack.waitFor(() => slack.openSockets.length === 2);
    await bot.stop(0);
    await slack.waitFor(() => slack.openSockets.length === 0);
    expect(clock.pendingTimers).toBe(0);
    await slack.close();
  });
});

describe.each(["socket", "http"] as const)(
  `${promises("slack-connection", "no-loss")}a bot that is stopped (%s)`,
  (mode) => {
    it("stores and answers what it is taking in, shows how far it is, and takes nothing more", async () => {
      await using test = await openSlackBot({ mode, settings: { streaming: "edits" } });
      const { slack, ada, bot, clock, runner } = test;
      const direct = ada.opensDirect(slack.installation);
      slack.faults.next({ method: "users.info", delayMilliseconds: 500 });
      ada.says(direct, "last words"); //                     1. taking it in waits for a name
      await slack.waitFor(() => slack.callsOf("users.info").length === 1);
      const stopped = bot.stop(60_000); //                   2. the bot is to stop
      ada.says(direct, "too late"); //                       3. and more comes
      await clock.advance(500); //                           4. the name comes
      await slack.waitFor(() => slack.deliveries[0]?.isAcknowledged);
      const run = await runner.nextRun();
      run.write("It is a long story, which I shall tell you now while the lights are going out in here. ");
      while (direct.messages.length < 3) await clock.advance(500); // 5. its draft is shown
      run.answer("The end."); //                             6. and its answer comes
      for (let second = 0; second < 60; second += 1) await clock.advance(1_000);
      await stopped;
      expect(direct.messages.map(({ text }) => text)).toEqual([
        "last words",
        "too late",
        expect.stringMatching(/^It is a long story.*The end\.$/),
      ]);
      expect(runner.runs).toHaveLength(1);
      expect(slack.deliveries.filter(({ body }) => JSON.stringify(body).includes("too late"))[0]?.isAcknowledged).toBe(
        false,
      );
    });
  },
);
