import { createBot } from "@keyturn/core";
import { ManualClock, createInstantRunner } from "@keyturn/testkit";
import { DiscordServer } from "@keyturn/testkit/discord";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openDiscordBot } from "../../test-support/discord-bot.ts";
import { operator } from "../../test-support/sessions.ts";
import { createDiscordPlugin } from "./index.ts";

describe(`${promises("discord-conversations")}several connections`, () => {
  it("share the guilds of one bot as its shards", async () => {
    const clock = new ManualClock(Date.now());
    await using scene = await openDiscordBot({
      server: { clock, shards: 2, maxConcurrency: 2 },
      settings: { scope: "channel" },
      bot: { turnRunner: createInstantRunner() },
    });
    const { server, ada, account, mention } = scene;
    expect(server.gateway.openConnections).toHaveLength(2);
    const guilds = [scene.guild];
    for (const _ of [1, 2, 3, 4]) {
      // Shards take guilds in turn, by the millisecond in which they were made.
      await clock.advance(1);
      guilds.push(server.addGuild({ members: [ada, account] }));
    }
    const shards = new Set(guilds.map(({ id }) => (BigInt(id) >> 22n) % 2n));
    expect(shards.size).toBe(2);
    for (const guild of guilds) {
      const channel = server.addChannel(guild, { name: "talk" });
      ada.says(channel, `${mention} hello`);
      await server.waitFor(() => channel.visibleMessages.find(({ content }) => content === "re: hello"));
    }
    expect(scene.bot.adapters).toMatchObject([{ name: "discord", state: "connected" }]);
  });

  it("are bots of their own in one process: each answers for itself, and no session is shared", async () => {
    await using server = await DiscordServer.start();
    const accounts = [server.addBot({ name: "red" }), server.addBot({ name: "blue" })];
    const ada = server.addPerson("ada");
    const guild = server.addGuild({ members: [ada, ...accounts] });
    const general = server.addChannel(guild);
    const plugins = accounts.map(({ name, token }) => ({
      plugin: createDiscordPlugin({ name: `discord-${name}` }),
      configuration: { token, apiUrl: server.url, name, scope: "channel" },
    }));
    const bot = await createBot({ turnRunner: createInstantRunner(), plugins });
    await bot.start();
    for (const { id } of accounts) ada.says(general, `<@${id}> hello`);
    await server.waitFor(() => general.visibleMessages.filter(({ content }) => content === "re: hello").length === 2);
    await bot.settled();
    expect(general.visibleMessages.slice(2).map(({ author }) => author.name)).toEqual(
      expect.arrayContaining(["red", "blue"]),
    );
    const sessions = await bot.sessions.list({ limit: 10 }, operator);
    expect(new Set(sessions.map(({ key }) => `${key.adapter} ${key.account}`))).toEqual(
      new Set(accounts.map(({ name, id }) => `${name} ${id}`)),
    );
    await bot.stop();
  });
});
