import { type Bot, type BotEvent, createBot, definePlugin } from "@keyturn/core";
import { ManualClock, RecordingChannel, createInstantRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";

const actor = { kind: "operator", id: "ana", surface: "code" } as const;

const say = (text: string) => ({
  key: { adapter: "test", account: "main", place: "room" },
  platformMessageId: text,
  sender: { id: "ana" },
  text,
});

/** A plugin whose set-up a test can make fail or hang, and which tells what became of it. */
function createWatchedPlugin() {
  const told: string[] = [];
  const control = { setUp: async (): Promise<void> => undefined };
  const channel = new RecordingChannel();
  const plugin = definePlugin({
    name: "watched",
    version: "1.0.0",
    async setup(context) {
      await control.setUp();
      told.push("set up");
      context.own(() => void told.push("undone first registered"));
      context.command({ name: "ping", description: "Answers pong", run: async () => "pong" });
      context.channel(channel);
      context.own(() => void told.push("undone last registered"));
    },
  });
  return { plugin, told, control, channel };
}

async function start(watched = createWatchedPlugin()) {
  const bot = await createBot({ turnRunner: createInstantRunner(), plugins: [watched.plugin] });
  const events: BotEvent[] = [];
  await bot.start();
  bot.subscribe((event) => events.push(event));
  const state = () => bot.plugins.find(({ name }) => name === "watched");
  return { ...watched, bot, events, state };
}

it("turns a plugin off, newest registration first, and on again while the bot runs", async () => {
  const { bot, told, state, channel, events } = await start();
  expect(state()?.registrations).toEqual([
    { kind: "command", name: "ping" },
    { kind: "channel", name: "test" },
  ]);
  await bot.changePlugin("watched", false, { actor, reason: "too loud" });
  expect(told).toEqual(["set up", "undone last registered", "undone first registered"]);
  expect(state()).toMatchObject({ state: "disabled", registrations: [] });
  expect([bot.channels, bot.commands.map(({ name }) => name)]).toEqual([[], expect.not.arrayContaining(["ping"])]);
  await bot.changePlugin("watched", true, { actor });
  expect(state()).toMatchObject({ state: "running" });
  expect(bot.adapters).toMatchObject([{ name: "test", state: "connected" }]);
  await bot.receive(say("/ping"));
  await bot.receive(say("hello"));
  await bot.settled();
  expect(channel.texts).toEqual(expect.arrayContaining(["pong", "re: hello"]));
  expect(events.filter(({ type }) => type === "plugin.change")).toMatchObject([
    { plugin: "watched", state: "disabled" },
    { plugin: "watched", state: "running" },
  ]);
  expect(await bot.audit(2)).toMatchObject([
    { operation: "plugin.change", target: "watched", outcome: "done" },
    { operation: "plugin.change", target: "watched", outcome: "done", reason: "too loud" },
  ]);
  await bot.stop();
});

it("lets a run in flight end when its channel goes, and tells that its answer could not be delivered", async () => {
  let answer: ((text: string) => void) | undefined;
  const { plugin } = createWatchedPlugin();
  const bot = await createBot({
    plugins: [plugin],
    turnRunner: {
      run: () =>
        new Promise((resolve) => {
          answer = (text) => resolve({ parts: [{ type: "text", text }], usage: { inputTokens: 0, outputTokens: 0 } });
        }),
    },
  });
  await bot.start();
  await bot.receive(say("hello")); // 1. the run begins
  await expect.poll(() => answer).toBeDefined();
  await bot.changePlugin("watched", false, { actor }); // 2. its channel goes
  answer?.("hi"); // 3. the run ends
  await bot.settled();
  const [session] = await bot.sessions.list({ limit: 1 }, actor);
  expect(session).toMatchObject({ entries: 2, deliveries: { failed: 1 } });
  await bot.stop();
});

it("tells when a plugin cannot be set up again, and leaves nothing of it", async () => {
  const { bot, control, state, events } = await start();
  await bot.changePlugin("watched", false, { actor });
  control.setUp = () => Promise.reject(new Error("no service"));
  expect(await bot.changePlugin("watched", true, { actor })).toMatchObject({ state: "failed", reason: "no service" });
  expect(state()?.registrations).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: "plugin.change", state: "failed" });
  await bot.stop();
});

it("refuses to change what is not there, what the bot needs, and what is being changed", async () => {
  const { bot, control, state } = await start();
  await expect(bot.changePlugin("nobody", false, { actor })).rejects.toMatchObject({ code: "PLUGIN_NOT_FOUND" });
  const required = bot.changePlugin("standard-commands", false, { actor });
  await expect(required).rejects.toMatchObject({ code: "PLUGIN_REQUIRED" });
  await bot.changePlugin("watched", false, { actor });
  let goOn: (() => void) | undefined;
  control.setUp = () => new Promise((resolve) => (goOn = resolve));
  const enabling = bot.changePlugin("watched", true, { actor }); // 1. the set-up hangs
  await expect.poll(() => goOn).toBeDefined();
  const second = bot.changePlugin("watched", false, { actor }); // 2. somebody else changes it
  await expect(second).rejects.toMatchObject({ code: "PLUGIN_CHANGING" });
  goOn?.(); // 3. the set-up ends
  await enabling;
  expect(state()).toMatchObject({ state: "running" });
  await bot.stop();
});

it("leaves a plugin off that is said to be off, also through the settings, and never one that the bot needs", async () => {
  const watched = createWatchedPlugin();
  const disabledPlugins = ["watched", "standard-commands", "gone-since"];
  const bot = await createBot({ turnRunner: createInstantRunner(), plugins: [watched.plugin], disabledPlugins });
  await bot.start();
  expect(watched.told).toEqual([]);
  expect(bot.plugins.map(({ name, state, isRequired }) => [name, state, isRequired])).toEqual([
    ["standard-commands", "running", true],
    ["offline-model", "running", true],
    ["watched", "disabled", false],
  ]);
  await bot.settings.change({ disabledPlugins: [] }, { actor });
  expect(watched.told).toEqual(["set up"]);
  await bot.stop();
});

describe(`${promises("isolation")}a plugin whose set-up hangs`, () => {
  /** A bot whose plugin hangs in its set-up until the test lets it go, and another plugin. */
  async function startHanging() {
    const clock = new ManualClock();
    const going = Promise.withResolvers<void>();
    const late: unknown[] = [];
    const hanging = definePlugin({
      name: "hanging",
      version: "1.0.0",
      async setup(context) {
        context.command({ name: "early", description: "Registered in time", run: async () => "" });
        await going.promise;
        try {
          context.command({ name: "late", description: "Registered too late", run: async () => "" });
        } catch (error) {
          late.push(error);
          throw error;
        }
      },
    });
    const other = definePlugin({ name: "other", version: "1.0.0", setup: () => undefined });
    const bot = await createBot({ clock, turnRunner: createInstantRunner(), plugins: [hanging, other] });
    const started = bot.start();
    return { bot, clock, going, late, started };
  }

  const stateOf = (bot: Bot, name: string) => bot.plugins.find((plugin) => plugin.name === name);
  const names = (bot: Bot) => bot.commands.map(({ name }) => name);

  it("counts as failed after 30 s, leaves nothing behind, and holds up no other", async () => {
    const { bot, clock, going, late, started } = await startHanging();
    await clock.advance(29_999);
    expect(stateOf(bot, "other")).toBeUndefined();
    await clock.advance(1);
    await started;
    expect(stateOf(bot, "hanging")).toMatchObject({
      state: "failed",
      reason: 'The plugin "hanging" was not set up within 30 s.',
    });
    expect(stateOf(bot, "other")?.state).toBe("running");
    expect(names(bot)).not.toContain("early");
    expect(await bot.changePlugin("other", false, { actor })).toMatchObject({ state: "disabled" });
    going.resolve();
    await clock.advance(1);
    expect(late).toMatchObject([{ message: 'The plugin "hanging" has stopped.' }]);
    expect(names(bot)).not.toContain("late");
    await bot.stop();
  });

  it("does not hold up the bot's stop", async () => {
    const { bot, started } = await startHanging();
    await bot.stop();
    await started;
    expect(stateOf(bot, "hanging")?.reason).toContain("was not set up when the bot stopped");
  });
});
