import { definePlugin } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { keyOf, openSlackBot } from "../../test-support/open-slack-bot.ts";

const modes = ["socket", "http"] as const;

const story = "word ".repeat(6_000);

describe.each(modes)(`${promises("slack-commands")}a slash command (%s)`, (mode) => {
  it("is acknowledged, carried out in the direct message, and answered for its person alone", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "remember this");
    (await runner.nextRun()).answer("yes");
    await slack.waitFor(() => direct.messages.find(({ text }) => text === "yes"));
    expect(await ada.runs(direct, "/reset").result).toMatchObject({ isAcknowledged: true });
    const told = await slack.waitFor(() => direct.ephemerals[0]);
    expect(told).toMatchObject({ userId: ada.id, text: "Forgotten: 2 entries. We start afresh." });
    expect(slack.responses).toHaveLength(1);
  });

  it("may be written behind the bot's own one, since names collide in workspaces", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner, bot } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "hello");
    const run = await runner.nextRun();
    ada.runs(direct, "/keyturn", "Reset");
    await slack.waitFor(() => direct.ephemerals[0]);
    expect(run.isAborted).toBe(true);
    ada.runs(direct, "/keyturn");
    const help = await slack.waitFor(() => direct.ephemerals[1]);
    expect(help.text).toContain("/reset – Forget this conversation");
    ada.runs(direct, "/keyturn", "nonsense <b>");
    expect((await slack.waitFor(() => direct.ephemerals[2])).text).toContain("There is no command /nonsense here.");
    expect(await bot.sessions.find(keyOf(slack, direct.id))).toBeDefined();
  });

  it("is answered by five uses of its response URL at most, and says when that is not all", async () => {
    const verbose = definePlugin({
      name: "verbose",
      version: "1.0.0",
      setup: (context) =>
        context.command({ name: "novel", description: "Tells a long story", run: () => Promise.resolve(story) }),
    });
    await using test = await openSlackBot({ mode, bot: { plugins: [{ plugin: verbose }] } });
    const { slack, ada } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.runs(direct, "/novel");
    await slack.waitFor(() => slack.responses.length === 5);
    const texts = slack.responses.map(({ fields }) => String(fields["text"]));
    expect(texts[0]?.startsWith("word")).toBe(true);
    expect(texts[4]).toBe("There is more, but Slack takes no further answer to a command.");
    expect(test.lines.filter(([level]) => level === "error")).toEqual([]);
  });

  it("says where it works when it cannot know the thread", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general } = test;
    ada.runs(general, "/reset");
    expect((await slack.waitFor(() => general.ephemerals[0])).text).toContain("In one, write `@testbot reset`.");
  });

  it("is carried out for whoever the workspace trusts, and not for others", async () => {
    await using test = await openSlackBot({ mode, settings: { scope: "channel" } });
    const { slack, ada, boss, general, runner } = test;
    const guest = slack.addPerson("guest");
    guest.joins(general);
    ada.says(general, "@testbot mine");
    const run = await runner.nextRun();
    guest.runs(general, "/stop");
    expect((await slack.waitFor(() => general.ephemerals[0])).text).toContain("You may not use /stop");
    expect(run.isAborted).toBe(false);
    boss.runs(general, "/stop");
    expect((await slack.waitFor(() => general.ephemerals[1])).text).toContain("Stopped.");
    expect(run.isAborted).toBe(true);
  });
});

describe.each(modes)(`${promises("slack-commands")}a typed command (%s)`, (mode) => {
  it.each([
    "@testbot reset",
    "@testbot /reset",
    "@testbot  /RESET ",
    "@testbot /keyturn reset",
    "@testbot  /Keyturn  /RESET ",
    "  /keyturn reset",
  ])("is carried out once in its thread: %s", async (typed) => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, bot } = test;
    const root = ada.says(general, "@testbot hello");
    const run = await runner.nextRun();
    ada.says(general, typed, { thread: root });
    const told = await slack.waitFor(() =>
      general.replies(root.ts).find(({ author }) => author.appId === slack.app.id),
    );
    expect(told.text).toMatch(/^Forgotten: /);
    expect(run.isAborted).toBe(true);
    await slack.delivered();
    expect(general.replies(root.ts).filter(({ author }) => author.appId === slack.app.id)).toHaveLength(1);
    expect(await bot.sessions.find(keyOf(slack, general.id, root.ts))).toBe(run.turn.fence.sessionId);
  });

  it("is listed behind the bot's own one alone, and words behind that which are no command are words", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, " /keyturn");
    await slack.waitFor(() => direct.messages.find(({ text }) => text.includes("/reset – Forget this conversation")));
    ada.says(direct, " /keyturn is a nice word");
    expect((await runner.nextRun()).texts).toEqual(["/keyturn is a nice word"]);
  });

  it("is not for somebody who did not begin the conversation, but for an admin", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, boss, general, runner } = test;
    const guest = slack.addPerson("guest");
    guest.joins(general);
    const root = ada.says(general, "@testbot hello");
    const run = await runner.nextRun();
    guest.says(general, "@testbot stop", { thread: root });
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text.startsWith("You may not")));
    expect(run.isAborted).toBe(false);
    boss.says(general, "@testbot stop", { thread: root });
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text.startsWith("Stopped.")));
    expect(run.isAborted).toBe(true);
  });
});
