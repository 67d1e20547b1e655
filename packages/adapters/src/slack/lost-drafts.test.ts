import type { Bot } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openFolder } from "../../test-support/open-folder.ts";
import { type SlackBot, createSlackBot, openSlackBot } from "../../test-support/open-slack-bot.ts";

const long = "a sentence that is long enough to be shown at once, since it has more than eighty characters. ";
const ways = [
  ["edits", "chat.postMessage"],
  ["native", "chat.startStream"],
] as const;

async function ask(test: SlackBot) {
  const root = test.ada.says(test.general, "@testbot question");
  return { root, run: await test.runner.nextRun() };
}

async function stop(bot: Bot, { clock }: SlackBot): Promise<void> {
  const stopped = bot.stop(0);
  await clock.advance(30_000);
  await stopped;
}

describe.each(ways)(`${promises("slack-replies", "aborted-means-quiet")}a draft (%s)`, (streaming, method) => {
  it("whose begin was not confirmed is found, and becomes the answer", async () => {
    await using test = await openSlackBot({ settings: { streaming } });
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    slack.faults.loseAnswer(method);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    run.write("More.");
    while (draft.text.trim() !== `${long}More.`) await clock.advance(1_200);
    run.answer(" The end.");
    await slack.waitFor(() => draft.text === `${long}More. The end.`);
    await test.bot.settled();
    expect(general.replies(root.ts)).toEqual([draft]);
  });

  it("that appears after its run was stopped goes again", async () => {
    await using test = await openSlackBot({ settings: { streaming } });
    const { slack, ada, general, clock } = test;
    const { root, run } = await ask(test);
    slack.faults.commitLate(method, 60_000);
    run.write(long);
    await slack.waitFor(() => slack.callsOf(method).length === 1);
    ada.says(general, "@testbot stop", { thread: root });
    await slack.delivered();
    await clock.advance(12_000);
    await test.bot.settled();
    await clock.advance(48_000);
    const draft = await slack.waitFor(() => general.messages.find(({ text }) => text.startsWith(long.trim())));
    await slack.waitFor(() => draft.deletedAt !== undefined);
  });

  it("that was on its way when the process was killed is taken away by the next one", async () => {
    await using folder = await openFolder();
    const store = { kind: "lowdb", folder: folder.path } as const;
    await using test = await openSlackBot({ settings: { streaming }, bot: { store } });
    const { slack, general, clock, runner } = test;
    const { root, run } = await ask(test);
    slack.faults.hang(method);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]); //  1. it is there, and nobody was told
    const crashed = await folder.crash(); //                                  2. the process is killed here
    slack.faults.next({ method: "chat.delete", error: "internal_error", times: 99 });
    slack.faults.next({ method: "chat.update", error: "internal_error", times: 99 });
    await stop(test.bot, test);
    slack.faults.clear();
    expect(draft.deletedAt).toBeUndefined();
    const parts = { clock, runner, lines: [], settings: { streaming }, bot: { store: { ...store, folder: crashed } } };
    const next = await createSlackBot(slack, parts); //                       3. the next one begins
    await next.start();
    expect(draft.deletedAt).toBeDefined();
    await stop(next, test);
  });
});

describe(`${promises("slack-replies", "no-loss")}an answer in the place of its draft`, () => {
  it("stays after a restart, though Slack never confirmed it", async () => {
    await using folder = await openFolder();
    const store = { kind: "lowdb", folder: folder.path } as const;
    const settings = { streaming: "edits" } as const;
    await using test = await openSlackBot({ settings, bot: { store } });
    const { slack, general, clock, runner } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    slack.faults.loseAnswer("chat.update");
    run.answer("The end.");
    await slack.waitFor(() => draft.text === `${long}The end.`);
    while (slack.callsOf("conversations.replies").length === 0) await clock.advance(500);
    await test.bot.settled();
    await stop(test.bot, test);
    const next = await createSlackBot(slack, { clock, runner, lines: [], settings, bot: { store } });
    await next.start();
    await stop(next, test);
    expect(general.replies(root.ts)).toEqual([draft]);
  });

  it("is whole, though a step of its stream was not confirmed: that is said again in the next one", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const first = await slack.waitFor(() => general.replies(root.ts)[0]);
    slack.faults.next({ method: "chat.appendStream", status: 502 });
    run.write("Not confirmed.");
    while (general.replies(root.ts).length < 2) await clock.advance(1_200);
    expect(first.stream).toBe("stopped");
    expect(general.replies(root.ts)[1]?.text).toBe("Not confirmed.");
    run.answer(" The end.");
    await slack.waitFor(() => first.text === `${long}Not confirmed. The end.`);
    await test.bot.settled();
    expect(general.replies(root.ts)).toEqual([first]);
  });

  it("is whole, though a change on the way to it was not confirmed: it is made again", async () => {
    await using test = await openSlackBot({ settings: { streaming: "edits" } });
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    slack.faults.next({ method: "chat.update", status: 502, times: 2 });
    run.write("More.");
    while (draft.text !== `${long}More.`) await clock.advance(1_200);
    run.answer("");
    await test.bot.settled();
    expect(general.replies(root.ts)).toEqual([draft]);
  });
});

describe(`${promises("slack-replies", "slack-commands")}the buttons of a streamed answer`, () => {
  it("stop it, and write it anew when it is there", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, runner, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    expect(await ada.clicks(draft, "keyturn.stop").result).toMatchObject({ isAcknowledged: true });
    await slack.waitFor(() => draft.text.endsWith("_Stopped._"));
    expect(run.isAborted).toBe(true);
    expect(JSON.stringify(draft.blocks)).not.toContain("keyturn.");
    const again = ada.says(general, "@testbot again", { thread: root });
    (await runner.nextRun()).write(long);
    await clock.advance(1_200);
    const next = await slack.waitFor(() => general.replies(root.ts).find(({ ts }) => ts > again.ts));
    runner.runs[1]?.answer("first");
    await slack.waitFor(() => next.text === `${long}first`);
    await test.bot.settled();
    ada.clicks(next, "keyturn.regenerate");
    (await runner.nextRun()).answer("second");
    await slack.waitFor(() => general.replies(root.ts).at(-1)?.text === "second");
    await slack.waitFor(() => next.deletedAt !== undefined);
  });

  it("stand below its newest message when it needs more than one", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    await slack.waitFor(() => general.replies(root.ts)[0]);
    await clock.advance(240_000);
    run.write("More.");
    while (general.replies(root.ts).length < 2) await clock.advance(1_200);
    const [, second] = general.replies(root.ts);
    expect(second?.text).toBe("More.");
    if (second !== undefined) ada.clicks(second, "keyturn.stop");
    await slack.waitFor(() => second?.text.endsWith("_Stopped._"));
    expect(run.isAborted).toBe(true);
  });
});
