import { type Channel, ConfigurationError, createBot, definePlugin } from "@keyturn/core";
import { expect, it } from "vitest";
import { createModelProvidersPlugin } from "./model-providers.ts";

async function startWith(model: string) {
  let isChannelStarted = false;
  const channel: Channel = {
    name: "test",
    assurance: "none",
    send: () => Promise.resolve({}),
    start: async () => void (isChannelStarted = true),
  };
  const brings = definePlugin({ name: "brings", version: "1.0.0", setup: (context) => context.channel(channel) });
  const bot = await createBot({ model, plugins: [createModelProvidersPlugin(() => ({})), brings] });
  await bot.setUp();
  const error: unknown = await bot.checkModel().then(
    () => bot.start(),
    (thrown: unknown) => thrown,
  );
  await bot.stop();
  return { error, isChannelStarted };
}

it("lets a bot start whose model is ready", async () => {
  expect(await startWith("offline/eliza")).toEqual({ error: undefined, isChannelStarted: true });
});

it.each([
  ["openai/gpt-5", "OPENAI_API_KEY"],
  ["anthropic/claude-opus-4-1", "ANTHROPIC_API_KEY"],
  ["openai-compatible/llama", "OPENAI_COMPATIBLE_URL"],
  ["opnai/gpt-5", "Known providers: anthropic, offline, openai, openai-compatible"],
  ["offline/elisa", "offline/eliza"],
])("refuses %s and says what to do; the start then went no further than the plugins", async (model, message) => {
  const { error, isChannelStarted } = await startWith(model);
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(String(error)).toContain(message);
  expect(isChannelStarted).toBe(false);
});
