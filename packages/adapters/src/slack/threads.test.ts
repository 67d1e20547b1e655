import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openFolder } from "../../test-support/open-folder.ts";
import { createSlackBot, openSlackBot } from "../../test-support/open-slack-bot.ts";

const operator = { kind: "operator", id: "tests", surface: "code" } as const;

describe(`${promises("slack-conversations", "slack-replies")}what is said in a conversation after a restart`, () => {
  it("lands in its thread: a schedule's message, an operator's, and the next turn's", async () => {
    await using folder = await openFolder();
    const bot = { store: { kind: "lowdb", folder: folder.path } } as const;
    await using test = await openSlackBot({ bot });
    const { slack, ada, general, runner, clock } = test;
    const root = ada.says(general, "@testbot question");
    const run = await runner.nextRun();
    run.answer("answer");
    await slack.waitFor(() => general.replies(root.ts)[0]);
    await test.bot.settled();
    const { sessionId } = run.turn.fence;
    const hourly = { name: "Hourly", cron: "0 * * * *", timeZone: "UTC", text: "What is new?" } as const;
    await test.bot.schedules.create({ sessionId, ...hourly, missed: "skip" }, operator);
    const stopped = test.bot.stop(0);
    await clock.advance(10_000);
    await stopped;

    const next = await createSlackBot(slack, { clock, runner, lines: [], bot });
    await next.start();
    await clock.advance(3_600_000);
    const scheduled = await runner.nextRun();
    expect(scheduled.texts).toEqual(["What is new?"]);
    scheduled.answer("News.");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "News."));
    ada.says(general, "and more?", { thread: root });
    (await runner.nextRun()).answer("More.");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "More."));
    await next.settled();
    const ended = next.stop(0);
    await clock.advance(10_000);
    await ended;
    const roots = general.visible.filter(
      ({ threadTs, author }) => threadTs === undefined && author.appId !== undefined,
    );
    expect(roots).toEqual([]);
  });
});
