import type { Message } from "@keyturn/testkit/slack";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

type Test = Awaited<ReturnType<typeof openSlackBot>>;

async function ask(test: Test) {
  const root = test.ada.says(test.general, "@testbot question");
  return { root, run: await test.runner.nextRun() };
}

/** The bot's message in the thread, once its text is so. */
function shown(test: Test, root: Message, text: string): Promise<Message> {
  return test.slack.waitFor(() => test.general.replies(root.ts).find((message) => message.text === text));
}

const long = "a sentence that is long enough to be shown at once, since it has more than eighty characters. ";

describe("a run", () => {
  it("is shown as the thread's status at once, which is cleared with the answer", async () => {
    await using test = await openSlackBot();
    const { slack, general } = test;
    const { root, run } = await ask(test);
    const thread = general.thread(root.ts);
    await slack.waitFor(() => thread.statuses.at(-1)?.status === "is thinking…");
    run.answer("done");
    await shown(test, root, "done");
    await slack.waitFor(() => slack.callsOf("assistant.threads.setStatus").length === 2);
    expect(slack.callsOf("assistant.threads.setStatus")[1]?.args).toMatchObject({ status: "" });
  });

  it.each(["stop", "fail"] as const)("is not shown as going on after its end: %s", async (end) => {
    await using test = await openSlackBot({ bot: { attempts: 1 } });
    const { slack, ada, general } = test;
    const { root, run } = await ask(test);
    await slack.waitFor(() => general.thread(root.ts).statuses.at(-1)?.status === "is thinking…");
    if (end === "stop") ada.says(general, "@testbot stop", { thread: root });
    else run.fail(new Error("The model is gone."));
    await slack.waitFor(() => slack.callsOf("assistant.threads.setStatus").at(-1)?.args["status"] === "");
  });

  it("is shown by a reaction to the question where there is no status, until its end", async () => {
    await using test = await openSlackBot();
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    const asked = ada.says(direct, "question");
    const run = await runner.nextRun();
    await slack.waitFor(() => asked.reactions.has("eyes"));
    run.answer("done");
    await slack.waitFor(() => !asked.reactions.has("eyes"));
  });

  it("is shown by a reaction where the app may not set a status", async () => {
    await using test = await openSlackBot();
    const { slack } = test;
    slack.faults.next({ method: "assistant.threads.setStatus", error: "missing_scope", times: 9 });
    const { root, run } = await ask(test);
    await slack.waitFor(() => root.reactions.has("eyes"));
    run.answer("done");
    await slack.waitFor(() => !root.reactions.has("eyes"));
  });
});

describe(`${promises("slack-replies", "aborted-means-quiet")}an answer that is shown by edits`, () => {
  const settings = { streaming: "edits" } as const;

  it("is one message that becomes the answer", async () => {
    await using test = await openSlackBot({ settings });
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write("short");
    await clock.advance(1_000);
    const draft = await shown(test, root, "short");
    run.write(" and more");
    await clock.advance(1_200);
    await shown(test, root, "short and more");
    run.answer(", and the end.");
    await shown(test, root, "short and more, and the end.");
    await test.bot.settled();
    expect(general.replies(root.ts)).toEqual([draft]);
    expect(JSON.stringify(draft.blocks)).toContain("keyturn.regenerate");
    expect(JSON.stringify(draft.blocks)).not.toContain("keyturn.stop");
    expect(slack.callsOf("chat.postMessage")).toHaveLength(1);
  });

  it("is changed at a calm pace, to the newest text", async () => {
    await using test = await openSlackBot({ settings });
    const { slack, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
    for (let word = 0; word < 50; word += 1) run.write(`${word} `);
    await clock.advance(1_100);
    expect(slack.callsOf("chat.update")).toHaveLength(0);
    await clock.advance(100);
    await slack.waitFor(() => slack.callsOf("chat.update").length === 1);
    expect(slack.callsOf("chat.update")[0]?.args["text"]).toContain("49");
    run.answer();
    await test.bot.settled();
    expect(test.general.replies(root.ts)).toHaveLength(1);
  });

  it("can be stopped by its button, keeps what was written and loses the button", async () => {
    await using test = await openSlackBot({ settings });
    const { slack, ada, general } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    const guest = slack.addPerson("guest");
    guest.joins(general);
    await guest.clicks(draft, "keyturn.stop").result;
    const told = await slack.waitFor(() => general.ephemerals[0]);
    expect(told.userId).toBe(guest.id);
    expect(run.isAborted).toBe(false);
    expect(await ada.clicks(draft, "keyturn.stop").result).toMatchObject({ isAcknowledged: true });
    await shown(test, root, `${long.trim()}\n_Stopped._`);
    expect(run.isAborted).toBe(true);
    expect(JSON.stringify(draft.blocks)).not.toContain("keyturn.stop");
  });

  it("is posted anew when somebody deleted what was shown", async () => {
    await using test = await openSlackBot({ settings });
    const { slack, general } = test;
    const { root, run } = await ask(test);
    run.write(long);
    await slack.waitFor(() => general.replies(root.ts)[0]);
    slack.faults.next({ method: "chat.update", error: "message_not_found" });
    slack.faults.next({ method: "chat.delete", error: "message_not_found" });
    run.answer("end");
    await test.bot.settled();
    expect(slack.callsOf("chat.postMessage")).toHaveLength(2);
  });

  it("is taken away when its run fails", async () => {
    await using test = await openSlackBot({ settings, bot: { attempts: 1 } });
    const { slack, general } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    run.fail(new Error("The model is gone."));
    await test.bot.settled();
    expect(general.replies(root.ts)).not.toContain(draft);
    expect(general.replies(root.ts)).toHaveLength(1);
  });
});

describe(`${promises("slack-replies")}an answer that is streamed`, () => {
  it("is one stream, which becomes the answer", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    run.write("More.");
    await clock.advance(1_200);
    await slack.waitFor(() => draft.text === `${long}More.`);
    expect(slack.callsOf("chat.startStream")[0]?.args).toMatchObject({
      recipient_user_id: test.ada.id,
      recipient_team_id: slack.workspace.id,
    });
    run.answer(" The end.");
    await shown(test, root, `${long}More. The end.`);
    await test.bot.settled();
    expect(general.replies(root.ts)).toEqual([draft]);
    expect(draft.stream).toBe("stopped");
  });

  it("goes on in another stream when Slack ended the first, and what was not confirmed is there once", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const first = await slack.waitFor(() => general.replies(root.ts)[0]);
    slack.faults.closeStream(first);
    run.write("Into the closed one.");
    await clock.advance(3_000);
    const second = await slack.waitFor(() => general.replies(root.ts)[1]);
    expect([first.text, second.text]).toEqual([long, "Into the closed one."]);
    run.answer("");
    await test.bot.settled();
    expect(general.replies(root.ts).map(({ text }) => text)).toEqual([`${long}Into the closed one.`]);
  });

  it("changes the stream before Slack ends it: after four minutes, and at 11,000 characters", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const first = await slack.waitFor(() => general.replies(root.ts)[0]);
    await clock.advance(240_000);
    run.write("word ".repeat(3_000));
    while (general.replies(root.ts).length < 3) await clock.advance(1_200);
    expect(first.stream).toBe("stopped");
    expect(general.replies(root.ts)[1]?.text).toHaveLength(11_000);
    run.answer("");
    await test.bot.settled();
    expect(slack.callsOf("chat.stopStream").every(({ answer }) => answer?.status === 200)).toBe(true);
    expect(general.replies(root.ts)).toHaveLength(2);
  });

  it.each([
    ["begun", 0],
    ["continued", 100],
  ])("is never cut within a character where a stream is full that was %s with it", async (_name, before) => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    run.write("x".repeat(before));
    await clock.advance(1_200);
    run.write(`${"x".repeat(10_999 - before)}🔑${"y".repeat(100)}`);
    while (general.replies(root.ts).length < 2) await clock.advance(1_200);
    const sent = slack.calls.flatMap(({ args }) => [
      JSON.stringify(args["chunks"]),
      JSON.stringify(args["markdown_text"]),
    ]);
    expect(sent.filter((text) => text !== undefined && /\\ud83d|\ufffd/i.test(text))).toEqual([]);
    expect(general.replies(root.ts)[1]?.text.startsWith("🔑")).toBe(true);
  });

  it("is shown by edits where Slack does not stream", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    slack.faults.next({ method: "chat.startStream", error: "unknown_method", times: 9 });
    const { root, run } = await ask(test);
    run.write(long);
    while (general.replies(root.ts).length === 0) await clock.advance(200);
    run.answer("end");
    await shown(test, root, `${long}end`);
    expect(slack.callsOf("chat.startStream")).toHaveLength(1);
  });

  it("keeps what was written when it is stopped", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general } = test;
    const { root, run } = await ask(test);
    run.write(long);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    ada.says(general, "@testbot stop", { thread: root });
    await slack.waitFor(() => draft.text.endsWith("_Stopped._"));
    expect(draft.text).toContain(long.trim());
  });

  it("pings nobody in any step, however a mention is cut into pieces", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, clock } = test;
    const { root, run } = await ask(test);
    run.write(`${long}<!chan`);
    const draft = await slack.waitFor(() => general.replies(root.ts)[0]);
    for (const part of ["nel> <", "!here", "> &l", `t;!everyone&gt; <@${ada.id}`, "> end"]) {
      run.write(part);
      await clock.advance(1_300);
      await slack.waitFor(() => slack.calls.every(({ answer }) => answer !== undefined));
    }
    await slack.waitFor(() => draft.text.includes("here"));
    expect(draft.pings).toEqual([]);
    run.answer("");
    await test.bot.settled();
    expect(general.replies(root.ts).flatMap(({ pings }) => pings)).toEqual([]);
  });
});

describe("an answer's button", () => {
  it("has the answer written anew", async () => {
    await using test = await openSlackBot();
    const { slack, ada, runner } = test;
    const { root, run } = await ask(test);
    run.answer("first");
    const answer = await shown(test, root, "first");
    await test.bot.settled();
    ada.clicks(answer, "keyturn.regenerate");
    const again = await runner.nextRun();
    expect(again.texts).toEqual(["question"]);
    again.answer("second");
    await shown(test, root, "second");
    await slack.delivered();
  });
});
