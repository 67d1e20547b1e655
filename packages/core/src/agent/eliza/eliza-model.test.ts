import { ManualClock } from "@keyturn/testkit";
import { generateText } from "ai";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ClaimedTurn } from "../../sessions/session-store.ts";
import { type AnswerPart, type TranscriptEntry, textOfParts } from "../../sessions/transcript.ts";
import { resolveAgentRunnerOptions } from "../agent-runner-options.ts";
import { AgentRunner } from "../agent-runner.ts";
import { ModelRegistry } from "../model-registry.ts";
import { type ToolDefinition, defineTool } from "../tool.ts";
import { createElizaProvider } from "./eliza-provider.ts";

const introduction = "(offline)";

/** A conversation with the offline partner, through the runner, as a bot would hold it. */
class Talk {
  readonly clock = new ManualClock();
  readonly told: string[] = [];
  readonly controller = new AbortController();
  readonly #history: TranscriptEntry[] = [];
  readonly #runner: AgentRunner;

  constructor(options: { readonly wordDelayMilliseconds?: number; readonly tools?: readonly ToolDefinition[] } = {}) {
    const { wordDelayMilliseconds = 0, tools = [] } = options;
    const models = new ModelRegistry();
    models.register(createElizaProvider({ clock: this.clock, wordDelayMilliseconds, introduction }));
    this.#runner = new AgentRunner({
      models,
      tools: () => tools,
      settings: () => ({
        model: "offline/eliza",
        historyLimit: 100,
        fallbackModels: [],
        instructions: "You are a pirate.",
        runner: resolveAgentRunnerOptions({}),
      }),
      clock: this.clock,
    });
  }

  async say(text: string): Promise<readonly AnswerPart[]> {
    const { parts } = await this.run(text);
    const at = this.clock.now();
    const sequence = this.#history.length;
    this.#history.push(
      { role: "user", sequence, at, messageId: "m_1", sender: { id: "u1" }, text },
      { role: "assistant", sequence: sequence + 1, at, runId: "r_1", parts },
    );
    return parts;
  }

  run(text: string): ReturnType<AgentRunner["run"]> {
    const turn: ClaimedTurn = {
      fence: { sessionId: "s_1", keyText: "web/a/p", epoch: 1, fence: 1 },
      key: { adapter: "web", account: "a", place: "p" },
      runId: "r_1",
      messages: [
        { id: "m_1", deduplicationKey: "1", state: "running", attempts: 1, acceptedAt: 0, sender: { id: "u1" }, text },
      ],
      attempt: 1,
      history: this.#history,
      settings: {},
      replyAddress: undefined,
      version: 1,
    };
    return this.#runner.run(turn, {
      signal: this.controller.signal,
      onText: (delta) => void this.told.push(delta),
      onToolCall: () => {},
      onToolResult: () => {},
      readAttachment: async () => undefined,
    });
  }
}

const time = defineTool({
  name: "time",
  description: "Tells the time.",
  inputSchema: z.object({ zone: z.string().optional() }),
  execute: () => ({ time: "12:00", zone: "UTC" }),
});

describe("the offline partner", () => {
  it("introduces itself in its first answer, and only there", async () => {
    const talk = new Talk();

    expect(textOfParts(await talk.say("Hello"))).toBe(`Hello! What would you like to talk about?\n\n${introduction}`);
    expect(textOfParts(await talk.say("I love the sea"))).toBe("What do you like best about the sea?");
  });

  it("says by default how to connect a real model", async () => {
    const model = await createElizaProvider({ clock: new ManualClock(), wordDelayMilliseconds: 0 }).createModel(
      "eliza",
    );
    const { text } = await generateText({ model, prompt: "Hello" });

    expect(text).toContain("set the bot's model");
  });

  it("writes word by word, at the pace of the clock", async () => {
    const talk = new Talk({ wordDelayMilliseconds: 25 });
    const running = talk.run("Hello");
    await talk.clock.advance(50);
    expect(talk.told).toEqual(["Hello!", " What", " would"]);

    await talk.clock.advance(1_000);
    await running;
    expect(talk.told.join("")).toBe(`Hello! What would you like to talk about?\n\n${introduction}`);
  });

  it("stops in the middle of an answer when it is told to", async () => {
    const talk = new Talk({ wordDelayMilliseconds: 25 });
    const running = talk.run("Hello");
    await talk.clock.advance(25); // 1. two words are written
    talk.controller.abort("stop"); // 2. stopped
    await expect(running).rejects.toThrow("Run r_1 was aborted: stop.");
    expect(talk.clock.pendingTimers).toBe(0);

    await talk.clock.advance(1_000); // 3. nothing more comes
    expect(talk.told).toEqual(["Hello!", " What"]);
  });

  it("calls a tool that is asked for and says what came of it", async () => {
    const talk = new Talk({ tools: [time] });
    await talk.say("Hello");
    const parts = await talk.say("What time is it?");

    expect(parts).toMatchObject([
      { type: "tool", name: "time", input: {}, isError: false },
      { type: "text", text: "I asked `time`, and it says: time: 12:00, zone: UTC" },
    ]);
  });

  it("says what went wrong when a tool fails", async () => {
    const broken = { ...time, execute: () => Promise.reject(new Error("The clock has stopped.")) };
    const parts = await new Talk({ tools: [broken] }).say("use time");

    expect(textOfParts(parts)).toContain("I asked `time`, but it did not work: The clock has stopped.");
  });

  it("talks on after a call of a tool", async () => {
    const talk = new Talk({ tools: [time] });
    await talk.say("What time is it?");
    expect(textOfParts(await talk.say("I love the sea"))).toBe("What do you like best about the sea?");
  });

  it("estimates how many tokens it took", async () => {
    const { usage } = await new Talk().run("Hello");
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(usage.outputTokens).toBe(
      Math.ceil(`Hello! What would you like to talk about?\n\n${introduction}`.length / 4),
    );
  });

  it("has one model only, and says which", async () => {
    const provider = createElizaProvider({ clock: new ManualClock() });
    await expect(provider.createModel("parry")).rejects.toThrow("It has one: offline/eliza.");
  });
});
