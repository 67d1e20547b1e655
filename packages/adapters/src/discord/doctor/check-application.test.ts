import { DiscordServer } from "@keyturn/testkit/discord";
import { GatewayIntentBits } from "discord.js";
import { describe, expect, it } from "vitest";
import { discordOptionsSchema } from "../discord-options.ts";
import { checkIntents } from "./check-application.ts";

describe("the intents of an application that does not tell its flags", () => {
  it("are found out by one login, which ends at once", async () => {
    await using server = await DiscordServer.start();
    const { id, token } = server.addBot();
    const options = discordOptionsSchema.parse({ token, apiUrl: server.url });
    expect(await checkIntents({ id }, options)).toBe("the bot may read message content");
    expect(server.gateway.identifies).toBe(1);
    await server.waitFor(() => server.gateway.openConnections.length === 0);
  });

  it("are missing where the gateway refuses them", async () => {
    await using server = await DiscordServer.start();
    const { id, token } = server.addBot({ allowedIntents: GatewayIntentBits.GuildMembers });
    const options = discordOptionsSchema.parse({ token, apiUrl: server.url });
    await expect(checkIntents({ id }, options)).rejects.toThrow('Turn "Message Content Intent" on');
    await server.waitFor(() => server.gateway.openConnections.length === 0);
  });
});
