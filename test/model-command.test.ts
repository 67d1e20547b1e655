import {
  ConfigurationError,
  type ModelProvider,
  type PluginContext,
  type Right,
  SystemClock,
  createElizaProvider,
  definePlugin,
} from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";

const room = { adapter: "test", account: "main", place: "room" };

/** A provider whose models are there, but for those named `gone`. */
const provider: ModelProvider = {
  name: "lab",
  describe: async () => ({ kind: "ready" }),
  createModel: async (modelId) => {
    if (modelId.startsWith("gone")) throw new ConfigurationError("Set LAB_KEY for this model.");
    return createElizaProvider({ clock: new SystemClock() }).createModel("eliza");
  },
};

/** A bot that offers two models, with a conversation of Ana's. The scripted runner is shown which model was chosen. */
async function start(models: readonly string[] = ["lab/gone-missing", "lab/other"]) {
  let adapter: PluginContext | undefined;
  const plugin = definePlugin({
    name: "service",
    version: "1.0.0",
    setup(context) {
      adapter = context;
      context.channel(new RecordingChannel());
      context.model(provider);
    },
  });
  const harness = await BotHarness.start({ bot: { plugins: [plugin], models } });
  if (adapter === undefined) throw new Error("The plugin was not set up.");
  await harness.say("hello");
  (await harness.model.nextRun()).answer("hi");
  await harness.bot.settled();
  const say = async (text: string, person: { readonly id?: string; readonly rights?: readonly Right[] } = {}) => {
    const receipt = await harness.say(text, { sender: { id: person.id ?? "ana" }, rights: person.rights });
    return receipt.kind === "command" ? receipt.text : receipt.kind;
  };
  const chosen = async () => (await harness.bot.sessions.read(await harness.session(), operator)).settings.model;
  return { harness, adapter, say, chosen };
}

describe(`${promises("command-forms", "denied-unless-allowed")}/model`, () => {
  it("shows the model and what there is to choose", async () => {
    const { harness, say } = await start();
    expect(await say("/model")).toBe(
      "Model: offline/eliza. Choose with /model <name>: offline/eliza, lab/gone-missing, lab/other.",
    );
    await harness.bot.stop();
  });

  it("chooses one of those that are offered, for this conversation, until it is taken back", async () => {
    const { harness, say, chosen } = await start();
    expect(await say("/model LAB/other")).toBe("From the next message on, lab/other answers here.");
    expect(await chosen()).toBe("lab/other");
    expect(await say("/model")).toContain("Model: lab/other.");
    const [entry] = await harness.bot.audit(1);
    expect(entry).toMatchObject({ operation: "session.model", outcome: "done", actor: { id: "ana" } });
    expect(harness.events.at(-1)).toMatchObject({ type: "session.change" });
    expect(await say("/model default")).toBe("From the next message on, offline/eliza answers here.");
    expect(await chosen()).toBeUndefined();
    await harness.bot.stop();
  });

  it("outlasts a reset, and is chosen while an answer is being written", async () => {
    const { harness, say, chosen } = await start();
    await harness.say("and now?");
    const run = await harness.model.nextRun();
    expect(await say("/model lab/other")).toContain("lab/other answers here");
    run.answer("still me");
    await harness.bot.settled();
    expect(await harness.transcript()).toContain("still me");
    await say("/reset");
    expect(await chosen()).toBe("lab/other");
    await harness.bot.stop();
  });

  it.each(["offline/secret", "lab/gone", "eliza", "x".repeat(500)])("refuses others: %s", async (name) => {
    const { harness, say, chosen } = await start();
    expect(await say(`/model ${name}`, { rights: ["moderator"] })).toContain("There is no model");
    expect(await chosen()).toBeUndefined();
    await harness.bot.stop();
  });

  it("lets an administrator of the place choose any that the bot can use", async () => {
    const { harness, say, chosen } = await start([]);
    const administrator = { id: "root", rights: ["administrator"] as const };
    expect(await say("/model lab/rogers")).toContain("There is no model");
    expect(await say("/model lab/rogers", administrator)).toContain("lab/rogers answers here");
    expect(await say("/model lab/gone", administrator)).toBe("Set LAB_KEY for this model.");
    expect(await say("/model nowhere/x", administrator)).toContain("There is no provider nowhere");
    expect(await say("/model nonsense", administrator)).toContain("provider/model");
    expect(await chosen()).toBe("lab/rogers");
    await harness.bot.stop();
  });

  it("tells people nothing of what is to be set where the bot runs", async () => {
    const { harness, say } = await start();
    expect(await say("/model lab/gone-missing")).toMatch(/cannot be used right now/);
    await harness.bot.stop();
  });

  it("is for whoever began the conversation, and those who keep order there", async () => {
    const { harness, say, chosen } = await start();
    expect(await say("/model lab/other", { id: "stranger" })).toContain("You may not use /model");
    expect(await chosen()).toBeUndefined();
    expect(await say("/model lab/other", { id: "mo", rights: ["moderator"] })).toContain("answers here");
    expect(await chosen()).toBe("lab/other");
    await harness.bot.stop();
  });

  it("offers its choices to adapters, as the settings are now", async () => {
    const { harness, adapter } = await start();
    const complete = (partial: string) =>
      adapter.complete({ key: room, sender: { id: "ana" }, name: "model", option: "name", partial });
    const values = async (partial: string) => (await complete(partial)).map(({ value }) => value);
    expect(await values("OTHER")).toEqual(["lab/other"]);
    await harness.bot.settings.change({ models: ["lab/third"] }, { actor: operator });
    expect(await values("")).toEqual(["offline/eliza", "lab/third", "default"]);
    const wrong = harness.bot.settings.change({ models: ["eliza"] }, { actor: operator });
    await expect(wrong).rejects.toThrow(/models must be a list/);
    await harness.bot.stop();
  });

  it("says so where no conversation has begun", async () => {
    const { harness, say } = await start();
    const elsewhere = { key: { ...room, place: "hall" } };
    expect(await harness.say("/model", elsewhere)).toMatchObject({
      text: expect.stringContaining("has not begun yet"),
    });
    expect(await say("/help")).toContain("/model – ");
    await harness.bot.stop();
  });
});
