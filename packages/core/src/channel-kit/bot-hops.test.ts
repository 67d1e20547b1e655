import { expect, it } from "vitest";
import { BotHops } from "./bot-hops.ts";

it("answers bots so often in a row and no more, in each channel, until a person speaks", () => {
  const hops = new BotHops(2);
  let said = 0;
  const bot = (channel: string) => hops.allows(channel, { messageId: `${(said += 1)}`, isBot: true });
  expect([bot("general"), bot("general"), bot("general"), bot("other")]).toEqual([true, true, false, true]);
  expect(hops.allows("general", { messageId: "a person's", isBot: false })).toBe(true);
  expect(bot("general")).toBe(true);
});

it("counts a message once that a service tells of twice", () => {
  const hops = new BotHops(1);
  const message = { messageId: "1", isBot: true };
  expect([hops.allows("general", message), hops.allows("general", message)]).toEqual([true, true]);
  expect(hops.allows("general", { messageId: "2", isBot: true })).toBe(false);
});
