import { expect, it } from "vitest";
import { BotHops } from "./bot-hops.ts";

it("answers bots so often in a row and no more, in each channel, until a person speaks", () => {
  const hops = new BotHops(2);
  const bot = (channel: string) => hops.allows(channel, true);
  expect([bot("general"), bot("general"), bot("general"), bot("other")]).toEqual([true, true, false, true]);
  expect(hops.allows("general", false)).toBe(true);
  expect(bot("general")).toBe(true);
});
