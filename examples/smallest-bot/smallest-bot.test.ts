import { createBot } from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import { expect, it } from "vitest";
import configuration from "./keyturn.config.ts";

it("flips a coin when somebody writes /flip", async () => {
  const channel = new RecordingChannel();
  const bot = await createBot({ plugins: [channel.toPlugin(), ...(configuration.plugins ?? [])] });
  await bot.start();
  await bot.receive({
    key: { adapter: "test", account: "a", place: "table" },
    platformMessageId: "1",
    sender: { id: "ada" },
    text: "/flip",
  });
  await channel.shows(1);
  await bot.stop();
  expect(channel.texts[0]).toMatch(/^(Heads|Tails)\.$/);
});
