import { type Bot, ConfigurationError, createBot } from "@keyturn/core";
import { beforeAll, describe, expect, it } from "vitest";
import { checkGatewayOptions } from "./gateway-options.ts";

const token = "a-token-that-nobody-guesses";

describe("the options of a gateway", () => {
  let bot: Bot;
  beforeAll(async () => {
    bot = await createBot();
  });

  it("have defaults that let nobody else in", () => {
    expect(checkGatewayOptions({ bot, token })).toMatchObject({
      host: "127.0.0.1",
      port: 7420,
      publicUrl: undefined,
      limits: {
        bodyBytes: 1_048_576,
        heartbeatMilliseconds: 15_000,
        replayEvents: 1_000,
        streamBufferBytes: 1_048_576,
      },
    });
  });

  it.each([
    [{ host: "0.0.0.0" }, ["host", "publicUrl", "token"]],
    [{ host: "::" }, ["publicUrl"]],
    [{ host: "192.0.2.1" }, ["publicUrl"]],
    [{ host: "bot.lan" }, ["publicUrl"]],
    [{ host: "127.evil.example" }, ["publicUrl"]],
    [{ port: -1 }, ["port is -1", "0 to 65535"]],
    [{ port: 1.5 }, ["port"]],
    [{ publicUrl: "bot.example.org" }, ["publicUrl"]],
    [{ publicUrl: "ftp://bot.example.org" }, ["publicUrl"]],
    [{ publicUrl: "https://ana:secret@bot.example.org" }, ["publicUrl"]],
    [{ limits: { bodyBytes: 0 } }, ["limits.bodyBytes is 0", "1024 to 104857600"]],
    [{ limits: { eventStreams: Number.NaN } }, ["limits.eventStreams"]],
    [{ limits: { headersMilliseconds: 2_000, requestMilliseconds: 1_000 } }, ["limits.headersMilliseconds"]],
  ])("refuse %j, and name what is wrong", (options, words) => {
    const check = () => checkGatewayOptions({ bot, token, ...options });
    expect(check).toThrow(ConfigurationError);
    for (const word of words) expect(check).toThrow(word);
  });

  it.each([
    "",
    "   ",
    "short",
    "fifteen-letters",
    "has spaces in it, so it is no header",
    "ümläuts-are-no-header-either",
    "x".repeat(513),
  ])("refuse the token %j without telling it", (weak) => {
    const check = () => checkGatewayOptions({ bot, token: weak });
    expect(check).toThrow(ConfigurationError);
    expect(check).toThrow("16 to 512 visible ASCII characters");
    if (weak !== "") expect(check).not.toThrow(weak);
  });

  it("let others in under a public URL", () => {
    const checked = checkGatewayOptions({ bot, token, host: "0.0.0.0", publicUrl: "https://bot.example.org/" });
    expect(checked.publicUrl?.host).toBe("bot.example.org");
  });
});
