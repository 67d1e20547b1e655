import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { type SlackBot, openSlackBot } from "../../test-support/open-slack-bot.ts";

/** Somebody asks in the channel; resolves with the root of the thread and the run. */
async function ask(test: SlackBot) {
  const root = test.ada.says(test.general, "@testbot question");
  return { root, run: await test.runner.nextRun() };
}

/** What the bot ever said in the channel, and whether it stands. */
function ever({ general, slack }: SlackBot): readonly (readonly [text: string, isThere: boolean])[] {
  return general.messages
    .filter(({ author }) => author.appId === slack.app.id)
    .map((message) => [message.text, message.deletedAt === undefined]);
}

/** Resolves when Slack has nothing more to tell and the bot nothing more to say. */
async function rest({ slack, bot }: SlackBot): Promise<void> {
  await slack.delivered();
  await bot.settled();
  await slack.waitFor(() => slack.calls.every(({ answer }) => answer !== undefined));
}

describe.each(["socket", "http"] as const)(
  `${promises("slack-replies", "no-resurrection", "no-double")}a post whose answer never came (%s)`,
  (mode) => {
    it("goes again when it appears after its conversation was reset", async () => {
      await using test = await openSlackBot({ mode });
      const { slack, ada, general, clock } = test;
      const { root, run } = await ask(test);
      slack.faults.commitLate("chat.postMessage", 30_000);
      run.answer("too late"); //                                            1. Slack sits on the post
      await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
      ada.says(general, "@testbot reset", { thread: root }); //             2. the conversation goes, nothing is there yet
      await slack.delivered();
      await clock.advance(10_000);
      await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text.startsWith("Forgotten")));
      await test.bot.settled();
      await clock.advance(20_000); //                                       3. it appears
      await slack.waitFor(() => ever(test).find(([text]) => text === "too late")?.[1] === false);
      expect(ever(test)).toEqual([
        [expect.stringMatching(/^Forgotten/), true],
        ["too late", false],
      ]);
    });

    it("goes again when it was sent anew meanwhile, and one copy stays", async () => {
      await using test = await openSlackBot({ mode });
      const { slack, clock } = test;
      const { run } = await ask(test);
      slack.faults.commitLate("chat.postMessage", 60_000);
      run.answer("once"); //                                                1. Slack sits on the post
      await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
      await clock.advance(15_000); //                                       2. it is not there, and is sent again
      await slack.waitFor(() => ever(test).length === 1);
      await test.bot.settled();
      await clock.advance(45_000); //                                       3. the first one appears
      await slack.waitFor(() => ever(test).length === 2 && ever(test)[1]?.[1] === false);
      expect(ever(test)).toEqual([
        ["once", true],
        ["once", false],
      ]);
    });
  },
);

describe(`${promises("slack-replies", "no-double", "no-loss")}a piece that is several messages`, () => {
  it("goes on where it broke off, and says nothing twice", async () => {
    await using test = await openSlackBot({ settings: { streaming: "off" } });
    const { slack, clock } = test;
    const { run } = await ask(test);
    slack.faults.next({ method: "chat.postMessage", error: "invalid_blocks" });
    const posts = () => slack.callsOf("chat.postMessage");
    const where = () => posts().length === 3;
    slack.faults.next({ method: "chat.postMessage", where, afterCommit: true, status: 502 });
    run.answer(["one ", "two ", "three "].map((word) => word.repeat(600)).join("\n\n"));
    await slack.waitFor(() => posts().length === 3);
    await clock.advance(5_000);
    await rest(test);
    const texts = ever(test).map(([text]) => text.slice(0, 3));
    expect(texts.filter((text) => text === "two")).toHaveLength(1);
    expect(texts).toEqual([...new Set(texts)]);
    expect(ever(test).some(([text]) => text.includes("three"))).toBe(true);
  });

  it("is taken back whole", async () => {
    await using test = await openSlackBot({ settings: { streaming: "off" } });
    const { slack, bot, runner, clock } = test;
    const { run } = await ask(test);
    slack.faults.next({ method: "chat.postMessage", error: "invalid_blocks" });
    run.answer("word ".repeat(2_000));
    await rest(test);
    expect(ever(test).length).toBeGreaterThan(1);
    const actor = { kind: "operator", id: "tests", surface: "code" } as const;
    await bot.sessions.regenerate(run.turn.fence.sessionId, { actor, reason: "" });
    (await runner.nextRun()).answer("better");
    while (ever(test).at(-1)?.[0] !== "better") await clock.advance(500);
    await rest(test);
    expect(ever(test).filter(([, isThere]) => isThere)).toEqual([["better", true]]);
  });
});
