import { type BotOptions, type Plugin, createBot, definePlugin, defineTool } from "@keyturn/core";
import { RecordingChannel, createInstantRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { promises } from "./requirements.ts";

async function startBot(plugins: NonNullable<BotOptions["plugins"]>) {
  const bot = await createBot({ turnRunner: createInstantRunner(), plugins });
  await bot.start();
  return bot;
}

function stateOf(bot: Awaited<ReturnType<typeof createBot>>, name: string) {
  return bot.plugins.find((plugin) => plugin.name === name);
}

const say = (text: string, id = text) => ({
  key: { adapter: "test", account: "main", place: "room" },
  platformMessageId: id,
  sender: { id: "ana" },
  text,
});

describe(`${promises("isolation")}a plugin`, () => {
  it("adds channels, tools, commands and hooks, and hands messages in", async () => {
    const channel = new RecordingChannel();
    const hooked: string[] = [];
    const plugin = definePlugin({
      name: "everything",
      version: "1.0.0",
      setup(context) {
        context.channel(channel);
        context.command({ name: "ping", description: "Answers pong", run: async () => "pong" });
        context.tool(
          defineTool({ name: "now", description: "The time", inputSchema: z.object({}), execute: () => "noon" }),
        );
        context.hook("message.accept", (event) => hooked.push(event.session.preview));
        context.hook("run.finish", (event) => hooked.push(event.end));
      },
    });
    const bot = await startBot([plugin]);
    await bot.receive(say("hello"));
    await bot.receive(say(" /PING  now "));
    await bot.settled();
    expect(channel.texts).toContain("pong");
    expect(channel.texts).toContain("re: hello");
    expect(hooked).toEqual(["", "answered"]);
    expect(stateOf(bot, "everything")).toMatchObject({ state: "running", version: "1.0.0" });
    await bot.stop();
    expect(stateOf(bot, "everything")?.state).toBe("stopped");
  });

  it("gets its configuration checked and typed", async () => {
    const seen: unknown[] = [];
    const plugin = definePlugin({
      name: "greeter",
      version: "1.0.0",
      config: z.object({ greeting: z.string(), times: z.number().default(1) }),
      setup: (_context, { greeting, times }) => void seen.push(greeting.repeat(times)),
    });
    const bot = await startBot([{ plugin, configuration: { greeting: "hi" } }]);
    expect(seen).toEqual(["hi"]);
    await bot.stop();
  });

  it("whose configuration is not valid does not run, says what is wrong, and lets the rest go on", async () => {
    const channel = new RecordingChannel();
    const strict = definePlugin({
      name: "strict",
      version: "1.0.0",
      config: z.object({ port: z.number() }),
      setup: () => undefined,
    });
    const none = definePlugin({ name: "none", version: "1.0.0", setup: () => undefined });
    const bot = await startBot([
      { plugin: strict, configuration: { port: "seven" } },
      { plugin: none, configuration: { surplus: true } },
      channel.toPlugin(),
    ]);
    expect(stateOf(bot, "strict")).toMatchObject({ state: "failed", reason: expect.stringMatching(/"strict".*port/) });
    expect(stateOf(bot, "none")).toMatchObject({ state: "failed", reason: expect.stringContaining("takes no config") });
    await bot.receive(say("hello"));
    await bot.settled();
    expect(channel.texts).toEqual(["re: hello"]);
    await bot.stop();
  });

  it("whose set-up fails half-way leaves nothing behind, undone newest first", async () => {
    const undone: string[] = [];
    const broken = definePlugin({
      name: "broken",
      version: "1.0.0",
      async setup(context) {
        context.own(() => void undone.push("first"));
        context.command({ name: "ghost", description: "Must not stay", run: async () => "boo" });
        context.own(async () => {
          await Promise.resolve();
          undone.push("second");
        });
        await Promise.resolve();
        throw new Error("the set-up broke");
      },
    });
    const bot = await startBot([broken]);
    expect(undone).toEqual(["second", "first"]);
    expect(bot.commands.map(({ name }) => name)).not.toContain("ghost");
    expect(stateOf(bot, "broken")).toMatchObject({ state: "failed", reason: "the set-up broke" });
    await bot.stop();
  });

  it("is undone newest first when the bot stops, also when a cleanup fails", async () => {
    const undone: string[] = [];
    const create = (name: string): Plugin =>
      definePlugin({
        name,
        version: "1.0.0",
        setup(context) {
          context.own(() => void undone.push(`${name} 1`));
          context.own(() => Promise.reject(new Error("this cleanup is broken")));
          context.own(() => void undone.push(`${name} 2`));
        },
      });
    const bot = await startBot([create("one"), create("two")]);
    await bot.stop();
    expect(undone).toEqual(["two 2", "two 1", "one 2", "one 1"]);
  });

  it("cannot register anything once it has stopped", async () => {
    let late: () => void = () => undefined;
    const plugin = definePlugin({
      name: "late",
      version: "1.0.0",
      setup(context) {
        late = () => context.command({ name: "late", description: "Too late", run: async () => "" });
      },
    });
    const bot = await startBot([plugin]);
    await bot.stop();
    expect(late).toThrow(/"late" has stopped/);
  });

  it("with a name that is taken does not run", async () => {
    const create = () => definePlugin({ name: "twin", version: "1.0.0", setup: () => undefined });
    const bot = await startBot([create(), create()]);
    expect(bot.plugins.filter(({ name }) => name === "twin").map(({ state }) => state)).toEqual(["running", "failed"]);
    await bot.stop();
  });

  it.each([
    {
      what: "its hook throws",
      setup: (context: Parameters<Plugin["start"]>[0]) =>
        context.hook("message.accept", () => {
          throw new Error("the hook broke");
        }),
    },
    {
      what: "its command throws",
      setup: (context: Parameters<Plugin["start"]>[0]) =>
        context.command({ name: "boom", description: "Throws", run: () => Promise.reject(new Error("boom")) }),
    },
  ])("does not take the rest down when $what", async ({ setup }) => {
    const channel = new RecordingChannel();
    const bot = await startBot([definePlugin({ name: "bad", version: "1.0.0", setup }), channel.toPlugin()]);
    await bot.receive(say("/boom"));
    await bot.receive(say("hello"));
    await bot.settled();
    expect(channel.texts).toContain("re: hello");
    expect(channel.texts.join()).not.toContain("Error");
    await bot.stop();
  });

  it("whose channel does not start or stop lets the other channels work", async () => {
    const good = new RecordingChannel();
    const bad = definePlugin({
      name: "bad-channel",
      version: "1.0.0",
      setup: (context) =>
        context.channel({
          name: "bad",
          assurance: "none",
          send: () => Promise.reject(new Error("never")),
          start: () => Promise.reject(new Error("no token")),
          stop: () => Promise.reject(new Error("cannot stop")),
        }),
    });
    const bot = await startBot([bad, good.toPlugin()]);
    await bot.receive(say("hello"));
    await bot.settled();
    expect(good.texts).toEqual(["re: hello"]);
    await bot.stop();
  });

  it("may ask for a reset only when a policy allows it", async () => {
    const channel = new RecordingChannel();
    let ask: () => Promise<unknown> = () => Promise.resolve();
    const tidy = definePlugin({
      name: "tidy",
      version: "1.0.0",
      setup(context) {
        ask = async () => {
          const id = await context.control.find(say("x").key);
          return id && context.control.reset(id, "tidying up");
        };
      },
    });
    const denied = await startBot([tidy, channel.toPlugin()]);
    await denied.receive(say("hello"));
    await denied.settled();
    await expect(ask()).rejects.toMatchObject({ code: "NOT_AUTHORIZED" });
    await denied.stop();

    const bot = await createBot({
      turnRunner: createInstantRunner(),
      plugins: [tidy, channel.toPlugin()],
      policy: { authorize: ({ actor }) => actor.kind === "plugin" && actor.id === "tidy" },
    });
    await bot.start();
    await bot.receive(say("hello"));
    await bot.settled();
    expect(await ask()).toMatchObject({ kind: "reset" });
    await bot.stop();
  });
});

describe("definePlugin", () => {
  it.each([
    { name: "", version: "1.0.0" },
    { name: "Upper", version: "1.0.0" },
    { name: "x".repeat(65), version: "1.0.0" },
    { name: "fine", version: "" },
  ])("refuses %j", ({ name, version }) => {
    expect(() => definePlugin({ name, version, setup: () => undefined })).toThrow(/plugin/);
  });
});

describe("commands", () => {
  const control = async (setup?: Plugin) => {
    const channel = new RecordingChannel();
    const bot = await startBot([channel.toPlugin(), ...(setup ? [setup] : [])]);
    return { bot, channel };
  };

  it("answer in any case and with spaces around; other texts go to the agent", async () => {
    const { bot, channel } = await control();
    for (const text of ["/help", "  /HELP  ", "/Status", "/stop"]) {
      expect((await bot.receive(say(text))).kind, text).toBe("command");
    }
    for (const text of ["help", "/etc/passwd", "/unknown", "/ help", "/__proto__", "/toString"]) {
      expect((await bot.receive(say(text))).kind, text).toBe("accepted");
    }
    await bot.settled();
    expect(channel.texts.join("\n")).toContain("/reset – Forget this conversation");
    await bot.stop();
  });

  it("say that there is nothing to clear where no conversation has begun", async () => {
    const { bot, channel } = await control();
    await bot.receive(say("/reset"));
    await bot.settled();
    expect(channel.texts[0]).toContain("nothing to clear");
    await bot.stop();
  });

  it("of other people's conversations are denied, and change nothing", async () => {
    const { bot, channel } = await control();
    await bot.receive(say("hello"));
    await bot.settled();
    const stranger = { ...say("/reset", "stranger"), sender: { id: "stranger" } };
    await bot.receive(stranger);
    await bot.settled();
    expect(channel.texts.at(-1)).toContain("You may not use /reset");
    const id = await bot.sessions.find(stranger.key);
    const page = await bot.sessions.entries(id!, { limit: 10 }, { kind: "operator", id: "t", surface: "code" });
    expect(page.entries).toHaveLength(2);
    expect((await bot.audit(1))[0]).toMatchObject({ outcome: "denied", operation: "session.reset" });
    await bot.stop();
  });

  it("check permission before anything else", async () => {
    let ran = false;
    const plugin = definePlugin({
      name: "guarded",
      version: "1.0.0",
      setup: (context) =>
        context.command({
          name: "guarded",
          description: "For nobody",
          isAllowed: () => false,
          run: async () => {
            ran = true;
            return "";
          },
        }),
    });
    const { bot, channel } = await control(plugin);
    await bot.receive(say("/guarded with bad arguments"));
    await bot.receive(say("/help"));
    await bot.settled();
    expect(ran).toBe(false);
    expect(channel.texts[0]).toContain("You may not use /guarded");
    expect(channel.texts[1]).not.toContain("/guarded");
    await bot.stop();
  });
});
