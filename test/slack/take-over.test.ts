import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@keyturn/testkit";
import { type Channel, SlackServer } from "@keyturn/testkit/slack";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import { BotProcess } from "./support/bot-process-handle.ts";
import { Front } from "./support/front.ts";

/** Conversations, and what is asked in each: few enough that Slack's rate of posts holds nothing up. */
const conversations = 84;
const questions = 6;

/** How many questions are answered when a process is killed. */
const kills = [70, 230, 370];

/** Longest wait for a process to start and to answer, in milliseconds. */
const patience = { timeoutMilliseconds: 60_000 };

let folder: string;
let front: Front;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keyturn-slack-"));
  front = new Front();
});
afterEach(async () => {
  front.close();
  await rm(folder, { recursive: true, force: true });
});

/** What goes wrong while everybody asks, in turn. */
const troubles: Readonly<Record<"socket" | "http", readonly ((slack: SlackServer) => void)[]>> = {
  socket: [
    ({ faults }) => faults.disconnect("refresh_requested"),
    ({ faults }) => faults.reset(),
    ({ faults }) => faults.disconnect("warning"),
    ({ faults, openSockets }) => faults.closeSockets(1011, openSockets.slice(0, 1)),
  ],
  http: [() => front.loseAnswers(5)],
};

const answersIn = ({ messages }: Channel): readonly string[] =>
  messages.filter(({ author, isDeleted }) => author.appId !== undefined && !isDeleted).map(({ text }) => text);

describe(`${promises("crash-loses-nothing", "no-loss", "no-double", "order")}a process of the bot's`, () => {
  it.each(["socket", "http"] as const)(
    "that is killed in a storm is followed by another, which answers what is left: 504 questions, all once and in order: %s",
    async (mode) => {
      // Slack's own patience does not end while a process starts; the time is the one that the process signs with.
      await using slack = await SlackServer.start({ clock: new ManualClock(Date.now()) });
      const people = Array.from({ length: conversations }, (_, index) => slack.addPerson(`person-${index}`));
      const talks = people.map((person) => ({ person, channel: person.opensDirect(slack.installation) }));
      const answered = () => talks.reduce((sum, { channel }) => sum + answersIn(channel).length, 0);
      const asked = Array.from({ length: questions }, (_, number) => `question ${number}`);
      const start = () => new BotProcess(slack, folder, { front: mode === "http" ? front : undefined });

      const url = await front.open();
      let process = start(); //                                                 1. one process runs
      if (mode === "http") expect(await slack.useRequestUrl(url)).toBe(true);
      const [...moments] = kills;
      for (const [number, question] of asked.entries()) {
        // What was not taken in before a kill is sent again whenever Slack likes: nobody asks further before it is.
        await slack.waitFor(() => slack.deliveries.every(({ outcome }) => outcome !== undefined), patience);
        for (const [index, { person, channel }] of talks.entries()) {
          person.says(channel, question); //                                    2. everybody asks
          if (index === 40) troubles[mode][number % troubles[mode].length]?.(slack); // 3. connections are lost
        }
        if (number % 2 === 1) slack.faults.loseAnswer("chat.postMessage", 2); // 4. answers of Slack get lost
        if (number % 3 === 1) slack.faults.duplicateEvents(5); //               5. events come twice
        const moment = moments[0] ?? Infinity;
        if (moment > (number + 1) * conversations) continue;
        moments.shift();
        // Whatever fails a second time is sent again in a minute, and the minutes stand still here.
        const isSentAgain = () => slack.deliveries.some((one) => one.attempts.length > 1 && one.outcome === undefined);
        await slack.waitFor(() => answered() >= moment && !isSentAgain(), patience);
        await process.kill(); //                                                6. the process is killed
        process = start(); //                                                   7. another takes over
      }
      await slack.waitFor(() => answered() >= conversations * questions, patience);
      await slack.waitFor(() => slack.deliveries.every(({ outcome }) => outcome !== undefined), patience);
      await process.kill();
      const answers = talks.map(({ channel }) => answersIn(channel));
      expect(answers).toEqual(talks.map(() => asked.map((question) => `re: ${question}`)));
      // What was scripted came about.
      expect(moments).toEqual([]);
      expect(slack.calls.filter(({ answer }) => answer?.status === 502).length).toBeGreaterThan(0);
      expect(slack.deliveries.some(({ attempts }) => attempts.length > 1)).toBe(true);
      expect(slack.deliveries.every(({ isAcknowledged }) => isAcknowledged)).toBe(true);
    },
    180_000,
  );
});
