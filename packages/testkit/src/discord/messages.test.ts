import { ManualClock } from "@keyturn/testkit";
import { AttachmentBuilder, DiscordAPIError, Events, type Message as ClientMessage } from "discord.js";
import { describe, expect, it } from "vitest";
import { openDiscordScene } from "../../test-support/discord-scene.ts";

describe("messages on the Discord server", () => {
  it("bring a person's message to the real client, and its reply back", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    client.on(Events.MessageCreate, (message) => {
      if (!message.author.bot) void message.reply("You said hello");
    });
    const question = ada.says(general, `${bot.mention} hello`);
    const answer = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === bot));
    expect(answer.content).toBe("You said hello");
    expect(answer.reference?.messageId).toBe(question.id);
    expect(answer.now.pings.users).toEqual([ada.id]);
    expect(server.violations).toEqual([]);
  });

  it("carry direct messages, and refuse them where the person blocks the bot", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada } = scene;
    const received = new Promise<ClientMessage>((resolve) => client.once(Events.MessageCreate, resolve));
    const place = ada.directMessages(bot);
    ada.says(place, "psst");
    const message = await received;
    expect([message.content, message.channel.isDMBased()]).toEqual(["psst", true]);
    await message.reply("yes?");
    expect(place.visibleMessages.map(({ content }) => content)).toEqual(["psst", "yes?"]);
    ada.blocks(bot);
    await expect(message.reply("still there?")).rejects.toMatchObject({ code: 50007 });
    expect(server.violations).toEqual([]);
  });

  it("keep every edit with its time and number, and the deletion", async () => {
    await using scene = await openDiscordScene();
    const { server, client, general } = scene;
    const channel = await client.channels.fetch(general.id);
    if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
    const sent = await channel.send("one");
    await sent.edit("two");
    await sent.edit("three");
    await sent.delete();
    const message = general.messages[0];
    expect(message?.revisions.map(({ number, content }) => [number, content])).toEqual([
      [0, "one"],
      [1, "two"],
      [2, "three"],
    ]);
    expect([message?.isDeleted, general.visibleMessages]).toEqual([true, []]);
    await expect(sent.edit("four")).rejects.toMatchObject({ code: 10008, status: 404 });
    expect(server.violations).toEqual([]);
  });

  it("refuse what is empty or too long, as Discord does", async () => {
    await using scene = await openDiscordScene();
    const { client, general } = scene;
    const channel = await client.channels.fetch(general.id);
    if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
    await expect(channel.send("")).rejects.toMatchObject({ code: 50006 });
    await expect(channel.send(" ")).rejects.toMatchObject({ code: 50006 });
    await expect(channel.send("x".repeat(2001))).rejects.toThrow(DiscordAPIError);
    await expect(channel.send("x".repeat(2001))).rejects.toMatchObject({ code: 50035, status: 400 });
    await channel.send("x".repeat(2000));
    expect(general.visibleMessages).toHaveLength(1);
  });

  it("send one message where the nonce is the same and enforced", async () => {
    await using scene = await openDiscordScene();
    const { client, general } = scene;
    const channel = await client.channels.fetch(general.id);
    if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
    const first = await channel.send({ content: "once", nonce: "n1", enforceNonce: true });
    const second = await channel.send({ content: "twice", nonce: "n1", enforceNonce: true });
    expect(second.id).toBe(first.id);
    expect(general.visibleMessages.map(({ content }) => content)).toEqual(["once"]);
    await first.delete();
    await expect(channel.send({ content: "x", nonce: "n1", enforceNonce: true })).rejects.toMatchObject({
      code: 10008,
    });
  });

  it("ping those whom allowed_mentions and permissions let them ping", async () => {
    await using scene = await openDiscordScene();
    const { server, client, guild, ada, general } = scene;
    const team = server.addRole(guild, { name: "team", isMentionable: true });
    const channel = await client.channels.fetch(general.id);
    if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
    const content = `@everyone ${ada.mention} <@&${team.id}>`;
    await channel.send(content);
    await channel.send({ content, allowedMentions: { parse: [] } });
    await channel.send({ content, allowedMentions: { users: [ada.id] } });
    expect(general.visibleMessages.map(({ now }) => now.pings)).toEqual([
      { everyone: false, users: [ada.id], roles: [team.id] },
      { everyone: false, users: [], roles: [] },
      { everyone: false, users: [ada.id], roles: [] },
    ]);
    const contradiction = { parse: ["users"] as const, users: [ada.id] };
    await expect(channel.send({ content, allowedMentions: contradiction })).rejects.toMatchObject({ code: 50035 });
  });

  it("carry files both ways", async () => {
    await using scene = await openDiscordScene();
    const { server, client, ada, general } = scene;
    const received = new Promise<ClientMessage>((resolve) => client.once(Events.MessageCreate, resolve));
    const bytes = new TextEncoder().encode("a,b\n1,2\n");
    ada.says(general, "", { attachments: [{ name: "table.csv", contentType: "text/csv", bytes }] });
    const message = await received;
    const attachment = message.attachments.first();
    const download = await fetch(attachment?.url ?? "");
    expect([await download.text(), download.headers.get("content-type")]).toEqual(["a,b\n1,2\n", "text/csv"]);
    const file = new AttachmentBuilder(Buffer.from("# Answer"), { name: "answer.md", description: "the answer" });
    await message.reply({ files: [file] });
    const answer = general.visibleMessages[1]?.now.attachments[0];
    expect(answer).toMatchObject({ filename: "answer.md", size: 8, description: "the answer" });
    expect(await (await fetch(answer?.url ?? "")).text()).toBe("# Answer");
    const forged = (answer?.url ?? "").replace(/hm=../, "hm=zz");
    expect((await fetch(forged)).status).toBe(404);
    expect(server.requests.at(-1)?.files.map(({ name }) => name)).toEqual(["answer.md"]);
    expect(server.violations).toEqual([]);
  });

  it("have links to files that work for a day", async () => {
    const clock = new ManualClock(Date.now());
    await using scene = await openDiscordScene({ clock });
    const bytes = new TextEncoder().encode("x");
    const { now } = scene.ada.says(scene.general, "", { attachments: [{ name: "x", contentType: "", bytes }] });
    const url = now.attachments[0]?.url ?? "";
    await clock.advance(24 * 60 * 60 * 1000 - 1000);
    expect((await fetch(url)).status).toBe(200);
    await clock.advance(1000);
    expect((await fetch(url)).status).toBe(404);
  });

  it("answer lists after, before and around an id, the newest first", async () => {
    await using scene = await openDiscordScene();
    const { client, ada, general } = scene;
    const said = ["1", "2", "3", "4", "5"].map((text) => ada.says(general, text));
    const channel = await client.channels.fetch(general.id);
    if (channel?.isTextBased() !== true) throw new Error("The channel has no messages.");
    const contents = async (query: object) =>
      [...(await channel.messages.fetch({ cache: false, ...query })).values()].map(({ content }) => content);
    expect(await contents({ after: said[1]?.id, limit: 2 })).toEqual(["4", "3"]);
    expect(await contents({ before: said[3]?.id, limit: 2 })).toEqual(["3", "2"]);
    expect(await contents({ around: said[2]?.id, limit: 3 })).toEqual(["4", "3", "2"]);
    expect(await contents({})).toEqual(["5", "4", "3", "2", "1"]);
  });

  it("show typing and reactions of both sides", async () => {
    await using scene = await openDiscordScene();
    const { server, client, bot, ada, general } = scene;
    const question = ada.says(general, "hm");
    const channel = await client.channels.fetch(general.id);
    if (channel?.isSendable() !== true) throw new Error("The channel takes no messages.");
    await channel.sendTyping();
    expect(general.typing.map(({ accountId }) => accountId)).toEqual([bot.id]);
    const message = await channel.messages.fetch(question.id);
    await message.react("👀");
    expect(question.reactions.map(({ emoji }) => emoji)).toEqual(["👀"]);
    const reacted = new Promise((resolve) => {
      client.on(Events.MessageReactionAdd, (reaction, user) => {
        if (user.id === ada.id) resolve(reaction.emoji.name);
      });
    });
    ada.reacts(question, "👍");
    expect(await reacted).toBe("👍");
    await message.reactions.resolve("👀")?.users.remove();
    expect(question.reactions.map(({ emoji }) => emoji)).toEqual(["👍"]);
    expect(server.violations).toEqual([]);
  });
});
