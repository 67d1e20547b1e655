import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { keyOf, openSlackBot } from "../../test-support/open-slack-bot.ts";

const modes = ["socket", "http"] as const;

describe.each(modes)(`${promises("slack-conversations")}a message to the bot (%s)`, (mode) => {
  it("is answered in its thread, though it comes as two events", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const asked = ada.says(general, "@testbot what is 2 < 3 & 4?");
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["what is 2 < 3 & 4?"]);
    run.answer("**True.**");
    const answer = await slack.waitFor(() => general.replies(asked.ts)[0]);
    expect(answer).toMatchObject({ text: "*True.*", author: { appId: slack.app.id } });
    await slack.delivered();
    expect(runner.runs).toHaveLength(1);
    expect(slack.deliveries.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
  });

  it("needs no mention in a direct message, in a group's, and in a thread that the bot takes part in", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, boss, general, runner } = test;
    ada.says(ada.opensDirect(slack.installation), "alone");
    (await runner.nextRun()).answer("one");
    ada.says(ada.opensDirect(boss, slack.installation), "together");
    (await runner.nextRun()).answer("two");
    const root = ada.says(general, "@testbot begin");
    (await runner.nextRun()).answer("three");
    await slack.waitFor(() => general.replies(root.ts)[0]);
    boss.says(general, "go on", { thread: root });
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["go on"]);
    expect(run.turn.fence.sessionId).toBe(runner.runs[2]?.turn.fence.sessionId);
    run.answer("four");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "four"));
  });

  it("is none of the bot's without a mention, from a bot, or when it is Slack's own", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, boss, general, runner } = test;
    const other = slack.addApp({ name: "Other" });
    slack.install(other, slack.workspace);
    ada.says(general, "hello all");
    boss.leaves(general);
    boss.joins(general);
    await slack.delivered();
    expect(runner.runs).toEqual([]);
  });

  it("belongs to its thread's conversation, whichever message of it is meant", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, bot } = test;
    const root = ada.says(general, "nothing for a bot");
    const reply = ada.says(general, "@testbot look at this", { thread: root });
    (await runner.nextRun()).answer("I see.");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "I see."));
    expect(await bot.sessions.find(keyOf(slack, general.id, root.ts))).toBe(runner.runs[0]?.turn.fence.sessionId);
    expect(await bot.sessions.find(keyOf(slack, general.id, reply.ts))).toBeUndefined();
  });

  it("is in the pane of the assistant a conversation of its own", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const root = ada.opensAssistant(slack.installation);
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "in the pane", { thread: root });
    (await runner.nextRun()).answer("here");
    expect(await slack.waitFor(() => direct.replies(root.ts).find(({ text }) => text === "here"))).toBeDefined();
  });
});

describe.each(["socket", "http"] as const)(`${promises("slack-conversations")}an acknowledgement (%s)`, (mode) => {
  it.each(["a question of <@BOSS>", "/stop"])(
    "comes within three seconds, whatever Slack's API does: %s",
    async (words) => {
      await using test = await openSlackBot({ mode });
      const { slack, ada, boss, general, clock } = test;
      const root = boss.says(general, "before");
      await slack.delivered();
      for (const method of ["users.info", "conversations.replies"])
        slack.faults.next({ method, hangs: true, times: 99 });
      const asked = ada.says(general, `@testbot ${words.replace("BOSS", boss.id)}`, { thread: root });
      for (let tenth = 0; tenth < 28; tenth += 1) {
        await clock.advance(100);
        await fetch(`${slack.apiUrl}api.test`, { method: "POST" });
      }
      const events = slack.deliveries.filter(({ body }) => JSON.stringify(body).includes(`"ts":"${asked.ts}"`));
      expect(events.map(({ isAcknowledged }) => isAcknowledged)).toEqual([true, true]);
    },
  );
});
