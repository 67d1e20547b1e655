import type { Message } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openOAuthBot } from "../../test-support/open-oauth-bot.ts";
import { operator } from "../../test-support/sessions.ts";

/** A channel that Acme and Globex share, with the bots of both in it. */
async function openShared(mode: "http" | "socket" = "http") {
  const opened = await openGuests(mode);
  const { test, room } = opened;
  await test.install(test.globex);
  const globex = test.installationIn(test.globex);
  test.globex.admin.invites(globex, room);
  return { ...opened, globex };
}

/** A channel that Acme and Globex share, where Acme alone has the app. */
async function openGuests(mode: "http" | "socket" = "http") {
  const test = await openOAuthBot({ mode });
  await test.install(test.acme);
  const acme = test.installationIn(test.acme);
  const room = test.slack.addChannel("shared", {
    workspace: test.acme.workspace,
    sharedWith: [test.globex.workspace],
    members: [test.acme.admin, test.globex.admin, acme],
  });
  /** Who answered below a message: the users of the bots. */
  const answersTo = (root: Message) => room.replies(root.ts).filter(({ author }) => author.botId !== undefined);
  return { test, acme, room, answersTo };
}

describe(`${promises("slack-workspaces")}a channel that two workspaces share`, () => {
  it.each(["http", "socket"] as const)("is answered by the bot that is mentioned, once (%s)", async (mode) => {
    const { test, globex, room, answersTo } = await openShared(mode);
    await using _ = test;
    const root = test.globex.admin.says(room, "@keybot hello");
    (await test.runner.nextRun()).answer("hi");
    await test.slack.waitFor(() => answersTo(root)[0]);
    await test.slack.delivered();
    await test.bot.settled();
    expect(answersTo(root).map(({ author }) => author.userId)).toEqual([globex.botUserId]);
    expect(test.runner.runs).toHaveLength(1);
    const sessions = await test.bot.sessions.list({ limit: 10 }, operator);
    expect(sessions.map(({ key }) => key.account)).toEqual([test.globex.workspace.id]);
  });

  it("goes on in a thread with the bot that is in it, though Slack sends what is said there for the other one", async () => {
    const { test, globex, room, answersTo } = await openShared();
    await using _ = test;
    const root = test.globex.admin.says(room, "@keybot hello");
    (await test.runner.nextRun()).answer("hi");
    await test.slack.waitFor(() => answersTo(root)[0]);
    test.acme.admin.says(room, "and what of me?", { thread: root });
    (await test.runner.nextRun()).answer("you too");
    await test.slack.waitFor(() => answersTo(root)[1]);
    expect(new Set(answersTo(root).map(({ author }) => author.userId))).toEqual(new Set([globex.botUserId]));
  });

  it("is answered by the mentioned bot alone, also in a thread of the other one's", async () => {
    const { test, globex, room, answersTo } = await openShared();
    await using _ = test;
    const root = test.acme.admin.says(room, "@keybot hello");
    (await test.runner.nextRun()).answer("hi");
    await test.slack.waitFor(() => answersTo(root)[0]);
    test.globex.admin.says(room, "@keybot and you?", { thread: root });
    (await test.runner.nextRun()).answer("hi as well");
    await test.slack.waitFor(() => answersTo(root)[1]);
    await test.slack.delivered();
    expect(answersTo(root).at(-1)?.author.userId).toBe(globex.botUserId);
    expect(test.runner.runs).toHaveLength(2);
  });

  it("follows a message that is edited or deleted to the bot that has it", async () => {
    const { test, room } = await openShared();
    await using _ = test;
    const root = test.globex.admin.says(room, "@keybot hello");
    const run = await test.runner.nextRun();
    test.globex.admin.deletes(root);
    await test.slack.waitFor(() => run.isAborted);
    await test.slack.delivered();
    expect(test.runner.runs).toHaveLength(1);
  });

  it("makes nobody an administrator who is one elsewhere", async () => {
    const { test, acme, room, answersTo } = await openGuests();
    await using _ = test;
    const root = test.acme.admin.says(room, "@keybot hello");
    (await test.runner.nextRun()).answer("hi");
    await test.slack.waitFor(() => answersTo(root)[0]);
    test.globex.admin.says(room, "@keybot reset", { thread: root });
    const refusal = await test.slack.waitFor(() => answersTo(root)[1]);
    expect(refusal.text).toContain("You may not use /reset");
    test.acme.admin.says(room, "@keybot reset", { thread: root });
    const done = await test.slack.waitFor(() => answersTo(root)[2]);
    expect([done.text, done.author.userId]).toEqual([expect.stringContaining("Forgotten"), acme.botUserId]);
  });

  it("takes a click of whoever is in it for the workspace of the message", async () => {
    const { test, acme, room, answersTo } = await openGuests();
    await using _ = test;
    const root = test.globex.admin.says(room, "@keybot question");
    (await test.runner.nextRun()).answer("answer");
    const answer = await test.slack.waitFor(() => answersTo(root)[0]);
    await test.bot.settled();
    test.globex.admin.clicks(answer, "keyturn.regenerate");
    (await test.runner.nextRun()).answer("another");
    await test.slack.waitFor(() => answersTo(root).at(-1)?.text === "another");
    expect(answersTo(root).every(({ author }) => author.userId === acme.botUserId)).toBe(true);
  });
});
