import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

/** Somebody asks in the channel; resolves with the root of the thread and the run. */
async function ask(test: Awaited<ReturnType<typeof openSlackBot>>, text = "question") {
  const root = test.ada.says(test.general, `@testbot ${text}`);
  return { root, run: await test.runner.nextRun() };
}

describe(`${promises("slack-replies")}an answer`, () => {
  it("comes once, though the answer of Slack got lost", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    slack.faults.loseAnswer("chat.postMessage");
    run.answer("once");
    await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
    await clock.advance(5_000);
    await slack.waitFor(() => slack.callsOf("conversations.replies").length === 1);
    await test.bot.settled();
    expect(general.replies(root.ts).map(({ text }) => text)).toEqual(["once"]);
    expect(slack.callsOf("chat.postMessage")).toHaveLength(1);
  });

  it("waits as long as Slack asks, and holds up no other channel", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, clock, runner } = test;
    const { root, run } = await ask(test);
    const elsewhere = slack.addChannel("elsewhere");
    const other = ada.says(elsewhere, "@testbot and you?");
    const otherRun = await runner.nextRun();
    slack.faults.rateLimit("chat.postMessage", 7);
    run.answer("later");
    await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
    otherRun.answer("now");
    await slack.waitFor(() => elsewhere.replies(other.ts)[0]);
    expect(general.replies(root.ts)).toEqual([]);
    expect(test.status()?.limitedUntil).toBe(clock.now() + 7_000);
    await clock.advance(7_000);
    await slack.waitFor(() => general.replies(root.ts)[0]);
    expect(test.status()?.limitedUntil).toBeUndefined();
  });

  it("waits as well when Slack says so with an HTTP 200", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    slack.faults.rateLimit("chat.postMessage", 3, "body");
    run.answer("later");
    await slack.waitFor(() => slack.callsOf("chat.postMessage").length === 1);
    await clock.advance(3_000);
    await slack.waitFor(() => general.replies(root.ts)[0]);
  });

  it("is split where it is longer than a message, in the same thread and in order", async () => {
    await using test = await openSlackBot();
    const { general } = test;
    const { root, run } = await ask(test);
    const paragraphs = Array.from({ length: 40 }, (_, index) => `${index}. ${"word ".repeat(150)}`);
    run.answer(paragraphs.join("\n\n"));
    await test.bot.settled();
    const pieces = general.replies(root.ts);
    expect(pieces.length).toBeGreaterThan(2);
    const whole = pieces.map(({ blocks }) => JSON.stringify(blocks)).join("");
    expect([...whole.matchAll(/(\d+)\. word/g)].map(([, number]) => Number(number))).toEqual(
      paragraphs.map((_, index) => index),
    );
  });

  it("pings nobody, whatever a model writes", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general } = test;
    const { root, run } = await ask(test);
    run.answer(`<!channel> <!here> <@${ada.id}> &lt;!channel&gt; \`<!everyone>\` @channel @ada\n\n    <!here>\n`);
    const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
    expect(answer.pings).toEqual([]);
  });

  it("is written as text where Slack does not take its blocks", async () => {
    await using test = await openSlackBot();
    const { slack, general } = test;
    const { root, run } = await ask(test);
    slack.faults.next({ method: "chat.postMessage", error: "invalid_blocks" });
    run.answer("# Title\n\n**bold**");
    const answer = await slack.waitFor(() => general.replies(root.ts)[0]);
    expect(answer).toMatchObject({ blocks: [], text: "*Title*\n\n*bold*" });
  });

  it("is taken back when its conversation is reset while it is being sent", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, clock } = test;
    const { root, run } = await ask(test);
    slack.faults.hang("chat.postMessage");
    run.answer("too late");
    await slack.waitFor(() => general.replies(root.ts)[0]);
    ada.says(general, "@testbot reset", { thread: root });
    await slack.delivered();
    await clock.advance(10_000); // Slack's answer does not come.
    await slack.waitFor(() => general.replies(root.ts).find(({ text }) => text.startsWith("Forgotten")));
    await test.bot.settled();
    const left = general.replies(root.ts).filter(({ author }) => author.appId === slack.app.id);
    expect(left.map(({ text }) => text)).toEqual([expect.stringMatching(/^Forgotten/)]);
  });

  it("is given up where Slack will never take it", async () => {
    await using test = await openSlackBot();
    const { slack, events } = test;
    const { run } = await ask(test);
    slack.faults.next({ method: "chat.postMessage", error: "is_archived" });
    run.answer("nowhere");
    await test.bot.settled();
    expect(slack.callsOf("chat.postMessage")).toHaveLength(1);
    expect(events.filter(({ type }) => type === "delivery.change")).toMatchObject([{ state: "failed" }]);
  });

  it("waits while the bot token counts no more, and operators are told", async () => {
    await using test = await openSlackBot();
    const { slack, general, clock } = test;
    const { root, run } = await ask(test);
    slack.faults.refuseToken(slack.installation.botToken, "token_revoked");
    run.answer("when I may");
    while (test.status()?.state !== "misconfigured") await clock.advance(100);
    expect(test.status()).toMatchObject({
      state: "misconfigured",
      reason: expect.stringContaining("Install the app again"),
    });
    slack.faults.acceptToken(slack.installation.botToken);
    await test.bot.restartAdapter("slack", { kind: "operator", id: "tests", surface: "code" });
    await slack.waitFor(() => general.replies(root.ts)[0]);
  });
});
