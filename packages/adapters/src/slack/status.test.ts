import { DeliveryError, silentLogger } from "@keyturn/core";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openFolder } from "../../test-support/open-folder.ts";
import { createSlackBot, openSlackBot } from "../../test-support/open-slack-bot.ts";
import { type Sign, Status } from "./status.ts";

const refusal = new DeliveryError("missing_scope", { isRetryable: false });
const trouble = new DeliveryError("no answer", { isRetryable: true, isAmbiguous: true });

/** A sign that notes what is done with it; `failures` are met one call each, in order. */
function createSign(name: string, done: string[], failures: (DeliveryError | undefined)[] = []): Sign {
  const act = (what: string) => async (): Promise<void> => {
    done.push(`${what} ${name}`);
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
  };
  return { show: act("show"), hide: act("hide") };
}

function createStatus(signs: readonly Sign[]) {
  const clock = new ManualClock();
  return { clock, status: new Status({ signs, clock, log: silentLogger }) };
}

describe(`${promises("slack-replies")}a sign that an answer is on its way`, () => {
  it("is the first one that Slack takes, and that one is taken away", async () => {
    const done: string[] = [];
    const { status } = createStatus([createSign("status", done, [refusal]), createSign("reaction", done)]);
    await status.clear();
    expect(done).toEqual(["show status", "show reaction", "hide reaction"]);
  });

  it("may be there when its call was not answered: it is taken away, and no other is shown beside it", async () => {
    const done: string[] = [];
    const { status } = createStatus([createSign("status", done, [trouble]), createSign("reaction", done)]);
    await status.clear();
    expect(done).toEqual(["show status", "hide status"]);
  });

  it("is taken away later when that did not work, and what is refused is left", async () => {
    const done: string[] = [];
    const { status, clock } = createStatus([createSign("status", done, [undefined, trouble, trouble, refusal])]);
    await status.clear();
    await clock.advance(600_000);
    expect(done).toEqual(["show status", "hide status", "hide status", "hide status"]);
    expect(clock.pendingTimers).toBe(0);
  });

  it("is renewed before Slack takes it away, and not after its end", async () => {
    await using test = await openSlackBot();
    const { slack, ada, general, clock, runner } = test;
    const root = ada.says(general, "@testbot question");
    const run = await runner.nextRun();
    const thread = general.thread(root.ts);
    await slack.waitFor(() => thread.statuses.at(-1)?.status === "is thinking…");
    for (let minute = 0; minute < 6; minute += 1) {
      await clock.advance(60_000);
      await slack.waitFor(() => slack.calls.every(({ answer }) => answer !== undefined));
      expect(thread.statuses.at(-1)?.status).toMatch(/^is (thinking|still writing)…$/);
    }
    run.answer("done");
    await test.bot.settled();
    const calls = slack.callsOf("assistant.threads.setStatus").length;
    await clock.advance(600_000);
    expect(slack.callsOf("assistant.threads.setStatus")).toHaveLength(calls);
    expect(thread.statuses.at(-1)?.status).toBe("");
  });

  it("does not outlive a crash: a reaction is taken off by the next process", async () => {
    await using folder = await openFolder();
    const store = { kind: "lowdb", folder: folder.path } as const;
    await using test = await openSlackBot({ bot: { store } });
    const { slack, ada, runner, clock } = test;
    const asked = ada.says(ada.opensDirect(slack.installation), "question");
    await runner.nextRun();
    await slack.waitFor(() => asked.reactions.has("eyes"));
    await slack.waitFor(() => slack.calls.every(({ answer }) => answer !== undefined));
    const crashed = await folder.crash(); //                                             1. the process is killed here
    slack.faults.next({ method: "reactions.remove", error: "internal_error", times: 99 });
    const stopped = test.bot.stop(0);
    await clock.advance(10_000);
    await stopped;
    expect(asked.reactions.has("eyes")).toBe(true);
    slack.faults.clear();
    const parts = { clock, runner, lines: [], bot: { store: { ...store, folder: crashed } } };
    const next = await createSlackBot(slack, parts); //                                  2. the next one begins
    await next.start();
    expect(asked.reactions.has("eyes")).toBe(false);
    const ended = next.stop(0);
    await clock.advance(10_000);
    await ended;
  });
});
