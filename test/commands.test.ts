import {
  type BotEvent,
  type Choice,
  type Command,
  type CommandInvocation,
  type PluginContext,
  definePlugin,
} from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";

const room = { adapter: "test", account: "main", place: "room" };

/** A bot with a channel, and what the plugin of an adapter has in hand. */
async function startWith(...commands: readonly Command[]) {
  const channel = new RecordingChannel();
  let adapter: PluginContext | undefined;
  const plugin = definePlugin({
    name: "service",
    version: "1.0.0",
    setup(context) {
      adapter = context;
      context.channel(channel);
      for (const command of commands) context.command(command);
    },
  });
  const harness = await BotHarness.start({ bot: { plugins: [plugin] } });
  if (adapter === undefined) throw new Error("The plugin was not set up.");
  return { harness, adapter, channel };
}

function invocation(name: string, change: Partial<CommandInvocation> = {}): CommandInvocation {
  return { key: room, platformMessageId: `interaction-${name}`, sender: { id: "ana" }, name, ...change };
}

/** A command that tells what it was given. */
function echo(change: Partial<Command> = {}): Command {
  return {
    name: "echo",
    description: "Says what it was given",
    run: ({ options, argumentText }) => Promise.resolve(JSON.stringify([options, argumentText])),
    ...change,
  };
}

const weather = echo({
  name: "weather",
  options: [
    { name: "days", description: "How many days", type: "integer", isRequired: true },
    { name: "unit", description: "Which unit", type: "string", choices: [{ name: "Celsius", value: "c" }] },
    { name: "windy", description: "With wind", type: "boolean" },
    { name: "place", description: "Where", type: "string" },
  ],
});

describe(`${promises("command-forms", "no-double", "one-path")}a command in a service's own form`, () => {
  it("is answered to the adapter alone, which tells the person itself", async () => {
    const { harness, adapter, channel } = await startWith();
    await harness.say("hello");
    (await harness.model.nextRun()).answer("hi");
    await harness.bot.settled();
    const sent = channel.sends.length;
    const outcome = await adapter.invoke(invocation("reset"));
    expect(outcome).toMatchObject({ kind: "answered", name: "reset", isPrivate: true });
    expect(outcome).toMatchObject({ text: expect.stringContaining("Forgotten: 2 entries") });
    await harness.bot.settled();
    expect(channel.sends).toHaveLength(sent);
    expect(await harness.transcript()).toEqual([]);
    await harness.bot.stop();
  });

  it("resets while an answer is being written, which is stopped and comes no more", async () => {
    const { harness, adapter } = await startWith();
    await harness.say("hello");
    const run = await harness.model.nextRun();
    const outcome = await adapter.invoke(invocation("reset"));
    expect(outcome).toMatchObject({ text: expect.stringContaining("is stopped") });
    run.answer("too late");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual([]);
    await harness.bot.stop();
  });

  it("is carried out once, however often its service sends it", async () => {
    let runs = 0;
    const { harness, adapter } = await startWith(echo({ run: async () => `run ${(runs += 1)}` }));
    const twice = [adapter.invoke(invocation("echo")), adapter.invoke(invocation("echo"))];
    expect(await Promise.all(twice)).toEqual([
      { kind: "answered", name: "echo", text: "run 1", isPrivate: true },
      { kind: "duplicate" },
    ]);
    expect(await adapter.invoke(invocation("echo"))).toEqual({ kind: "duplicate" });
    expect(await adapter.invoke(invocation("echo", { platformMessageId: "another" }))).toMatchObject({ text: "run 2" });
    await harness.bot.stop();
  });

  it("that is not there, or not any more, is unknown", async () => {
    const { harness, adapter } = await startWith();
    expect(await adapter.invoke(invocation("gone"))).toMatchObject({
      kind: "unknown",
      text: expect.stringContaining("/help"),
    });
    await harness.bot.stop();
  });

  it("shares its permission with the typed form: a stranger's reset changes nothing", async () => {
    const { harness, adapter } = await startWith();
    await harness.say("hello");
    (await harness.model.nextRun()).answer("hi");
    await harness.bot.settled();
    const outcome = await adapter.invoke(invocation("reset", { sender: { id: "stranger" } }));
    expect(outcome).toMatchObject({ kind: "answered", text: expect.stringContaining("You may not use /reset") });
    expect(await harness.transcript()).toEqual(["hello", "hi"]);
    await harness.bot.stop();
  });

  it("that is not well-formed is refused, and not carried out", async () => {
    let runs = 0;
    const { harness, adapter } = await startWith(echo({ run: async () => `run ${(runs += 1)}` }));
    await expect(adapter.invoke(invocation("echo", { platformMessageId: "" }))).rejects.toThrow(/platform message id/);
    await expect(adapter.invoke(invocation("echo", { sender: { id: "" } }))).rejects.toThrow(/sender id/);
    expect(runs).toBe(0);
    await harness.bot.stop();
  });
});

describe(`${promises("command-forms")}options`, () => {
  const given = async (options: CommandInvocation["options"]) => {
    const { harness, adapter } = await startWith(weather);
    const outcome = await adapter.invoke(invocation("weather", { options }));
    await harness.bot.stop();
    return outcome.kind === "answered" ? outcome.text : outcome.kind;
  };
  const typed = async (text: string) => {
    const { harness } = await startWith(weather);
    const receipt = await harness.say(text);
    await harness.bot.stop();
    return receipt.kind === "command" ? receipt.text : receipt.kind;
  };
  const values = (text: string): unknown => (text.startsWith("[") ? JSON.parse(text)[0] : text);

  it("come by name, or are read from what was typed: the last text takes the rest", async () => {
    const all = { days: 3, unit: "c", windy: true, place: "St. Gallen" };
    expect(values(await given(all))).toEqual(all);
    expect(values(await given({ days: "3", unit: "Celsius", windy: "yes", place: "St. Gallen" }))).toEqual(all);
    expect(values(await typed("/weather 3 celsius on St. Gallen"))).toEqual(all);
    expect(values(await typed('/weather 3 "Celsius" on "St. Gallen"'))).toEqual(all);
    expect(values(await typed("/weather  3"))).toEqual({ days: 3 });
  });

  it.each([
    ["/weather", /Please give "days".*Write it as \/weather <days> \[unit\] \[windy\] \[place\]\./],
    ["/weather many", /"many" is not a whole number/],
    ["/weather 1.5", /"1.5" is not a whole number/],
    ["/weather 3 kelvin", /"kelvin" is none of the values of "unit": c\./],
    ["/weather 3 c perhaps", /"perhaps" is not yes or no/],
  ])("that are wrong get a sentence that says so: %s", async (text, sentence) => {
    expect(await typed(text)).toMatch(sentence);
  });

  it("of a name that the command does not have get one too", async () => {
    expect(await given({ days: 1, __proto__x: 1 })).toMatch(/no option "__proto__x"/);
    expect(await given({ days: {} })).toMatch(/"{}" is not a whole number/);
  });

  it("are not taken further than there are", async () => {
    const { harness } = await startWith(
      echo({ options: [{ name: "count", description: "How many", type: "integer" }] }),
    );
    expect(await harness.say("/echo 1 2 3")).toMatchObject({ text: expect.stringMatching(/"2 3".*\/echo \[count\]/) });
    await harness.bot.stop();
  });

  it("are read after the permission was asked", async () => {
    const { harness } = await startWith({ ...weather, isAllowed: () => false });
    expect(await harness.say("/weather many")).toMatchObject({ text: expect.stringContaining("You may not use") });
    await harness.bot.stop();
  });

  it("offer their choices while a person writes, or what the command offers", async () => {
    const cities = ["Basel", "Bern", "Zug"].map((name) => ({ name, value: name }));
    const asked: string[] = [];
    const complete = async (_request: unknown, partial: string): Promise<readonly Choice[]> => {
      asked.push(partial);
      return partial === "many"
        ? Array.from({ length: 40 }, (_, index) => ({ name: `${index}`, value: index }))
        : cities;
    };
    const free = echo({ options: [{ name: "city", description: "Where", type: "string", complete }] });
    const { harness, adapter } = await startWith(weather, free);
    const person = { key: room, sender: { id: "ana" } };
    const completing = (name: string, option: string, partial: string) =>
      adapter.complete({ ...person, name, option, partial });
    expect(await completing("weather", "unit", "CEL")).toEqual([{ name: "Celsius", value: "c" }]);
    expect(await completing("weather", "unit", "kel")).toEqual([]);
    expect(await completing("echo", "city", "b")).toEqual(cities);
    expect(await completing("echo", "city", "many")).toHaveLength(25);
    expect(await completing("echo", "nothing", "b")).toEqual([]);
    expect(await completing("gone", "city", "b")).toEqual([]);
    expect(asked).toEqual(["b", "many"]);
    await harness.bot.stop();
  });

  it("offer nothing when that fails, takes too long, or the person may not use the command", async () => {
    const option = (complete: () => Promise<readonly Choice[]>): Command["options"] => [
      { name: "city", description: "Where", type: "string", complete },
    ];
    const { harness, adapter } = await startWith(
      echo({ name: "fails", options: option(() => Promise.reject(new Error("no atlas"))) }),
      echo({ name: "hangs", options: option(() => new Promise(() => undefined)) }),
      echo({
        name: "forbidden",
        defaultAccess: "moderators",
        options: option(async () => [{ name: "x", value: "x" }]),
      }),
    );
    const completing = (name: string, rights: CommandInvocation["rights"] = []) =>
      adapter.complete({ key: room, sender: { id: "ana" }, rights, name, option: "city", partial: "" });
    expect(await completing("fails")).toEqual([]);
    const slow = completing("hangs");
    await harness.clock.advance(2_000);
    expect(await slow).toEqual([]);
    expect(await completing("forbidden")).toEqual([]);
    expect(await completing("forbidden", ["moderator"])).toHaveLength(1);
    await harness.bot.stop();
  });
});

describe(`${promises("command-forms")}a typed command`, () => {
  it.each(["reset", " Stop ", "RESET"])("counts as a bare word where the bot alone is addressed: %s", async (text) => {
    const { harness } = await startWith();
    expect((await harness.say(text, { isDirect: true })).kind).toBe("command");
    expect((await harness.say(text)).kind).toBe("accepted");
    await harness.stopInMidRun();
  });

  it.each(["reset everything", "reset.", "help", "status", "new"])("does not: %s", async (text) => {
    const { harness } = await startWith();
    expect((await harness.say(text, { isDirect: true })).kind).toBe("accepted");
    await harness.stopInMidRun();
  });
});

describe(`${promises("command-forms")}adapters`, () => {
  it("are told what commands there are as plain data, and when that changes", async () => {
    const { harness, adapter } = await startWith({ ...weather, localizations: { de: { name: "wetter" } } });
    const described = adapter.commands().find(({ name }) => name === "weather");
    expect(JSON.parse(JSON.stringify(described))).toMatchObject({
      description: "Says what it was given",
      localizations: { de: { name: "wetter" } },
      defaultAccess: "everyone",
      isPrivate: true,
      options: [
        { name: "days", type: "integer", isRequired: true, hasCompletion: false },
        { name: "unit", choices: [{ name: "Celsius", value: "c" }], isRequired: false },
        { name: "windy" },
        { name: "place" },
      ],
    });
    const changes: BotEvent[] = [];
    adapter.hook("command.change", (event) => changes.push(event));
    adapter.command(echo());
    expect(changes).toMatchObject([{ command: "echo", change: "added" }]);
    await harness.bot.changePlugin("service", false, { actor: operator });
    const removed = harness.events.flatMap((event) =>
      event.type === "command.change" && event.change === "removed" ? event.command : [],
    );
    expect(removed).toEqual(["echo", "weather"]);
    await harness.bot.stop();
  });

  const wrong: readonly { readonly what: RegExp; readonly change: Partial<Command> }[] = [
    { what: /name "Echo"/, change: { name: "Echo" } },
    { what: /description of \/echo must have 1 to 100/, change: { description: "x".repeat(101) } },
    { what: /more than 25 options/, change: { options: Array.from({ length: 26 }, (_, n) => option(`o${n}`)) } },
    { what: /same name/, change: { options: [option("a"), option("a")] } },
    { what: /"b" of \/echo is required/, change: { options: [option("a"), option("b", { isRequired: true })] } },
    { what: /must be named/, change: { options: [option("A")] } },
    {
      what: /more than 25 choices/,
      change: {
        options: [option("a", { choices: Array.from({ length: 26 }, (_, n) => ({ name: `c${n}`, value: `${n}` })) })],
      },
    },
    {
      what: /no integer/,
      change: { options: [option("a", { type: "integer", choices: [{ name: "x", value: "x" }] })] },
    },
    {
      what: /choices and "complete"/,
      change: { options: [option("a", { choices: [{ name: "x", value: "x" }], complete: async () => [] })] },
    },
    { what: /"German", which is no locale/, change: { localizations: { German: { name: "wetter" } } } },
    { what: /de name of \/echo/, change: { localizations: { de: { name: "Wetter heute" } } } },
  ];
  it.each(wrong)("need not check a command themselves: $what", async ({ what, change }) => {
    const { harness, adapter } = await startWith();
    expect(() => adapter.command(echo(change))).toThrow(what);
    expect(adapter.commands().map(({ name }) => name)).not.toContain("echo");
    await harness.bot.stop();
  });
});

function option(name: string, change: Partial<NonNullable<Command["options"]>[number]> = {}) {
  return { name, description: "Something", type: "string" as const, ...change };
}
