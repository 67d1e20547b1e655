import { describe, expect, it } from "vitest";
import { type DiscordNames, readDiscordText } from "./read-discord-text.ts";

const bot = { userId: "100", roleIds: ["500"] };
const names: DiscordNames = {
  user: (id) => ({ "100": "Keyturn", "101": "Ada" })[id],
  role: (id) => ({ "500": "bots", "501": "staff" })[id],
  channel: (id) => ({ "700": "general" })[id],
};

describe("readDiscordText", () => {
  it.each([
    ["<@100> /reset", "/reset", true],
    ["<@!100>: hello", "hello", true],
    ["  <@&500>, hello", "hello", true],
    ["<@100> tell <@101> in <#700>, <@&501>", "tell @Ada in #general, @staff", true],
    ["what does <@100> do?", "what does @Keyturn do?", true],
    ["<@100> <@100>", "@Keyturn", true],
    ["<@101> hello", "@Ada hello", false],
    ["<@999> <#998> <@&997>", "<@999> <#998> <@&997>", false],
    ["look: `<@100>`", "look: `<@100>`", false],
    ["```\n<@100>\n```", "```\n<@100>\n```", false],
    ["<:wave:800> <a:dance:801> </stats show:900>", ":wave: :dance: /stats show", false],
    ["at <t:1700000000:R>", "at 2023-11-14T22:13:20.000Z", false],
    ["at <t:9999999999999>", "at <t:9999999999999>", false],
    ["<@100>", "", true],
    ["@everyone hello", "@everyone hello", false],
  ])("reads %j", (content, text, isAddressed) => {
    expect(readDiscordText(content, bot, names)).toEqual({ text, isAddressed });
  });
});
