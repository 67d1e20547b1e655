import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProviderError, createBot, createOpenAiCompatibleProvider, definePlugin } from "@keyturn/core";
import { RecordingChannel, startModelServer } from "@keyturn/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BotHarness, operator } from "./support/bot-harness.ts";

const day = 86_400_000;
const demand = { actor: operator, reason: "" };

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "keyturn-usage-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function start(days = 0): Promise<BotHarness> {
  const harness = await BotHarness.setUp({ bot: { store: { kind: "lowdb", folder, durability: "relaxed" } } });
  await harness.clock.advance(days * day);
  await harness.bot.start();
  return harness;
}

/** Says something that is answered: a run of one token in, and one out. */
async function converse(harness: BotHarness): Promise<void> {
  // Each process of a test counts its messages from one.
  await harness.say("a marker of a message", { platformMessageId: randomUUID() });
  (await harness.model.nextRun()).answer("fine");
  await harness.bot.settled();
}

const one = { runs: 1, inputTokens: 1, outputTokens: 1 };
const two = { runs: 2, inputTokens: 2, outputTokens: 2 };

describe("the usage", () => {
  it("is kept through resets, deletes and restarts, and holds nothing of a person or a text", async () => {
    const harness = await start();
    await converse(harness);
    await harness.bot.sessions.reset(await harness.session(), demand);
    await converse(harness);
    await harness.bot.sessions.delete(await harness.session(), demand);
    await harness.bot.stop();
    const next = await start(1);
    await converse(next);
    expect(await next.bot.usage({ groupBy: "day" }, operator)).toEqual({
      groups: [
        { name: "2030-01-01", ...two },
        { name: "2030-01-02", ...one },
      ],
      total: { runs: 3, inputTokens: 3, outputTokens: 3 },
    });
    await next.bot.stop();
    expect(readFileSync(join(folder, "usage.json"), "utf8")).not.toMatch(/ana|room|marker|s_|m_|r_/i);
  });

  it("tells apart what the service had in its cache, and costs it at its own price", async () => {
    await using server = await startModelServer();
    const models = definePlugin({
      name: "models",
      version: "1.0.0",
      setup: (context) => context.model(createOpenAiCompatibleProvider({ name: "lab", baseUrl: server.url })),
    });
    const channel = new RecordingChannel();
    const usage = { prices: [{ model: "lab/*", input: 10, output: 20, cachedInput: 1 }] };
    const bot = await createBot({ model: "lab/one", usage, plugins: [models, channel.toPlugin()] });
    await bot.start();
    const key = { adapter: "test", account: "main", place: "room" };
    await bot.receive({ key, platformMessageId: "m1", sender: { id: "ana" }, text: "hello" });
    const request = await server.nextRequest();
    await request.finish("hi", { inputTokens: 1_000_000, outputTokens: 100_000, cachedInputTokens: 800_000 });
    await bot.settled();
    const { total } = await bot.usage({ groupBy: "model" }, operator);
    expect(total).toMatchObject({ inputTokens: 1_000_000, cachedInputTokens: 800_000 });
    expect(total.cost).toEqual({ amount: 4.8, unpricedTokens: 0 });
    await bot.stop();
  });

  it("is told by model and adapter, and for some days", async () => {
    const harness = await start();
    await converse(harness);
    await harness.clock.advance(day);
    const session = await harness.bot.sessions.read(await harness.session(), operator);
    const fence = { sessionId: session.id, keyText: "test/main/room", epoch: session.epoch, fence: session.fence };
    await harness.bot.sessions.patch(fence, { model: "other/model" }, operator);
    await converse(harness);
    const report = (query: Parameters<typeof harness.bot.usage>[0]) => harness.bot.usage(query, operator);
    expect((await report({ groupBy: "model" })).groups).toEqual([
      { name: "offline/eliza", ...one },
      { name: "other/model", ...one },
    ]);
    expect((await report({ groupBy: "adapter" })).groups).toEqual([{ name: "test", ...two }]);
    expect((await report({ groupBy: "day", since: "2030-01-02" })).groups).toEqual([{ name: "2030-01-02", ...one }]);
    expect((await report({ groupBy: "day", until: "2030-01-01" })).groups).toEqual([{ name: "2030-01-01", ...one }]);
    expect((await report({ groupBy: "day", since: "2031-01-01" })).total).toEqual({
      runs: 0,
      inputTokens: 0,
      outputTokens: 0,
    });
    await harness.bot.stop();
  });

  it("counts a run that ended with an error message, and none that was thrown away", async () => {
    const harness = await start();
    await harness.say("first");
    (await harness.model.nextRun()).fail(new ProviderError("No.", { isRetryable: false }));
    await harness.bot.settled();
    await harness.say("second");
    const late = await harness.model.nextRun();
    await harness.bot.sessions.reset(await harness.session(), demand);
    late.answer("too late");
    await harness.bot.settled();
    const { total } = await harness.bot.usage({ groupBy: "day" }, operator);
    expect(total).toEqual({ runs: 1, inputTokens: 0, outputTokens: 0 });
    await harness.bot.stop();
  });

  it("is on the disk five seconds after a run", async () => {
    const harness = await start();
    await converse(harness);
    await harness.clock.advance(5_000);
    await expect.poll(() => readUsage()).toContain('"2030-01-01"');
    await harness.bot.stop();
  });

  it("begins anew, with the old file kept aside, when its file is damaged", async () => {
    const harness = await start();
    await converse(harness);
    await harness.bot.stop();
    writeFileSync(join(folder, "usage.json"), readUsage().slice(0, -10));
    const next = await start();
    expect((await next.bot.usage({ groupBy: "day" }, operator)).groups).toEqual([]);
    await next.bot.stop();
  });

  it("is for those whom the policy allows", async () => {
    const harness = await start();
    const ana = { kind: "participant", id: "ana", adapter: "test", account: "main", surface: "test" } as const;
    await expect(harness.bot.usage({ groupBy: "day" }, ana)).rejects.toMatchObject({ code: "NOT_AUTHORIZED" });
    await harness.bot.stop();
  });
});

function readUsage(): string {
  return readFileSync(join(folder, "usage.json"), "utf8");
}
