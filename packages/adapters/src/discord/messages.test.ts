import { definePlugin } from "@keyturn/core";
import { PermissionFlagsBits } from "discord.js";
import { describe, expect, it } from "vitest";
import { openDiscordBot } from "../../test-support/discord-bot.ts";
import { operator } from "../../test-support/sessions.ts";
import { promises } from "../../../../test/requirements.ts";

const longText = "This is a text that is long enough to be shown at once, since it has more than eighty characters. ";

describe(`${promises("discord-conversations", "discord-replies", "aborted-means-quiet")}messages on Discord`, () => {
  it("open a thread from a mention, answer there, and go on there without one", async () => {
    await using scene = await openDiscordBot();
    const { server, ada, general, runner, mention } = scene;
    const question = ada.says(general, `${mention} why is the sky blue?`);
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["why is the sky blue?"]);
    run.answer("Because of the air.");
    const thread = await server.waitFor(() => server.world.channels.get(question.id));
    expect(thread.name).toBe("why is the sky blue?");
    const answer = await server.waitFor(() =>
      thread.visibleMessages.find(({ content }) => content.includes("the air")),
    );
    expect(answer.author).toBe(scene.account);
    ada.says(thread, "and at night?");
    const next = await runner.nextRun();
    expect(next.texts).toEqual(["and at night?"]);
    expect(next.turn.history).toHaveLength(2);
    next.answer("Black.");
    await server.waitFor(() => thread.visibleMessages.find(({ content }) => content === "Black."));
    expect(general.visibleMessages).toHaveLength(1);
    expect(server.violations).toEqual([]);
  });

  it("answer direct messages, replies to the bot and mentions of its role, and nothing else", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, runner, account, guild } = scene;
    const direct = ada.directMessages(account);
    ada.says(direct, "psst");
    const first = await runner.nextRun();
    first.answer("yes?");
    await server.waitFor(() => direct.visibleMessages.find(({ content }) => content === "yes?"));
    ada.says(general, "nobody in particular");
    ada.says(general, `${scene.mention} hello`);
    (await runner.nextRun()).answer("hi");
    const hi = await server.waitFor(() => general.visibleMessages.find(({ content }) => content === "hi"));
    ada.says(general, "and you?", { reply: hi });
    const reply = await runner.nextRun();
    expect(reply.texts[0]).toBe("In reply to keyturn:\n> hi\n\nand you?");
    reply.answer("fine");
    const role = [...guild.roles.values()].find(({ name }) => name === "keyturn");
    ada.says(general, `<@&${role?.id}> are you there?`);
    expect((await runner.nextRun()).texts).toEqual(["are you there?"]);
    (await server.waitFor(() => runner.runs[3]))?.answer("yes");
    await scene.bot.settled();
    expect(runner.runs).toHaveLength(4);
  });

  it("show that the bot types, then a draft with a button, then the answer in its place", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, runner, mention, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    await server.waitFor(() => general.typing.some(({ accountId }) => accountId === account.id));
    run.write(longText);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    expect(draft.content).toBe(longText.trim());
    expect(draft.now.components).toHaveLength(1);
    run.answer("The end.");
    await server.waitFor(() => draft.content.includes("The end."));
    expect(JSON.stringify(draft.now.components)).toContain("Regenerate");
    expect(general.visibleMessages.filter(({ author }) => author === account)).toHaveLength(1);
    expect(server.violations).toEqual([]);
  });

  it("stop a reply that is being written by /reset, mark its draft, and stay quiet", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, runner, mention, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.write(longText);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    const reset = ada.runs(general, "reset", { of: account });
    await server.waitFor(() => reset.answer?.content.includes("We start afresh"));
    expect([reset.isPrivate, run.isAborted]).toEqual([true, true]);
    await server.waitFor(() => draft.content.endsWith("-# Stopped."));
    expect(draft.now.components).toEqual([]);
    await scene.bot.settled();
    expect(general.visibleMessages).toHaveLength(2);
  });

  it("send long answers in pieces, and very long ones as a file", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, runner, mention, account } = scene;
    const own = () => general.visibleMessages.filter(({ author }) => author === account);
    ada.says(general, `${mention} a lot`);
    (await runner.nextRun()).answer("word ".repeat(900));
    await server.waitFor(() => own().length === 3 && own().at(-1)?.now.components.length === 1);
    expect(own().every(({ content }) => content.length <= 2_000)).toBe(true);
    ada.says(general, `${mention} a book`);
    (await runner.nextRun()).answer("word ".repeat(9_000));
    const withFile = await server.waitFor(() => own().find(({ now }) => now.attachments.length === 1));
    expect(withFile.now.attachments[0]?.filename).toBe("answer.md");
    expect(own()).toHaveLength(4);
    expect(server.violations).toEqual([]);
  });

  it("come to the conversation's own place, also when nobody has just written there", async () => {
    await using scene = await openDiscordBot();
    const { server, ada, general, runner, mention, bot } = scene;
    const question = ada.says(general, `${mention} a question`);
    (await runner.nextRun()).answer("An answer.");
    const thread = await server.waitFor(() => server.world.channels.get(question.id));
    await bot.settled();
    const [session] = await bot.sessions.list({ limit: 1 }, operator);
    if (session === undefined) throw new Error("There is no session.");
    const schedule = { sessionId: session.id, name: "news", cron: "0 9 * * *", timeZone: "UTC", text: "What is new?" };
    const { id } = await bot.schedules.create({ ...schedule, missed: "skip" }, operator);
    await bot.schedules.run(id, operator, "now");
    (await runner.nextRun()).answer("Nothing.");
    await server.waitFor(() => thread.visibleMessages.find(({ content }) => content === "Nothing."));
    expect(general.visibleMessages).toHaveLength(1);
  });

  it("ping nobody, whatever the model writes: draft, answer, file, reply and command", async () => {
    const shout = definePlugin({
      name: "shout",
      version: "1.0.0",
      setup(context) {
        const run = () => Promise.resolve("@everyone <@&1> listen");
        context.command({ name: "shout", description: "Shout", isPrivate: false, run });
      },
    });
    await using scene = await openDiscordBot({ settings: { scope: "channel" }, plugins: [shout] });
    const { server, ada, general, guild, runner, mention, account } = scene;
    const role = server.addRole(guild, { name: "all", members: [ada], isMentionable: true });
    server.setRolePermissions(guild, guild.id, PermissionFlagsBits.Administrator);
    const loud = `@everyone @here <@${ada.id}> <@&${role.id}> `;
    for (const text of [loud + longText, loud.repeat(60), loud.repeat(900)]) {
      ada.says(general, `${mention} go on`);
      const run = await runner.nextRun();
      run.write(text);
      await server.waitFor(() => general.visibleMessages.at(-1)?.author === account);
      run.answer(" The end.");
      await scene.bot.settled();
    }
    ada.says(general, `${mention} /shout`);
    const used = ada.runs(general, "shout", { of: account });
    await server.waitFor(() => used.answer?.content.includes("listen"));
    await scene.bot.settled();
    const own = general.messages.filter(({ author }) => author === account);
    const pings = own.flatMap(({ revisions }) => revisions.map((revision) => revision.pings));
    expect(pings.length).toBeGreaterThan(8);
    expect(pings.filter(({ everyone, users, roles }) => everyone || users.length + roles.length > 0)).toEqual([]);
    expect(server.violations).toEqual([]);
  });
});
