import { type BotEvent, createBot, definePlugin } from "@keyturn/core";
import { RecordingChannel, createInstantRunner } from "@keyturn/testkit";
import { expect, it } from "vitest";

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
