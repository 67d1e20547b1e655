import { createBot } from "@keyturn/core";
import { RecordingChannel } from "@keyturn/testkit";
import { expect, it } from "vitest";
import configuration from "./keyturn.config.ts";

it("rolls dice when somebody asks, with no account at all", async () => {
  const channel = new RecordingChannel();
  const bot = await createBot({ plugins: [channel.toPlugin(), ...(configuration.plugins ?? [])] });
  await bot.start();
  await bot.receive({
    key: { adapter: "test", account: "a", place: "table" },
    platformMessageId: "1",
    sender: { id: "ada" },
    text: "Please roll 3 dice with 1000 sides",
  });
  await channel.shows(1);
  await bot.stop();
  expect(channel.texts[0]).toMatch(/I asked `roll_dice`, and it says: rolls: \[\d+,\d+,\d+\], sum: \d+/);
});
