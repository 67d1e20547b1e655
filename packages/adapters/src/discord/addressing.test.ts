import type { BotAccount, Channel } from "@keyturn/testkit/discord";
import { ChannelType, MessageType } from "discord.js";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { type DiscordBot, openDiscordBot } from "../../test-support/discord-bot.ts";
import { operator } from "../../test-support/sessions.ts";

/** Says something that is answered, behind everything that was said before; gives what was asked of the agent until then. */
async function askedUntil({ ada, general, runner, mention, bot }: DiscordBot): Promise<readonly string[]> {
  ada.says(general, `${mention} the end`);
  const texts: string[] = [];
  for (;;) {
    const run = await runner.nextRun();
    run.answer("ok");
    if (run.texts[0] === "the end") break;
    texts.push(...run.texts);
  }
  await bot.settled();
  return texts;
}

describe(`${promises("discord-conversations")}what the bot listens to`, () => {
  it("is what people write, and nothing of webhooks, of Discord itself, of other bots, or of its own", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, general, guild, mention, account } = scene;
    const other = server.addBot();
    server.addMember(guild, other);
    server.post(general, other, `${mention} hello from a bot`);
    server.post(general, account, `${mention} hello from myself`);
    server.post(general, other, `${mention} hello from a webhook`, { isFromWebhook: true });
    server.post(general, scene.ada, `${mention} pinned a message`, { type: MessageType.ChannelPinnedMessage });
    scene.ada.says(general, "@everyone hello");
    expect(await askedUntil(scene)).toEqual([]);
  });

  it("includes bots that it was told to answer, but never more than so many in a row", async () => {
    let friend: BotAccount | undefined;
    await using scene = await openDiscordBot({
      settings(server, guild) {
        friend = server.addBot({ name: "friend" });
        server.addMember(guild, friend);
        return { scope: "channel", bots: [friend.id], botHops: 2 };
      },
    });
    const { server, ada, general, mention } = scene;
    if (friend === undefined) throw new Error("There is no other bot.");
    for (const text of ["one", "two", "three"]) server.post(general, friend, `${mention} ${text}`);
    ada.says(general, `${mention} a person`);
    server.post(general, friend, `${mention} again`);
    expect(await askedUntil(scene)).toEqual(["one", "two", "a person", "again"]);
  });

  it("is everything where it was told so", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel", listen: "all" } });
    scene.ada.says(scene.general, "nobody in particular");
    expect(await askedUntil(scene)).toEqual(["nobody in particular"]);
  });

  it("is only in the guilds and channels that it was told", async () => {
    let [other, allowed]: (Channel | undefined)[] = [];
    await using scene = await openDiscordBot({
      settings(server, guild) {
        other = server.addChannel(guild, { name: "other" });
        allowed = server.addChannel(guild, { name: "allowed" });
        return { scope: "channel", channels: [allowed.id], guilds: [guild.id] };
      },
    });
    if (other === undefined || allowed === undefined) throw new Error("There are no channels.");
    scene.ada.says(other, `${scene.mention} not here`);
    expect(await askedUntil({ ...scene, bot: scene.bot, general: allowed })).toEqual([]);
  });

  it("is one conversation for a message, a reply, a command and a typed one of the same place", async () => {
    await using scene = await openDiscordBot();
    const { server, ada, general, runner, mention, account, bot } = scene;
    const question = ada.says(general, `${mention} a question`);
    (await runner.nextRun()).answer("An answer.");
    const thread = await server.waitFor(() => server.world.channels.get(question.id));
    const answer = await server.waitFor(() => thread.visibleMessages.find(({ content }) => content === "An answer."));
    ada.says(thread, "more", { reply: answer });
    (await runner.nextRun()).answer("More.");
    await bot.settled();
    const status = ada.runs(thread, "status", { of: account });
    await server.waitFor(() => status.answer?.content.includes("4 entries"));
    // As a reply: what is quoted does not stand before the command.
    ada.says(thread, `${mention} /reset`, { reply: answer });
    await server.waitFor(() =>
      thread.visibleMessages.find(({ content }) => content.startsWith("Forgotten: 4 entries")),
    );
    const sessions = await bot.sessions.list({ limit: 10 }, operator);
    expect(sessions.map(({ key }) => key)).toEqual([
      { adapter: "discord", account: account.id, place: general.id, thread: question.id },
    ]);
  });

  it("is a conversation for each person of a channel where it was told so, and one for each post of a forum", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "person" } });
    const { server, ada, general, guild, runner, mention, account, bot } = scene;
    const bob = server.addPerson("bob");
    server.addMember(guild, bob);
    const forum = server.addChannel(guild, { name: "help", type: ChannelType.GuildForum });
    const post = ada.opensThread(forum, "My post");
    ada.says(post, `${mention} in the forum`);
    (await runner.nextRun()).answer("one");
    for (const person of [ada, bob]) {
      person.says(general, `${mention} hello`);
      (await runner.nextRun()).answer("two");
    }
    await bot.settled();
    const sessions = await bot.sessions.list({ limit: 10 }, operator);
    expect(sessions.map(({ key }) => [key.place, key.thread, key.person])).toEqual(
      expect.arrayContaining([
        [forum.id, post.id, ada.id],
        [general.id, undefined, ada.id],
        [general.id, undefined, bob.id],
      ]),
    );
    expect(account.id).toBe(sessions[0]?.key.account);
  });

  it("takes no notice of a preview that Discord adds to a message", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { ada, general, runner, mention, bot } = scene;
    const question = ada.says(general, `${mention} see https://example.org`);
    const run = await runner.nextRun();
    ada.edits(question, question.content);
    run.answer("seen");
    await bot.settled();
    expect(runner.runs).toHaveLength(1);
  });
});
