import { ChannelType, Events, type Message as ClientMessage, MessageType, PermissionFlagsBits } from "discord.js";
import { describe, expect, it } from "vitest";
import { openDiscordScene } from "../../test-support/discord-scene.ts";

type Scene = Awaited<ReturnType<typeof openDiscordScene>>;

/** The routes as a client calls them that asks for no permission itself. */
function rest({ client, general }: Scene) {
  const messages = `/channels/${general.id}/messages` as const;
  return {
    send: (body: object) => client.rest.post(messages, { body }),
    edit: (id: string, body: object) => client.rest.patch(`${messages}/${id}`, { body }),
    remove: (id: string) => client.rest.delete(`${messages}/${id}`),
    react: (id: string) => client.rest.put(`${messages}/${id}/reactions/👀/@me`),
    list: () => client.rest.get(messages),
  };
}

describe("permissions on the Discord server", () => {
  it("tell a bot what it may not do, by Discord's codes", async () => {
    await using scene = await openDiscordScene();
    const { server, bot, ada, general } = scene;
    const call = rest(scene);
    const message = ada.says(general, "hello");
    await expect(call.edit(message.id, { content: "x" })).rejects.toMatchObject({ code: 50005 });
    await expect(call.remove(message.id)).rejects.toMatchObject({ code: 50013 });
    const deny = (permission: bigint) => server.setPermissions(general, bot, { deny: permission });
    deny(PermissionFlagsBits.SendMessages);
    await expect(call.send({ content: "x" })).rejects.toMatchObject({ code: 50013, status: 403 });
    deny(PermissionFlagsBits.AddReactions);
    await expect(call.react(message.id)).rejects.toMatchObject({ code: 50013 });
    deny(PermissionFlagsBits.ReadMessageHistory);
    const reply = { content: "x", message_reference: { message_id: message.id } };
    await expect(call.send(reply)).rejects.toMatchObject({ code: 160002 });
    expect(await call.list()).toEqual([]);
    deny(PermissionFlagsBits.ViewChannel);
    await expect(call.send({ content: "x" })).rejects.toMatchObject({ code: 50001 });
    expect(general.visibleMessages).toEqual([message]);
  });

  it("hold for people as well", async () => {
    await using scene = await openDiscordScene();
    const { server, bot, guild, general } = scene;
    const bob = server.addPerson("bob");
    expect(() => bob.says(general, "from outside")).toThrow("Missing Access");
    server.addMember(guild, bob);
    const message = server.post(general, bot, "of the bot");
    expect(() => bob.deletes(message)).toThrow("Missing Permissions");
    expect(() => bob.edits(message, "mine")).toThrow("only own messages");
    server.addRole(guild, { name: "mod", permissions: PermissionFlagsBits.ManageMessages, members: [bob] });
    bob.deletes(message);
    expect(message.isDeleted).toBe(true);
    const forum = server.addChannel(guild, { type: ChannelType.GuildForum });
    expect(() => bob.says(forum, "no thread")).toThrow("non-text channel");
  });

  it("end with the channel: what comes later is answered with 10003", async () => {
    await using scene = await openDiscordScene();
    const { client, ada, general } = scene;
    const gone = new Promise((resolve) => client.once(Events.ChannelDelete, resolve));
    ada.deletesChannel(general);
    await gone;
    await expect(rest(scene).send({ content: "x" })).rejects.toMatchObject({ code: 10003, status: 404 });
  });

  it("end with the token: what comes later is answered with 401", async () => {
    await using scene = await openDiscordScene();
    const { server, bot } = scene;
    bot.token = "another";
    await expect(rest(scene).send({ content: "x" })).rejects.toMatchObject({ status: 401 });
    expect(server.requests.at(-1)?.authentication).toBe("other");
  });

  it("fail a reply to what is deleted, unless it says that it may stand alone", async () => {
    await using scene = await openDiscordScene();
    const { ada, general } = scene;
    const question = ada.says(general, "never mind");
    ada.deletes(question);
    const call = rest(scene);
    const reference = { message_id: question.id };
    await expect(call.send({ content: "x", message_reference: reference })).rejects.toMatchObject({ code: 50035 });
    await call.send({ content: "x", message_reference: { ...reference, fail_if_not_exists: false } });
    expect(general.visibleMessages.map(({ reference: found }) => found)).toEqual([undefined]);
  });

  it("do not keep a test from posting as a webhook, another bot or the system", async () => {
    await using scene = await openDiscordScene();
    const { server, client, guild, general } = scene;
    const other = server.addBot();
    server.addMember(guild, other);
    const received: ClientMessage[] = [];
    const all = new Promise<void>((resolve) => {
      client.on(Events.MessageCreate, (message) => {
        if (received.push(message) === 3) resolve();
      });
    });
    server.post(general, other, "beep");
    server.post(general, other, "hook", { isFromWebhook: true });
    server.post(general, other, "", { type: MessageType.UserJoin });
    await all;
    expect(received.map(({ author, webhookId, system }) => [author.bot, webhookId !== null, system])).toEqual([
      [true, false, false],
      [true, true, false],
      [true, false, true],
    ]);
  });
});
