import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

const modes = ["socket", "http"] as const;

type Test = Awaited<ReturnType<typeof openSlackBot>>;

/** The texts of the conversation, as operators see them. */
async function transcript({ bot, runner }: Test): Promise<readonly unknown[]> {
  const id = runner.runs[0]?.turn.fence.sessionId;
  if (id === undefined) throw new Error("There is no conversation yet.");
  const page = await bot.sessions.entries(id, { limit: 100 }, { kind: "operator", id: "tests", surface: "code" });
  return page.entries.map((entry) => ("text" in entry ? entry.text : entry.role));
}

describe.each(modes)(`${promises("slack-amendments")}what a person changes or deletes (%s)`, (mode) => {
  it("changes a question that waits", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "first");
    const run = await runner.nextRun();
    const second = ada.says(direct, "secnod");
    await slack.delivered();
    ada.edits(second, "second");
    await slack.delivered();
    run.answer("ok");
    expect((await runner.nextRun()).texts).toEqual(["second"]);
  });

  it("changes the transcript when the run that has it is over", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "@testbot qestion");
    const run = await runner.nextRun();
    ada.edits(root, "@testbot question");
    await slack.delivered();
    run.answer("answer");
    await slack.waitFor(() => general.replies(root.ts)[0]);
    await test.bot.settled();
    await test.clock.advance(0);
    expect(await transcript(test)).toEqual(["question", "assistant"]);
    expect(runner.runs).toHaveLength(1);
  });

  it("is nothing where a preview came or a reply was counted", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "@testbot look at https://example.com/x");
    (await runner.nextRun()).answer("looked");
    await slack.waitFor(() => general.replies(root.ts)[0]);
    slack.unfurl(root, "https://example.com/x");
    await slack.delivered();
    expect(runner.runs).toHaveLength(1);
    expect(await transcript(test)).toEqual(["look at https://example.com/x", "assistant"]);
  });

  it("drops a question that waits", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "first");
    const run = await runner.nextRun();
    const second = ada.says(direct, "second");
    ada.says(direct, "third");
    await slack.delivered();
    ada.deletes(second);
    await slack.delivered();
    run.answer("ok");
    expect((await runner.nextRun()).texts).toEqual(["third"]);
  });

  it("stops the run of a question that is gone, and takes what was shown of its answer away", async () => {
    await using test = await openSlackBot({ mode, settings: { streaming: "edits" } });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "nothing");
    const question = ada.says(general, "@testbot question", { thread: root });
    const run = await runner.nextRun();
    run.write("what is long enough to be shown at once, as it has more than eighty characters in all");
    await slack.waitFor(() => general.replies(root.ts)[1]);
    ada.deletes(question);
    await slack.waitFor(() => general.replies(root.ts).every(({ author }) => author.appId === undefined));
    expect(run.isAborted).toBe(true);
    await test.bot.settled();
  });

  it("takes question and answer out of the transcript", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    const first = ada.says(direct, "first");
    (await runner.nextRun()).answer("one");
    ada.says(direct, "second");
    (await runner.nextRun()).answer("two");
    await test.bot.settled();
    ada.deletes(first);
    await slack.delivered();
    expect(await transcript(test)).toEqual(["second", "assistant"]);
  });
});
