import { ManualClock } from "@keyturn/testkit";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ConfigurationError, ProviderError, RunAbortedError, RunTimeoutError } from "../errors.ts";
import type { MessageId } from "../identifiers.ts";
import type { ClaimedTurn } from "../sessions/session-store.ts";
import { textOfParts } from "../sessions/transcript.ts";
import { type AgentRunnerOptions, resolveAgentRunnerOptions } from "./agent-runner-options.ts";
import { AgentRunner } from "./agent-runner.ts";
import type { ModelCall, ModelStreamPart } from "./language-model.ts";
import { ModelRegistry } from "./model-registry.ts";
import { type ToolCallContext, type ToolDefinition, defineTool } from "./tool.ts";

type Step = readonly ModelStreamPart[] | ((call: ModelCall) => ReadableStream<ModelStreamPart> | Promise<never>);

const usage = (input: number, output: number) => ({
  inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: output, text: output, reasoning: 0 },
});
const finish = (reason: "stop" | "tool-calls" | "content-filter" = "stop"): ModelStreamPart => ({
  type: "finish",
  finishReason: { unified: reason, raw: reason },
  usage: usage(10, 5),
});
const text = (...pieces: readonly string[]): readonly ModelStreamPart[] => [
  { type: "text-start", id: "0" },
  ...pieces.map((delta): ModelStreamPart => ({ type: "text-delta", id: "0", delta })),
  { type: "text-end", id: "0" },
];
const call = (toolName: string, input: object, toolCallId = "call-1"): ModelStreamPart => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input: JSON.stringify(input),
});

/** A model that takes one step of the script for each call; its prompts can be looked at. */
function scriptedModel(...steps: readonly Step[]): MockLanguageModelV4 {
  let calls = 0;
  return new MockLanguageModelV4({
    doStream: async (options) => {
      const step = steps[Math.min(calls, steps.length - 1)] ?? [];
      calls += 1;
      return { stream: typeof step === "function" ? await step(options) : ReadableStream.from(step) };
    },
  });
}

function turnOf(...texts: readonly string[]): ClaimedTurn {
  return {
    fence: { sessionId: "s_1", keyText: "web/a/p", epoch: 1, fence: 1 },
    key: { adapter: "web", account: "a", place: "p" },
    runId: "r_1",
    messages: texts.map((message, index) => ({
      id: `m_${index}` satisfies MessageId,
      deduplicationKey: String(index),
      state: "running",
      attempts: 1,
      acceptedAt: 0,
      sender: { id: "u1", name: "Ada" },
      text: message,
    })),
    attempt: 1,
    history: [],
    settings: {},
    replyAddress: undefined,
    version: 1,
  };
}

interface Setup {
  readonly model: MockLanguageModelV4;
  readonly tools?: readonly ToolDefinition[];
  readonly options?: AgentRunnerOptions;
}

function setUp({ model, tools = [], options }: Setup) {
  const clock = new ManualClock();
  const models = new ModelRegistry();
  models.register({ name: "test", describe: async () => ({ kind: "ready" }), createModel: async () => model });
  const runner = new AgentRunner({
    models,
    tools: () => tools,
    settings: () => ({
      model: "test/scripted",
      historyLimit: 100,
      fallbackModels: [],
      instructions: "Be kind.",
      runner: resolveAgentRunnerOptions(options ?? {}),
    }),
    clock,
  });
  const controller = new AbortController();
  const told: string[] = [];
  const context = {
    signal: controller.signal,
    onText: (delta: string) => void told.push(delta),
    onToolCall: vi.fn<(call: object) => void>(),
    onToolResult: vi.fn<(result: object) => void>(),
    readAttachment: async () => undefined,
  };
  return { clock, runner, controller, told, context, run: (turn = turnOf("hello")) => runner.run(turn, context) };
}

const clockTool = (execute: (context: ToolCallContext) => string | Promise<string>) =>
  defineTool({
    name: "clock",
    description: "Tells the time.",
    inputSchema: z.object({ zone: z.string() }),
    execute: (_input, context) => execute(context),
  });

const neverEnding = () => new Promise<never>(() => {});

describe("AgentRunner", () => {
  it("streams the answer's text and returns it as one part, with the tokens that it took", async () => {
    const { run, told } = setUp({ model: scriptedModel([...text("Good ", "morning."), finish()]) });

    expect(await run()).toEqual({
      parts: [{ type: "text", text: "Good morning." }],
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    expect(told).toEqual(["Good ", "morning."]);
  });

  it("gives the model the instructions and the message", async () => {
    const model = scriptedModel([...text("Hi."), finish()]);
    await setUp({ model }).run(turnOf("hello"));

    expect(model.doStreamCalls[0]?.prompt).toEqual([
      { role: "system", content: "Be kind." },
      expect.objectContaining({ role: "user", content: [expect.objectContaining({ type: "text", text: "hello" })] }),
    ]);
  });

  it("tells the model that several people write when they do", async () => {
    const model = scriptedModel([...text("Hi."), finish()]);
    const turn = turnOf("hello", "me too");
    await setUp({ model }).run({
      ...turn,
      messages: turn.messages.map((message, index) => ({ ...message, sender: { id: `u${index}`, name: `N${index}` } })),
    });

    expect(model.doStreamCalls[0]?.prompt[0]).toMatchObject({ content: expect.stringContaining("Several people") });
    expect(model.doStreamCalls[0]?.prompt[1]).toMatchObject({ content: [{ text: "N0: hello\n\nN1: me too" }] });
  });

  it("uses the session's model in place of the default", async () => {
    const { run } = setUp({ model: scriptedModel([...text("Hi."), finish()]) });
    await expect(run({ ...turnOf("hello"), settings: { model: "other/model" } })).rejects.toThrow(
      new ConfigurationError("There is no provider other for the model other/model. Known providers: test."),
    );
  });

  describe("tools", () => {
    it("runs a loop of several steps and keeps text and calls in the order in which they came", async () => {
      const zones: string[] = [];
      const tool = defineTool({
        name: "clock",
        description: "Tells the time.",
        inputSchema: z.object({ zone: z.string() }),
        execute: ({ zone }) => {
          zones.push(zone);
          return { time: "12:00", zone };
        },
      });
      const { run, told, context } = setUp({
        tools: [tool],
        model: scriptedModel(
          [...text("Let me look."), call("clock", { zone: "UTC" }), finish("tool-calls")],
          [call("clock", { zone: "CET" }, "call-2"), finish("tool-calls")],
          [...text("Noon in both."), finish()],
        ),
      });
      const result = await run();

      expect(zones).toEqual(["UTC", "CET"]);
      expect(result).toEqual({
        parts: [
          { type: "text", text: "Let me look." },
          expect.objectContaining({ type: "tool", callId: "call-1", output: { time: "12:00", zone: "UTC" } }),
          expect.objectContaining({ type: "tool", callId: "call-2", output: { time: "12:00", zone: "CET" } }),
          { type: "text", text: "\n\nNoon in both." },
        ],
        usage: { inputTokens: 30, outputTokens: 15 },
      });
      expect(told.join("")).toBe(textOfParts(result.parts));
      expect(context.onToolCall).toHaveBeenNthCalledWith(1, {
        callId: "call-1",
        name: "clock",
        input: { zone: "UTC" },
      });
      expect(context.onToolResult).toHaveBeenCalledTimes(2);
    });

    it("shows the model what a tool gave back", async () => {
      const model = scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")], [...text("Noon."), finish()]);
      await setUp({ model, tools: [clockTool(() => "12:00")] }).run();

      expect(model.doStreamCalls[1]?.prompt.at(-1)).toMatchObject({
        role: "tool",
        content: [{ toolCallId: "call-1", output: { type: "text", value: "12:00" } }],
      });
    });

    it("measures how long a tool took, by the bot's clock", async () => {
      const { run, clock, context } = setUp({
        model: scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")], [...text("Noon."), finish()]),
        tools: [clockTool(() => clock.advance(250).then(() => "12:00"))],
      });
      await run();

      expect(context.onToolResult).toHaveBeenCalledWith({
        callId: "call-1",
        name: "clock",
        isError: false,
        durationMilliseconds: 250,
      });
    });

    it("tells a tool whose turn it is, and gives calls keys that a second run of the turn repeats", async () => {
      const seen: ToolCallContext[] = [];
      const setup = () =>
        setUp({
          model: scriptedModel(
            [call("clock", { zone: "UTC" }), call("clock", { zone: "CET" }, "call-2"), finish("tool-calls")],
            [call("clock", { zone: "UTC" }, "call-3"), finish("tool-calls")],
            [...text("Noon."), finish()],
          ),
          tools: [
            clockTool((context) => {
              seen.push(context);
              return "12:00";
            }),
          ],
        });
      await setup().run();
      const first = seen.splice(0);
      await setup().run();

      expect(first.map((context) => context.idempotencyKey)).toEqual([
        "m_0:0:0:clock",
        "m_0:0:1:clock",
        "m_0:1:0:clock",
      ]);
      expect(seen.map((context) => context.idempotencyKey)).toEqual(first.map((context) => context.idempotencyKey));
      expect(first[0]).toMatchObject({ sessionId: "s_1", runId: "r_1", sender: { id: "u1", name: "Ada" } });
    });

    it("makes input that does not fit the schema an error that the model sees, and does not call the tool", async () => {
      const execute = vi.fn<() => string>(() => "12:00");
      const model = scriptedModel([call("clock", { zone: 7 }), finish("tool-calls")], [...text("Sorry."), finish()]);
      const { parts } = await setUp({ model, tools: [clockTool(execute)] }).run();

      expect(execute).not.toHaveBeenCalled();
      expect(parts[0]).toMatchObject({
        isError: true,
        output: expect.stringContaining("Invalid input for tool clock"),
      });
      expect(model.doStreamCalls[1]?.prompt.at(-1)).toMatchObject({ content: [{ output: { type: "error-text" } }] });
    });

    it("makes what a tool throws an error that the model sees", async () => {
      const { run } = setUp({
        model: scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")], [...text("Sorry."), finish()]),
        tools: [clockTool(() => Promise.reject(new Error("The clock has stopped.")))],
      });

      expect((await run()).parts[0]).toMatchObject({ isError: true, output: "The clock has stopped." });
    });

    it("makes a result that JSON cannot hold an error that the model sees", async () => {
      const tool = defineTool({
        name: "clock",
        description: "Tells the time.",
        inputSchema: z.object({}),
        execute: () => JSON.parse("{}", () => 10n),
      });
      const { run } = setUp({
        model: scriptedModel([call("clock", {}), finish("tool-calls")], [...text("Sorry."), finish()]),
        tools: [tool],
      });

      expect((await run()).parts[0]).toMatchObject({ isError: true, output: expect.stringContaining("BigInt") });
    });

    it("tells calls apart that a service numbers anew in each step", async () => {
      const { run } = setUp({
        model: scriptedModel(
          [call("clock", { zone: "UTC" }), finish("tool-calls")],
          [call("clock", { zone: "CET" }), finish("tool-calls")],
          [...text("Noon."), finish()],
        ),
        tools: [clockTool(() => "12:00")],
      });
      const { parts } = await run();

      expect(parts.slice(0, 2)).toMatchObject([
        { callId: "call-1", input: { zone: "UTC" }, output: "12:00" },
        { callId: "call-1-1", input: { zone: "CET" }, output: "12:00" },
      ]);
    });

    it("ends the loop at the step limit and says so", async () => {
      const model = scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")]);
      const { run, told } = setUp({ model, tools: [clockTool(() => "12:00")], options: { stepLimit: 3 } });
      const { parts } = await run();

      expect(model.doStreamCalls).toHaveLength(3);
      expect(parts.at(-1)).toEqual({ type: "text", text: expect.stringContaining("3 steps at most") });
      expect(told.join("")).toBe(textOfParts(parts));
    });

    it("says that it is done when the model calls tools and then says nothing", async () => {
      const { run } = setUp({
        model: scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")], [finish()]),
        tools: [clockTool(() => "12:00")],
      });

      expect(textOfParts((await run()).parts)).toBe("Done (clock).");
    });

    it("refuses two tools of one name", async () => {
      const { run } = setUp({ model: scriptedModel([]), tools: [clockTool(() => ""), clockTool(() => "")] });
      await expect(run()).rejects.toThrow("Two tools are named clock.");
    });
  });

  describe("abort", () => {
    it("reaches the provider's call and rejects with the reason that the caller gave", async () => {
      let signal: AbortSignal | undefined;
      const { run, controller, clock } = setUp({
        model: scriptedModel((options) => {
          signal = options.abortSignal;
          return neverEnding();
        }),
      });
      const running = run();
      await clock.advance(0); // 1. the provider has been called
      const reason = new RunAbortedError("r_1", "reset");
      controller.abort(reason); // 2. somebody resets the conversation

      await expect(running).rejects.toBe(reason);
      expect(signal?.aborted).toBe(true);
    });

    it("does not wait for a model that ignores it, and drops what that one still says", async () => {
      let late: ReadableStreamDefaultController<ModelStreamPart> | undefined;
      const { run, controller, clock, told } = setUp({
        model: scriptedModel(
          () =>
            new ReadableStream({
              start(stream) {
                late = stream;
                for (const part of text("Once ").slice(0, 2)) stream.enqueue(part);
              },
            }),
        ),
      });
      const running = run();
      await clock.advance(0); // 1. the first word has come
      controller.abort(new RunAbortedError("r_1", "stop")); // 2. stopped
      await expect(running).rejects.toThrow("Run r_1 was aborted: stop.");
      try {
        late?.enqueue({ type: "text-delta", id: "0", delta: "upon a time" }); // 3. the model goes on
      } catch {
        // Its stream was cancelled: that is right as well.
      }
      await clock.advance(0);

      expect(told).toEqual(["Once "]);
    });

    it("lets no word through that was on its way", async () => {
      const { run, controller, context, told } = setUp({ model: scriptedModel([...text("a", "b", "c"), finish()]) });
      const tell = context.onText;
      context.onText = (delta) => {
        tell(delta);
        controller.abort(new RunAbortedError("r_1", "reset"));
      };

      await expect(run()).rejects.toThrow("Run r_1 was aborted: reset.");
      expect(told).toEqual(["a"]);
    });

    it("does not wait for a tool that ignores it, and a later failure of that tool troubles nobody", async () => {
      const unhandled = vi.fn<(reason: unknown) => void>();
      process.on("unhandledRejection", unhandled);
      let fail: ((error: Error) => void) | undefined;
      const { run, controller, clock, context } = setUp({
        model: scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")], [...text("Noon."), finish()]),
        tools: [clockTool(() => new Promise((_resolve, reject) => (fail = reject)))],
      });
      const running = run();
      await clock.advance(0); // 1. the tool is at work
      controller.abort(new RunAbortedError("r_1", "stop")); // 2. stopped
      await expect(running).rejects.toThrow(RunAbortedError);
      fail?.(new Error("too late")); // 3. the tool fails
      await clock.advance(0);
      process.off("unhandledRejection", unhandled);

      expect(unhandled).not.toHaveBeenCalled();
      expect(context.onToolResult).not.toHaveBeenCalled();
    });

    it("reaches the signal of a tool", async () => {
      let signal: AbortSignal | undefined;
      const { run, controller, clock } = setUp({
        model: scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")]),
        tools: [
          clockTool((context) => {
            signal = context.signal;
            return neverEnding();
          }),
        ],
      });
      const running = run();
      await clock.advance(0);
      controller.abort(new RunAbortedError("r_1", "stop"));
      await expect(running).rejects.toThrow(RunAbortedError);

      expect(signal?.aborted).toBe(true);
    });

    it("rejects at once when the signal has aborted before the run began, and calls nobody", async () => {
      const model = scriptedModel([...text("Hi."), finish()]);
      const { run, controller } = setUp({ model });
      controller.abort();

      await expect(run()).rejects.toThrow("Run r_1 was aborted: its signal aborted.");
      expect(model.doStreamCalls).toHaveLength(0);
    });
  });

  describe("time limits", () => {
    it("ends a run in which nothing comes for the idle time", async () => {
      const { run, clock } = setUp({ model: scriptedModel(neverEnding) });
      const running = run();
      await Promise.all([
        expect(running).rejects.toThrow(new RunTimeoutError("idle", 120_000)),
        clock.advance(120_000),
      ]);
    });

    it("lets a model be slow as long as something comes now and then", async () => {
      const { run, clock } = setUp({
        model: scriptedModel(() =>
          ReadableStream.from(
            (async function* () {
              for (const part of [...text("a", "b", "c"), finish()]) {
                await clock.advance(100_000);
                yield part;
              }
            })(),
          ),
        ),
      });

      expect(textOfParts((await run()).parts)).toBe("abc");
    });

    it("ends a run whose tool does not finish within the idle time", async () => {
      const { run, clock } = setUp({
        model: scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")]),
        tools: [clockTool(neverEnding)],
      });
      const running = run();
      await Promise.all([
        expect(running).rejects.toMatchObject({ code: "RUN_TIMEOUT", limit: "idle" }),
        clock.advance(120_000),
      ]);
    });

    it("ends a run that goes on for the total time, however busy it is", async () => {
      const { run, clock } = setUp({
        model: scriptedModel(() =>
          ReadableStream.from(
            (async function* (): AsyncGenerator<ModelStreamPart> {
              yield { type: "text-start", id: "0" };
              for (;;) {
                await clock.advance(60_000);
                yield { type: "text-delta", id: "0", delta: "." };
              }
            })(),
          ),
        ),
      });

      await expect(run()).rejects.toThrow(new RunTimeoutError("total", 900_000));
    });

    it("leaves no timer behind", async () => {
      const { run, clock } = setUp({ model: scriptedModel([...text("Hi."), finish()]) });
      await run();
      expect(clock.pendingTimers).toBe(0);
    });
  });

  describe("answers that are none", () => {
    it("are an error that is worth another run when the model says nothing", async () => {
      const { run } = setUp({ model: scriptedModel([finish()]) });
      await expect(run()).rejects.toMatchObject({ code: "PROVIDER_FAILED", isRetryable: true });
    });

    it("are an error that is not worth another run when the service withholds the answer", async () => {
      const { run } = setUp({ model: scriptedModel([finish("content-filter")]) });
      await expect(run()).rejects.toMatchObject({ isRetryable: false, message: expect.stringContaining("withheld") });
    });

    it("are an error when the stream breaks off in the middle", async () => {
      const { run } = setUp({ model: scriptedModel(text("Once upon")) });
      await expect(run()).rejects.toThrow(
        new ProviderError("Could not get an answer from test/scripted: the answer ended in the middle.", {
          isRetryable: true,
        }),
      );
    });

    it("are an error when the stream says that something went wrong", async () => {
      const { run } = setUp({
        model: scriptedModel([
          ...text("Once"),
          { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
        ]),
      });
      await expect(run()).rejects.toMatchObject({
        message: "Could not get an answer from test/scripted (HTTP 503): the service is overloaded.",
        isRetryable: true,
      });
    });
  });

  it("refuses options that are out of range, and names them", () => {
    expect(() => resolveAgentRunnerOptions({ stepLimit: 0 })).toThrow(
      new ConfigurationError("stepLimit must be a whole number from 1 to 1000; it is 0."),
    );
  });
});

describe("the models that stand by", () => {
  /** A runner whose conversations use `test/first`, and whose other models stand by. */
  function setUpChain(first: MockLanguageModelV4, ...others: readonly (MockLanguageModelV4 | undefined)[]) {
    const models = new ModelRegistry();
    const made = [first, ...others];
    models.register({
      name: "test",
      describe: async () => ({ kind: "ready" }),
      createModel: async (id) => {
        const model = made[Number(id)];
        if (model === undefined) throw new ConfigurationError(`There is no ${id}.`);
        return model;
      },
    });
    const failed: string[] = [];
    const runner = new AgentRunner({
      models,
      tools: () => [clockTool(() => "noon")],
      settings: () => ({
        model: "test/0",
        historyLimit: 100,
        fallbackModels: made.map((_, index) => `test/${index}`),
        instructions: "",
        runner: resolveAgentRunnerOptions({ retries: 0 }),
      }),
      clock: new ManualClock(),
      onModelFailure: (failure) => failed.push(failure.message),
    });
    const told: string[] = [];
    const context = {
      signal: new AbortController().signal,
      onText: (delta: string) => void told.push(delta),
      onToolCall: () => undefined,
      onToolResult: () => undefined,
      readAttachment: async () => undefined,
    };
    return { told, failed, run: (turn = turnOf("hello")) => runner.run(turn, context) };
  }
  const failing = (isRetryable: boolean, message = "down") =>
    scriptedModel(() => Promise.reject(new ProviderError(message, { isRetryable })));
  const answering = (answer: string) => scriptedModel([...text(answer), finish()]);

  it("answer, in their order, when the model fails before anything was shown", async () => {
    const chain = setUpChain(failing(true), undefined, answering("third"), answering("fourth"));
    const result = await chain.run();
    expect(textOfParts(result.parts)).toBe("third");
    expect(result.modelName).toBe("test/2");
    expect(chain.told).toEqual(["third"]);
    expect(chain.failed).toEqual(["down", "There is no 1."]);
  });

  it("are not asked while the model answers", async () => {
    const other = answering("other");
    const chain = setUpChain(answering("first"), other);
    expect(await chain.run()).toMatchObject({ parts: [{ text: "first" }] });
    expect(other.doStreamCalls).toHaveLength(0);
  });

  it("are not asked once a text was shown, or a tool was called", async () => {
    const breaking = (...parts: readonly ModelStreamPart[]): Step => [
      ...parts,
      { type: "error", error: new ProviderError("broke off", { isRetryable: true }) },
    ];
    const other = answering("other");
    await expect(setUpChain(scriptedModel(breaking(...text("Well,"))), other).run()).rejects.toThrow("broke off");
    const afterTool = scriptedModel([call("clock", { zone: "UTC" }), finish("tool-calls")], breaking());
    await expect(setUpChain(afterTool, other).run()).rejects.toThrow("broke off");
    expect(other.doStreamCalls).toHaveLength(0);
  });

  it("do not make a trouble final that may pass", async () => {
    const mixed = setUpChain(failing(false, "no credit"), failing(true, "overloaded"));
    await expect(mixed.run()).rejects.toMatchObject({ message: "overloaded", isRetryable: true });
    const final = setUpChain(failing(false, "no credit"), failing(false, "no such model"));
    await expect(final.run()).rejects.toMatchObject({ message: "no credit", isRetryable: false });
  });

  it("stand by for a conversation that has a model of its own", async () => {
    const chain = setUpChain(answering("default"), failing(true));
    const result = await chain.run({ ...turnOf("hello"), settings: { model: "test/1" } });
    expect(textOfParts(result.parts)).toBe("default");
    expect(result.modelName).toBe("test/0");
  });
});
