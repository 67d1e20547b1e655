import { ManualClock } from "@keyturn/testkit";
import { Events, GatewayIntentBits, type Message as ClientMessage, SimpleShardingStrategy } from "discord.js";
import { describe, expect, it } from "vitest";
import { createClient, hear, logIn, usualIntents } from "../../test-support/discord-client.ts";
import { openDiscordScene } from "../../test-support/discord-scene.ts";
import { DiscordServer } from "./index.ts";

function next(client: ReturnType<typeof createClient>): Promise<ClientMessage> {
  return new Promise((resolve) => client.once(Events.MessageCreate, resolve));
}

describe("the gateway of the Discord server", () => {
  it("refuses a token that it does not know", async () => {
    await using server = await DiscordServer.start();
    const client = createClient(server);
    await expect(client.login("no.such.token")).rejects.toMatchObject({ code: "TokenInvalid" });
    expect(server.requests.at(-1)?.answer?.status).toBe(401);
    await client.destroy();
  });

  it("closes with 4014 where a privileged intent is not switched on", async () => {
    await using server = await DiscordServer.start();
    const bot = server.addBot({ allowedIntents: 0 });
    const client = createClient(server);
    await expect(client.login(bot.token)).rejects.toThrow("Used disallowed intents");
    const end = await server.waitFor(() => server.gateway.connections[0]?.end);
    expect(end).toEqual({ code: 4014, byServer: true });
    await client.destroy();
  });

  it("leaves content empty without the intent, but for mentions, direct messages and own messages", async () => {
    const intents = usualIntents.filter((intent) => intent !== GatewayIntentBits.MessageContent);
    await using scene = await openDiscordScene({}, { intents });
    const { client, bot, ada, general } = scene;
    const heard = hear(client);
    ada.says(general, "for others");
    ada.says(general, `${bot.mention} for you`);
    ada.says(ada.directMessages(bot), "in private");
    for (let count = 0; count < 3; count += 1) await heard.next();
    expect(heard.texts).toEqual(["", `${bot.mention} for you`, "in private"]);
  });

  it("sends nothing for which no intent was named, and nothing from channels that the bot does not see", async () => {
    await using scene = await openDiscordScene({}, { intents: [GatewayIntentBits.Guilds] });
    const { server, bot, ada, guild, general } = scene;
    ada.says(general, "unheard");
    const hidden = server.addChannel(guild, { name: "hidden" });
    server.setPermissions(hidden, bot, { deny: 1024n });
    ada.says(hidden, "unseen");
    const names = server.gateway.sessions[0]?.dispatches.map(({ name }) => name);
    expect(names).toEqual(["READY", "GUILD_CREATE", "CHANNEL_CREATE"]);
  });

  it("gives each shard its guilds, and direct messages to the first", async () => {
    const clock = new ManualClock(Date.now());
    await using server = await DiscordServer.start({ clock });
    const bot = server.addBot();
    const ada = server.addPerson("ada");
    const guilds: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      await clock.advance(1);
      guilds.push(server.addGuild({ members: [ada, bot] }).id);
    }
    const client = createClient(server, { shardCount: 2 });
    await logIn(client, bot.token);
    const shardOf = (id: string) => Number((BigInt(id) >> 22n) % 2n);
    const told = server.gateway.sessions.map(({ shard, dispatches }) => ({
      shard,
      guilds: dispatches.filter(({ name }) => name === "GUILD_CREATE").map(({ data }) => Reflect.get(data, "id")),
    }));
    expect(told).toEqual([
      { shard: [0, 2], guilds: guilds.filter((id) => shardOf(id) === 0) },
      { shard: [1, 2], guilds: guilds.filter((id) => shardOf(id) === 1) },
    ]);
    expect(told.map((one) => one.guilds.length)).toEqual([2, 2]);
    const received = next(client);
    ada.says(ada.directMessages(bot), "hello");
    await received;
    const shards = server.gateway.sessions.filter(({ dispatches }) => dispatches.at(-1)?.name === "MESSAGE_CREATE");
    expect(shards.map(({ shard }) => shard[0])).toEqual([0]);
    await client.destroy();
  });

  it("ends the session when the client says goodbye, and leaves nothing open", async () => {
    const scene = await openDiscordScene(
      {},
      { ws: { buildStrategy: (manager) => new SimpleShardingStrategy(manager) } },
    );
    await scene.client.destroy();
    await scene.server.waitFor(() => scene.server.gateway.openConnections.length === 0);
    expect(scene.server.gateway.connections[0]?.end).toEqual({ code: 1000, byServer: false });
    expect(scene.server.gateway.sessions[0]?.isInvalid).toBe(true);
    await scene.server.close();
  });

  it("serves several bots at once, each with its own token and guilds", async () => {
    await using scene = await openDiscordScene();
    const { server, bot, ada, guild, general } = scene;
    const other = server.addBot({ name: "other" });
    const client = createClient(server);
    await logIn(client, other.token);
    const joined = new Promise((resolve) => client.once(Events.GuildCreate, resolve));
    server.addMember(guild, other);
    await joined;
    const both = Promise.all([next(client), next(scene.client)]);
    ada.says(general, "both of you");
    expect((await both).map(({ client: at }) => at.user.id)).toEqual([other.id, bot.id]);
    await client.destroy();
  });
});
