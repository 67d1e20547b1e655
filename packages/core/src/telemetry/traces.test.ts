import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { ManualClock, RecordingChannel, ScriptedTurnRunner } from "@keyturn/testkit";
import { MockLanguageModelV4, convertArrayToReadableStream } from "ai/test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../agent/tool.ts";
import { createBot } from "../composition/bot.ts";
import { DeliveryError } from "../errors.ts";
import { definePlugin } from "../plugin/define-plugin.ts";

const operator = { kind: "operator", id: "tests", surface: "code" } as const;
const secret = "the secret is 4711";
const exporter = new InMemorySpanExporter();

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
});

afterEach(() => {
  trace.disable();
  context.disable();
  exporter.reset();
});

function named(name: string): readonly ReadableSpan[] {
  return exporter.getFinishedSpans().filter((span) => span.name === name);
}

function only(name: string): ReadableSpan {
  const [span, ...more] = named(name);
  if (span === undefined || more.length > 0) {
    throw new Error(`${named(name).length} spans ${name} among ${exporter.getFinishedSpans().length}`);
  }
  return span;
}

const usage = {
  inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};

/** A model that calls a tool, then answers. */
function createToolModel() {
  const answers = [
    [
      {
        type: "tool-call" as const,
        toolCallId: "call-1",
        toolName: "look_up",
        input: JSON.stringify({ text: secret }),
      },
      { type: "finish" as const, usage, finishReason: { unified: "tool-calls" as const, raw: "tool_use" } },
    ],
    [
      { type: "text-start" as const, id: "t" },
      { type: "text-delta" as const, id: "t", delta: secret },
      { type: "text-end" as const, id: "t" },
      { type: "finish" as const, usage, finishReason: { unified: "stop" as const, raw: "end" } },
    ],
  ];
  return new MockLanguageModelV4({
    doStream: () => Promise.resolve({ stream: convertArrayToReadableStream([...(answers.shift() ?? [])]) }),
  });
}

async function converse() {
  const channel = new RecordingChannel();
  const model = createToolModel();
  const plugin = definePlugin({
    name: "parts",
    version: "1.0.0",
    setup(plugins) {
      plugins.model({
        name: "mock",
        describe: () => Promise.resolve({ kind: "ready" }),
        createModel: () => Promise.resolve(model),
      });
      plugins.tool(
        defineTool({
          name: "look_up",
          description: "Looks something up",
          inputSchema: z.object({ text: z.string() }),
          execute: ({ text }) => text,
        }),
      );
    },
  });
  const bot = await createBot({ model: "mock/large-1", plugins: [channel.toPlugin(), plugin] });
  await bot.start();
  const key = { adapter: "test", account: "main", place: "room" };
  await bot.receive({ key, platformMessageId: "m1", sender: { id: "ana", name: secret }, text: secret });
  await bot.settled();
  return { bot, channel, key };
}

describe("traces", () => {
  it("follow a message: accept, turn, model calls, tool, commit, delivery", async () => {
    const { bot, channel, key } = await converse();
    expect(channel.texts).toEqual([secret]);
    const turn = only("keyturn turn");
    const sessionId = await bot.sessions.find(key);
    expect(turn.attributes).toMatchObject({
      "keyturn.adapter": "test",
      "keyturn.session.id": sessionId,
      "keyturn.outcome": "answered",
    });
    // The turn is a trace of its own that names the accept.
    const accept = only("keyturn message.accept");
    expect(turn.parentSpanContext).toBeUndefined();
    expect(turn.links.map((link) => link.context.spanId)).toEqual([accept.spanContext().spanId]);
    expect(accept.attributes).toMatchObject({ "keyturn.outcome": "accepted", "keyturn.session.id": sessionId });
    // What the turn did is within it.
    const parts = [...named("chat large-1"), only("execute_tool look_up"), only("keyturn turn.commit")];
    expect(parts.map((span) => span.parentSpanContext?.spanId)).toEqual(parts.map(() => turn.spanContext().spanId));
    expect(named("chat large-1").map((span) => span.attributes)).toMatchObject([
      { "gen_ai.provider.name": "mock", "gen_ai.request.model": "large-1", "gen_ai.usage.input_tokens": 7 },
      { "gen_ai.operation.name": "chat", "gen_ai.response.finish_reasons": ["stop"] },
    ]);
    const runId = turn.attributes["keyturn.run.id"];
    expect(only("keyturn delivery").attributes).toMatchObject({
      "keyturn.outcome": "delivered",
      "keyturn.run.id": runId,
    });
    await bot.stop();
  });

  it("name the turn in each try to deliver a piece of its answer", async () => {
    const clock = new ManualClock();
    const channel = new RecordingChannel({
      split: (text) => text.split(" "),
      beforeSend: () => {
        if (channel.sends.length === 1) throw new DeliveryError("busy", { isRetryable: true });
      },
    });
    const runner = new ScriptedTurnRunner();
    const bot = await createBot({ turnRunner: runner, plugins: [channel.toPlugin()], clock });
    await bot.start();
    const key = { adapter: "test", account: "main", place: "room" };
    await bot.receive({ key, platformMessageId: "m1", sender: { id: "ana" }, text: "hello" });
    (await runner.nextRun()).answer("first then");
    await clock.advance(1_000);
    await bot.settled();
    const turn = only("keyturn turn").spanContext();
    const deliveries = named("keyturn delivery");
    expect(deliveries.map(({ attributes }) => attributes["keyturn.outcome"])).toEqual([
      "retry",
      "delivered",
      "delivered",
    ]);
    for (const delivery of deliveries) {
      expect(delivery.links.map(({ context: { spanId, traceId } }) => [spanId, traceId])).toEqual([
        [turn.spanId, turn.traceId],
      ]);
      expect(delivery.spanContext().traceId).not.toBe(turn.traceId);
    }
    await bot.stop();
  });

  it("name no turn where an operator speaks", async () => {
    const { bot, key } = await converse();
    const id = await bot.sessions.find(key);
    if (id === undefined) throw new Error("There is no session.");
    exporter.reset();
    await bot.post(id, { mode: "channel", text: secret, author: { id: "ops" } }, operator);
    await bot.settled();
    expect(only("keyturn delivery").links).toEqual([]);
    await bot.stop();
  });

  it("name no turn of a process before", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-"));
    const store = { kind: "lowdb", folder } as const;
    const key = { adapter: "test", account: "main", place: "room" };
    const runner = new ScriptedTurnRunner();
    const broken = new RecordingChannel({
      beforeSend: () => Promise.reject(new DeliveryError("busy", { isRetryable: true })),
    });
    const before = await createBot({ store, turnRunner: runner, plugins: [broken.toPlugin()] });
    await before.start();
    await before.receive({ key, platformMessageId: "m1", sender: { id: "ana" }, text: "hello" });
    (await runner.nextRun()).answer("late");
    await expect.poll(() => named("keyturn delivery")).toHaveLength(1);
    await before.stop(0);
    exporter.reset();
    const after = await createBot({ store, turnRunner: runner, plugins: [new RecordingChannel().toPlugin()] });
    await after.start();
    await after.settled();
    expect(only("keyturn delivery").links).toEqual([]);
    await after.stop();
    await rm(folder, { recursive: true });
  });

  it("show a delete and a reset, with the epoch that they ended", async () => {
    const { bot, key } = await converse();
    const id = await bot.sessions.find(key);
    if (id === undefined) throw new Error("There is no session.");
    await bot.sessions.reset(id, { actor: operator, reason: secret });
    await bot.sessions.delete(id, { actor: operator, reason: secret });
    expect(only("keyturn session.reset").attributes).toMatchObject({ "keyturn.outcome": "removed" });
    expect(only("keyturn session.delete").attributes).toMatchObject({
      "keyturn.session.id": id,
      "keyturn.adapter": "test",
      "keyturn.outcome": "removed",
    });
    await bot.stop();
  });

  it("never hold what somebody wrote", async () => {
    const { bot } = await converse();
    await bot.stop();
    const told = exporter.getFinishedSpans().map(({ name, attributes, events, status }) => ({
      name,
      attributes,
      events,
      status,
    }));
    expect(told.length).toBeGreaterThan(5);
    expect(JSON.stringify(told)).not.toContain("4711");
  });

  it("tell a failure by its code alone", async () => {
    const runner = new ScriptedTurnRunner();
    const bot = await createBot({ turnRunner: runner, plugins: [new RecordingChannel().toPlugin()] });
    await bot.start();
    const key = { adapter: "test", account: "main", place: "room" };
    await bot.receive({ key, platformMessageId: "m1", sender: { id: "ana" }, text: "hello" });
    const run = await runner.nextRun();
    const id = await bot.sessions.find(key);
    if (id === undefined) throw new Error("There is no session.");
    await bot.sessions.delete(id, { actor: operator, reason: "" });
    run.answer(secret);
    await bot.stop();
    expect(only("keyturn turn").attributes["keyturn.outcome"]).toBe("stopped");
  });
});

describe("without a tracer", () => {
  it("nothing is told, and nothing is different", async () => {
    trace.disable();
    const { bot, channel } = await converse();
    expect(channel.texts).toEqual([secret]);
    expect(exporter.getFinishedSpans()).toEqual([]);
    await bot.stop();
  });
});
