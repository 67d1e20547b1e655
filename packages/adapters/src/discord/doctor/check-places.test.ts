import { DiscordServer } from "@keyturn/testkit/discord";
import { expect, it } from "vitest";
import { discordOptionsSchema } from "../discord-options.ts";
import { checkGuilds } from "./check-places.ts";
import { LookUp } from "./look-up.ts";

it("looks at every guild, page by page, and tells of ten that are wrong", async () => {
  await using server = await DiscordServer.start();
  const bot = server.addBot();
  const guilds = Array.from({ length: 401 }, (_, index) => server.addGuild({ name: `g${index}`, members: [bot] }));
  const options = discordOptionsSchema.parse({ token: bot.token, apiUrl: server.url });
  const lookUp = new LookUp(options);
  expect(await checkGuilds(lookUp, options)).toBe("401 servers, and no permission is missing");
  for (const guild of guilds.slice(-12)) server.setRolePermissions(guild, guild.id, 0n);
  const told = await checkGuilds(lookUp, options).catch((error: unknown) => String(error));
  expect(told.split("\n")).toHaveLength(11);
  expect(told).toMatch(/In "g389" it lacks View Channels.*\n2 more\.$/s);
  expect(server.violations).toEqual([]);
});
