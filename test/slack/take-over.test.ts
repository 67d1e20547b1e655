import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Channel, SlackServer } from "@keyturn/testkit/slack";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { promises } from "../requirements.ts";
import { BotProcess } from "./support/bot-process-handle.ts";

/** Conversations, and what is asked in each: few enough that Slack's rate of posts holds nothing up. */
const conversations = 30;
const questions = 6;

/** How many questions are answered when a process is killed. */
const kills = [25, 70, 130];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keyturn-slack-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe(`${promises("crash-loses-nothing", "no-loss", "no-double", "order")}a process of the bot's`, () => {
  it("that is killed in a storm is followed by another, which answers what is left: all once, and in order", async () => {
    await using slack = await SlackServer.start();
    const people = Array.from({ length: conversations }, (_, index) => slack.addPerson(`person-${index}`));
    const talks = people.map((person) => ({ person, channel: person.opensDirect(slack.installation) }));
    const answersIn = ({ messages }: Channel) =>
      messages.filter(({ author, isDeleted }) => author.appId !== undefined && !isDeleted).map(({ text }) => text);
    const answered = () => talks.reduce((sum, { channel }) => sum + answersIn(channel).length, 0);
    const asked = Array.from({ length: questions }, (_, number) => `question ${number}`);

    let process = new BotProcess(slack, folder); //                                     1. one process runs
    const [...moments] = kills;
    for (const [number, question] of asked.entries()) {
      // What was not taken in before a kill is sent again whenever Slack likes: nobody asks further before it is.
      await slack.delivered();
      for (const { person, channel } of talks) person.says(channel, question); // 2. everybody asks
      if (number % 2 === 1) slack.faults.loseAnswer("chat.postMessage", 2); //     3. answers of Slack get lost
      if (number % 3 === 1) slack.faults.duplicateEvents(5); //                    4. events come twice
      const moment = moments[0] ?? Infinity;
      if (moment > (number + 1) * conversations) continue;
      moments.shift();
      await slack.waitFor(() => answered() >= moment, { timeoutMilliseconds: 30_000 });
      await process.kill(); //                                                    5. the process is killed
      process = new BotProcess(slack, folder); //                                         6. another takes over
    }
    const all = conversations * questions;
    await slack.waitFor(() => answered() >= all, { timeoutMilliseconds: 60_000 });
    await slack.delivered();
    await process.kill();
    const answers = talks.map(({ channel }) => answersIn(channel));
    expect(answers).toEqual(talks.map(() => asked.map((question) => `re: ${question}`)));
    // What was scripted came about.
    expect(moments).toEqual([]);
    expect(slack.calls.filter(({ answer }) => answer?.status === 502).length).toBeGreaterThan(0);
    expect(slack.deliveries.some(({ attempts }) => attempts.length > 1)).toBe(true);
  }, 120_000);
});
