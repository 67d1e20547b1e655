import type { ScriptedRun } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

const words = "a sentence that is long enough to be shown at once, since it has more than eighty characters. ";

describe(`${promises("slack-replies")}a hundred answers at once`, () => {
  it.each(["native", "edits"] as const)(
    "keep to Slack's rates, and none of them waits for what is half-written elsewhere: %s",
    async (streaming) => {
      await using test = await openSlackBot({ server: { rateLimits: true }, settings: { streaming } });
      const { slack, ada, clock, runner } = test;
      const roots = Array.from({ length: 100 }, (_, index) => {
        const channel = slack.addChannel(`room-${index}`);
        return { channel, root: ada.says(channel, "@testbot question") };
      });
      for (const _ of roots) await runner.nextRun();
      const { runs } = runner;
      const called = () => slack.calls.map(({ method, answer }) => `${method} ${answer?.status ?? "open"}`);
      // Sockets have a rate of their own: the second one may have to wait.
      const limited = () => called().filter((call) => /^(?!apps).* 429$/.test(call));
      // 1. All of them write for a minute.
      for (let second = 0; second < 60; second += 1) {
        for (const run of runs) run.write(second === 0 ? words : `${second}, `);
        await clock.advance(1_000);
      }
      expect(limited()).toEqual([]);
      // 2. All of them end.
      for (const run of runs) run.answer("The end.");
      const isAnswered = ({ channel, root }: (typeof roots)[number]) =>
        channel.replies(root.ts).some(({ text, stream }) => stream !== "streaming" && text.endsWith("The end."));
      const begunAt = clock.monotonic();
      while (!roots.every(isAnswered)) await clock.advance(500);
      expect(limited()).toEqual([]);
      expect(clock.monotonic() - begunAt).toBeLessThanOrEqual(10_000);
    },
    60_000,
  );

  it.each(["native", "edits"] as const)(
    "end when they are done, while as many others go on writing, and no call is refused: %s",
    async (streaming) => {
      await using test = await openSlackBot({ server: { rateLimits: true }, settings: { streaming } });
      const { slack, ada, clock, runner } = test;
      const talks = Array.from({ length: 100 }, (_, index) => {
        const channel = slack.addChannel(`room-${index}`);
        return { channel, root: ada.says(channel, "@testbot question") };
      });
      for (const _ of talks) await runner.nextRun();
      const isAnswered = ({ channel, root }: (typeof talks)[number]) =>
        channel.replies(root.ts).some(({ text, stream }) => stream !== "streaming" && text.endsWith("The end."));
      const write = async (runs: readonly ScriptedRun[], seconds: number) => {
        for (let second = 0; second < seconds; second += 1) {
          for (const run of runs) run.write(`${words}${second}, `);
          await clock.advance(1_000);
        }
      };
      await write(runner.runs, 30); //                                   1. all of them write
      const isFirst = (run: ScriptedRun) => Number(runner.runs.indexOf(run)) % 2 === 0;
      for (const run of runner.runs.filter(isFirst)) run.answer("The end.");
      await write(
        runner.runs.filter((run) => !isFirst(run)),
        10,
      ); //                                                              2. half of them end, the others go on
      const done = runner.runs.filter(isFirst).map(({ turn }) => turn.key.place);
      const late = talks.filter(({ channel }) => done.includes(channel.id)).filter((talk) => !isAnswered(talk));
      expect(late.map(({ channel }) => channel.name)).toEqual([]);
      const refused = slack.calls.filter(({ method, answer }) => answer?.status === 429 && !method.startsWith("apps."));
      expect(refused.map(({ method }) => method)).toEqual([]);
      for (const run of runner.runs) run.answer();
      await clock.advance(60_000);
    },
    60_000,
  );
});
