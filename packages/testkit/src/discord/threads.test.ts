import { ChannelType, Events, type Message as ClientMessage } from "discord.js";
import { PermissionFlagsBits } from "discord-api-types/v10";
import { describe, expect, it } from "vitest";
import { openDiscordScene } from "../../test-support/discord-scene.ts";

describe("threads on the Discord server", () => {
  it("have the id of the message from which they were opened, once", async () => {
    await using scene = await openDiscordScene();
    const { server, client, ada, general } = scene;
    const received = new Promise<ClientMessage>((resolve) => client.once(Events.MessageCreate, resolve));
    const question = ada.says(general, "a long story");
    const message = await received;
    const thread = await message.startThread({ name: "story" });
    expect(thread.id).toBe(question.id);
    await thread.send("inside");
    const place = await server.waitFor(() => server.world.channels.get(question.id));
    expect(place.visibleMessages.map(({ content }) => content)).toEqual(["inside"]);
    const path = `/channels/${general.id}/messages/${question.id}/threads` as const;
    const again = client.rest.post(path, { body: { name: "again" } });
    await expect(again).rejects.toMatchObject({ code: 160004 });
    expect(server.violations).toEqual([]);
  });

  it("bring what people say in them", async () => {
    await using scene = await openDiscordScene();
    const { client, ada, general } = scene;
    const thread = ada.opensThread(ada.says(general, "a topic"), "topic");
    const received = new Promise<ClientMessage>((resolve) => {
      client.on(Events.MessageCreate, (message) => {
        if (message.channel.isThread()) resolve(message);
      });
    });
    ada.says(thread, "in the thread");
    expect((await received).content).toBe("in the thread");
  });

  it("hide private ones from bots that are not in them", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    const thread = ada.opensThread(general, "secret", { isPrivate: true });
    ada.says(thread, "psst");
    await expect(client.channels.fetch(thread.id)).rejects.toMatchObject({ code: 50001 });
    expect(server.gateway.sessions[0]?.dispatches.map(({ name }) => name)).not.toContain("MESSAGE_CREATE");
    expect(bot.id).not.toBe("");
  });

  it("take no change while they are archived, come back with a message, and stay shut when locked", async () => {
    await using scene = await openDiscordScene();
    const { server, client, ada, general } = scene;
    const place = ada.opensThread(general, "topic");
    const thread = await client.channels.fetch(place.id);
    if (thread?.isThread() !== true) throw new Error("This is no thread.");
    const sent = await thread.send("one");
    ada.archives(place);
    await expect(sent.edit("two")).rejects.toMatchObject({ code: 50083 });
    await thread.send("three");
    expect(place.thread?.isArchived).toBe(false);
    ada.archives(place, { isLocked: true });
    await expect(thread.send("four")).rejects.toMatchObject({ code: 50083 });
    expect(server.violations).toEqual([]);
  });

  it("are archived by their owner, and locked by moderators only", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, guild, general } = scene;
    const channel = await client.channels.fetch(general.id);
    if (channel?.type !== ChannelType.GuildText) throw new Error("This is no text channel.");
    const thread = await channel.threads.create({ name: "mine" });
    await expect(thread.setLocked(true)).rejects.toMatchObject({ code: 50013 });
    await thread.setArchived(true);
    expect(server.world.channels.get(thread.id)?.thread?.isArchived).toBe(true);
    server.addRole(guild, { name: "mod", permissions: PermissionFlagsBits.ManageThreads, members: [bot] });
    await thread.edit({ archived: false, locked: true });
    expect(server.world.channels.get(thread.id)?.thread).toMatchObject({ isArchived: false, isLocked: true });
    expect(server.violations).toEqual([]);
  });

  it("are all that a forum has", async () => {
    await using scene = await openDiscordScene();
    const { server, client, guild } = scene;
    const place = server.addChannel(guild, { name: "forum", type: ChannelType.GuildForum });
    const forum = await client.channels.fetch(place.id);
    if (forum?.type !== ChannelType.GuildForum) throw new Error("This is no forum.");
    const post = await forum.threads.create({ name: "post", message: { content: "first" } });
    expect(server.world.channels.get(post.id)?.visibleMessages.map(({ content }) => content)).toEqual(["first"]);
    await expect(client.rest.post(`/channels/${place.id}/messages`, { body: { content: "x" } })).rejects.toMatchObject({
      code: 50008,
    });
    expect(server.violations).toEqual([]);
  });
});
