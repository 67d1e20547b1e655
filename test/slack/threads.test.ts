import { createGateway } from "@keyturn/gateway";
import { describe, expect, it } from "vitest";
import { keyOf, openSlackBot } from "../../packages/adapters/test-support/open-slack-bot.ts";
import { promises } from "../requirements.ts";

const modes = ["socket", "http"] as const;
const unread = "(What was said in this thread before could not be read.)";

describe.each(modes)(`${promises("slack-conversations")}a thread in which people talked before (%s)`, (mode) => {
  it("is quoted with the first question to the bot, its root and who said what, and not again", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, boss, general, runner } = test;
    const root = ada.says(general, "shall we use <b>tabs</b>?\nor spaces");
    boss.says(general, "ask @ada & me", { thread: root });
    ada.says(general, "@testbot what do you think?", { thread: root });
    const run = await runner.nextRun();
    expect(run.texts).toEqual([
      "In this thread before:\n> ada: shall we use <b>tabs</b>?\n> or spaces\n> boss: ask @ada & me\n\nwhat do you think?",
    ]);
    run.answer("Spaces.");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "Spaces."));
    ada.says(general, "why?", { thread: root });
    expect((await runner.nextRun()).texts).toEqual(["why?"]);
    expect(slack.callsOf("conversations.replies")).toHaveLength(1);
  });

  it.each(["/status", "reset", "/STATUS now"])("is not put before a command: %s", async (typed) => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "nothing for a bot");
    ada.says(general, `@testbot ${typed}`, { thread: root });
    await slack.waitFor(() => general.replies(root.ts).find(({ author }) => author.appId === slack.app.id));
    expect(runner.runs).toEqual([]);
    expect(slack.callsOf("conversations.replies")).toEqual([]);
  });

  it("is put before words that only begin like a command", async () => {
    await using test = await openSlackBot({ mode });
    const { ada, general, runner } = test;
    const root = ada.says(general, "42");
    ada.says(general, "@testbot help me with this", { thread: root });
    expect((await runner.nextRun()).texts).toEqual(["In this thread before:\n> ada: 42\n\nhelp me with this"]);
  });

  it.each([
    ["refuses", { error: "missing_scope", fields: { needed: "channels:history" } }],
    ["fails", { status: 500 }],
    ["asks to wait", { status: 429, retryAfterSeconds: 60 }],
    ["says nothing", { hangs: true }],
  ])("is said to be unread when Slack %s, and the question is taken in time", async (_name, fault) => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, clock, lines } = test;
    const root = ada.says(general, "before");
    await slack.delivered();
    slack.faults.next({ method: "conversations.replies", times: 9, ...fault });
    ada.says(general, "@testbot and now?", { thread: root });
    await slack.waitFor(() => slack.callsOf("conversations.replies").length === 1);
    await clock.advance(2_000);
    expect((await runner.nextRun()).texts).toEqual([`${unread}\n\nand now?`]);
    await slack.delivered();
    expect(slack.deliveries.every(({ attempts }) => attempts.length === 1)).toBe(true);
    expect(lines.filter(([level]) => level === "warn")).toHaveLength(1);
  });

  it("stays with a question whose words are changed", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner, bot } = test;
    const root = ada.says(general, "before");
    const asked = ada.says(general, "@testbot qestion", { thread: root });
    (await runner.nextRun()).answer("Answer.");
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text === "Answer."));
    await bot.settled();
    ada.edits(asked, "@testbot question");
    await slack.delivered();
    ada.says(general, "more", { thread: root });
    const run = await runner.nextRun();
    expect(run.turn.history[0]).toMatchObject({ text: "In this thread before:\n> ada: before\n\nquestion" });
  });

  it("is bounded, however long it is: its root and its newest words", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general, runner } = test;
    const root = ada.says(general, "the root");
    for (let number = 0; number < 300; number += 1)
      ada.says(general, `${number} ${"long ".repeat(100)}`, { thread: root });
    await slack.delivered();
    ada.says(general, "@testbot so?", { thread: root });
    const [text = ""] = (await runner.nextRun()).texts;
    expect(text.length).toBeLessThan(4_100);
    expect(text).toMatch(/^In this thread before:\n> ada: the root\n> ada: 281 long/);
    expect(text.endsWith("\n\nso?")).toBe(true);
    expect(slack.callsOf("conversations.replies")).toHaveLength(2);
  });
});

describe(`${promises("no-resurrection")}a thread whose conversation was deleted`, () => {
  it("is not read back from Slack by the next question there", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, runner, bot } = test;
    const root = ada.says(general, "@testbot my secret is 42");
    (await runner.nextRun()).answer("I see.");
    await slack.waitFor(() => general.replies(root.ts)[0]);
    await bot.settled();
    const token = "operator-5e1f0a9c3d7b2846";
    const gateway = createGateway({ bot, token });
    const id = await bot.sessions.find(keyOf(slack, general.id, root.ts));
    const request = { method: "DELETE", headers: { Authorization: `Bearer ${token}` } };
    expect((await gateway.fetch(new Request(`http://127.0.0.1/api/v1/sessions/${id}`, request))).status).toBe(200);
    await gateway.close();
    ada.says(general, "@testbot what did I tell you?", { thread: root });
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["what did I tell you?"]);
    expect(run.turn.history).toEqual([]);
  });
});
