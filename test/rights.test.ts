import { type ControlRequest, type PluginContext, type Right, definePlugin } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "./requirements.ts";
import { BotHarness, operator } from "./support/bot-harness.ts";
import { RecordingChannel } from "@keyturn/testkit";

const room = { adapter: "test", account: "main", place: "room" };
const moderator = { sender: { id: "mo" }, rights: ["moderator"] } satisfies Partial<ControlRequest>;

/** A bot with a conversation of Ana's in the room, and what an adapter has in hand. */
async function startWithAna() {
  let adapter: PluginContext | undefined;
  const channel = new RecordingChannel();
  const plugin = definePlugin({
    name: "service",
    version: "1.0.0",
    setup(context) {
      adapter = context;
      context.channel(channel);
      context.command({
        name: "sweep",
        description: "For those who keep order",
        defaultAccess: "moderators",
        run: async () => "swept",
      });
      context.command({
        name: "rule",
        description: "For those who run the place",
        defaultAccess: "administrators",
        run: async () => "ruled",
      });
    },
  });
  const harness = await BotHarness.start({ bot: { plugins: [plugin] } });
  if (adapter === undefined) throw new Error("The plugin was not set up.");
  await harness.say("hello");
  (await harness.model.nextRun()).answer("hi");
  await harness.bot.settled();
  return { harness, adapter, id: await harness.session() };
}

describe(`${promises("rights-of-the-place", "denied-unless-allowed")}what a service says of a person`, () => {
  it.each<Right>(["moderator", "administrator"])("lets a %s reset a conversation of that place", async (right) => {
    const { harness } = await startWithAna();
    const receipt = await harness.say("/reset", { sender: { id: "mo" }, rights: [right] });
    expect(receipt).toMatchObject({ kind: "command", text: expect.stringContaining("Forgotten") });
    expect(await harness.transcript()).toEqual([]);
    const [entry] = await harness.bot.audit(1);
    expect(entry).toMatchObject({ operation: "session.reset", outcome: "done", actor: { id: "mo", rights: [right] } });
    await harness.bot.stop();
  });

  it("counts for nothing in another place, account or service", async () => {
    const { harness, adapter, id } = await startWithAna();
    for (const elsewhere of [{ place: "hall" }, { account: "other" }, { adapter: "other" }]) {
      const control = adapter.controlFor({ ...moderator, key: { ...room, ...elsewhere } });
      await expect(control.reset(id, "tidying up")).rejects.toThrow(/may not/);
    }
    expect(await harness.transcript()).toEqual(["hello", "hi"]);
    await harness.bot.stop();
  });

  it("is not remembered: the same person without it may nothing", async () => {
    const { harness } = await startWithAna();
    await harness.say("/status", { sender: { id: "mo" }, rights: ["moderator"] });
    const receipt = await harness.say("/reset", { sender: { id: "mo" } });
    expect(receipt).toMatchObject({ text: expect.stringContaining("You may not use /reset") });
    await harness.bot.stop();
  });

  it("holds in the threads of the place, and for conversations of one person there", async () => {
    const { harness, adapter } = await startWithAna();
    for (const scope of [{ thread: "t1" }, { person: "ana" }]) {
      await harness.say("in here", { key: { ...room, ...scope } });
      (await harness.model.nextRun()).answer("yes");
      await harness.bot.settled();
      const control = adapter.controlFor({ ...moderator, key: { ...room, ...scope } });
      const id = await control.find({ ...room, ...scope });
      expect(await control.reset(id!, "tidying up")).toMatchObject({ kind: "reset" });
    }
    await harness.bot.stop();
  });

  it("lets them read, stop, cancel, delete there, and a stranger none of it", async () => {
    const { harness, adapter, id } = await startWithAna();
    const stranger = adapter.controlFor({ key: room, sender: { id: "stranger" } });
    const mo = adapter.controlFor({ ...moderator, key: room });
    await harness.say("think");
    await harness.model.nextRun();
    const [run] = harness.bot.runs();
    const waiting = await harness.say("and then");
    const messageId = waiting.kind === "accepted" ? waiting.messageId : undefined;
    await expect(stranger.read(id)).rejects.toThrow(/may not/);
    await expect(stranger.stop(id, "")).rejects.toThrow(/may not/);
    await expect(stranger.cancel(id, messageId!, "")).rejects.toThrow(/may not/);
    await expect(stranger.delete(id, "")).rejects.toThrow(/may not/);
    expect(await mo.read(id)).toMatchObject({ id });
    expect(await mo.cancel(id, messageId!, "")).toMatchObject({ kind: "cancelled" });
    expect(await mo.stop(id, "", run?.runId)).toMatchObject({ stoppedRunId: run?.runId });
    expect(await mo.delete(id, "")).toMatchObject({ kind: "deleted" });
    await harness.bot.settled();
    await harness.bot.stop();
  });

  it("does not make an owner of a moderator, nor of an owner a moderator", async () => {
    const { harness, adapter, id } = await startWithAna();
    const ana = adapter.controlFor({ key: room, sender: { id: "ana" } });
    await expect(ana.delete(id, "")).rejects.toThrow(/may not/);
    expect(await ana.reset(id, "")).toMatchObject({ kind: "reset" });
    const mo = { kind: "participant", id: "mo", ...room, surface: "test", rights: ["moderator"] } as const;
    await expect(harness.bot.sessions.export(id, mo)).rejects.toThrow(/may not/);
    expect(await harness.bot.sessions.read(id, operator)).toMatchObject({ owner: { id: "ana" } });
    await harness.bot.stop();
  });

  it("opens the commands that are for them, and /help lists no others", async () => {
    const { harness } = await startWithAna();
    const say = async (text: string, rights: readonly Right[]) => {
      const receipt = await harness.say(text, { rights });
      return receipt.kind === "command" ? receipt.text : receipt.kind;
    };
    expect(await say("/sweep", [])).toContain("You may not use /sweep");
    expect(await say("/sweep", ["moderator"])).toBe("swept");
    expect(await say("/sweep", ["administrator"])).toBe("swept");
    expect(await say("/rule", ["moderator"])).toContain("You may not use /rule");
    expect(await say("/rule", ["administrator"])).toBe("ruled");
    expect(await say("/help", [])).not.toContain("/sweep");
    expect(await say("/help", ["moderator"])).toContain("/sweep");
    await harness.bot.stop();
  });
});

describe(`${promises("command-forms", "no-double")}a button`, () => {
  it("that is pressed twice resets once", async () => {
    const { harness, adapter, id } = await startWithAna();
    const press = () => adapter.controlFor({ key: room, sender: { id: "ana" }, platformMessageId: "click" });
    expect(await press().reset(id, "pressed")).toMatchObject({ kind: "reset" });
    await harness.say("afresh");
    (await harness.model.nextRun()).answer("yes");
    await harness.bot.settled();
    expect(await press().reset(id, "pressed")).toEqual({ kind: "repeated" });
    expect(await harness.transcript()).toEqual(["afresh", "yes"]);
    await harness.bot.stop();
  });

  it("below an earlier answer stops no later one", async () => {
    const { harness, adapter, id } = await startWithAna();
    await harness.say("one");
    const first = await harness.model.nextRun();
    const [firstRun] = harness.bot.runs();
    first.answer("1");
    await harness.bot.settled();
    await harness.say("two");
    const second = await harness.model.nextRun();
    const ana = adapter.controlFor({ key: room, sender: { id: "ana" } });
    expect(await ana.stop(id, "pressed", firstRun?.runId)).toMatchObject({ stoppedRunId: undefined });
    second.answer("2");
    await harness.bot.settled();
    expect(await harness.transcript()).toEqual(["hello", "hi", "one", "1", "two", "2"]);
    await harness.bot.stop();
  });
});
