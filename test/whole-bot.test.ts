import { type Bot, type BotEvent, type Plugin, createBot, definePlugin, defineTool } from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { promises } from "./requirements.ts";

const key = { adapter: "test", account: "main", place: "room" };
let bot: Bot | undefined;
afterEach(() => bot?.stop());

/** A tool that never comes back and takes no notice of its abort. */
function createStubbornTool() {
  let began: () => void = () => undefined;
  const running = new Promise<void>((resolve) => {
    began = resolve;
  });
  const plugin = definePlugin({
    name: "stubborn",
    version: "1.0.0",
    setup: (context) =>
      context.tool(
        defineTool({
          name: "stubborn",
          description: "Hangs for ever.",
          inputSchema: z.object({}),
          execute: () => {
            began();
            return new Promise<string>(() => undefined);
          },
        }),
      ),
  });
  return { plugin, running };
}

function say(text: string) {
  return { key, platformMessageId: text, sender: { id: "ana" }, text };
}

/** A bot as it comes: the real agent runner with the offline partner. */
async function startBot(...plugins: readonly Plugin[]) {
  const channel = new RecordingChannel();
  bot = await createBot({ plugins: [channel.toPlugin(), ...plugins] });
  const events: BotEvent[] = [];
  bot.subscribe((event) => events.push(event));
  await bot.start();
  return { bot, channel, events };
}

describe("a bot as it comes, without an account", () => {
  it("answers word by word: the draft grows, the events say so, and the answer is what the draft became", async () => {
    const { bot: running, channel, events } = await startBot();
    const locks: unknown[] = [];
    running.subscribe((event) => {
      if (event.type === "run.draft") locks.push(running.inspectLock({ key }));
    });
    await running.receive(say("hello, I am Ana"));
    await running.settled();
    const drafts = events.filter((event) => event.type === "run.draft");
    expect(drafts.length).toBeGreaterThan(3);
    const written = drafts.map(({ text }) => text).join("");
    expect(channel.texts).toEqual([written]);
    expect(drafts.map(({ offset }) => offset)).toEqual(
      drafts.map((_, index) => drafts.slice(0, index).reduce((length, { text }) => length + text.length, 0)),
    );
    expect(channel.drafts[0]).toMatchObject({ end: "answered" });
    // No draft event was told while the lock was held.
    expect(new Set(locks)).toEqual(new Set([undefined]));
  });

  it("calls tools, tells so, and keeps call and result in the transcript", async () => {
    const dice = definePlugin({
      name: "dice",
      version: "1.0.0",
      setup: (context) =>
        context.tool(
          defineTool({
            name: "dice",
            description: "Rolls a die.",
            inputSchema: z.object({}),
            execute: () => ({ rolled: 4 }),
          }),
        ),
    });
    const { bot: running, channel, events } = await startBot(dice);
    await running.receive(say("please use dice"));
    await running.settled();
    expect(channel.texts[0]).toContain("4");
    expect(events.filter((event) => event.type === "run.tool")).toHaveLength(2);
    const id = await running.sessions.find(key);
    const { entries } = await running.sessions.entries(
      id!,
      { limit: 10 },
      { kind: "operator", id: "t", surface: "code" },
    );
    expect(entries[1]).toMatchObject({
      role: "assistant",
      parts: expect.arrayContaining([expect.objectContaining({ type: "tool", name: "dice", output: { rolled: 4 } })]),
    });
  });
});

describe(`${promises("reset-at-once", "aborted-means-quiet", "no-resurrection")}a tool that ignores its abort`, () => {
  it.each(["/reset", "/stop"])("does not hold up a %s, nor the next message", async (command) => {
    const stubborn = createStubbornTool();
    const { bot: running, channel } = await startBot(stubborn.plugin);
    // 1. The tool hangs.
    await running.receive(say("use stubborn"));
    await stubborn.running;
    // 2. The command answers.
    expect((await running.receive(say(command))).kind).toBe("command");
    // 3. The next message is answered while the tool hangs on.
    await running.receive(say("good morning"));
    await running.settled();
    expect(channel.texts).toHaveLength(2);
    const id = await running.sessions.find(key);
    const { entries } = await running.sessions.entries(
      id!,
      { limit: 10 },
      { kind: "operator", id: "t", surface: "code" },
    );
    const texts = entries.filter((entry) => entry.role === "user").map((entry) => entry.text);
    expect(texts).toEqual(command === "/reset" ? ["good morning"] : ["use stubborn", "good morning"]);
  });
});
