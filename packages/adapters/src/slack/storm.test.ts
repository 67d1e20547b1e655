import { createInstantRunner } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

describe(`${promises("slack-connection", "slack-replies", "no-loss", "no-double")}a bot in a storm`, () => {
  it("answers each of 500 messages once, through drops, refreshes, redeliveries and answers that get lost", async () => {
    await using test = await openSlackBot({ bot: { turnRunner: createInstantRunner() } });
    const { slack, ada, clock } = test;
    const direct = ada.opensDirect(slack.installation);
    const answers = () => direct.messages.filter(({ text }) => text.startsWith("re: ")).map(({ text }) => text);
    for (let number = 0; number < 500; number += 1) {
      if (number % 50 === 10) slack.faults.reset(slack.openSockets.slice(0, 1));
      if (number % 50 === 20) slack.faults.disconnect("refresh_requested", slack.openSockets.slice(0, 1));
      if (number % 50 === 30) slack.faults.duplicateEvents(3);
      if (number % 50 === 35) slack.faults.loseAcknowledgements(2);
      if (number % 50 === 40) slack.faults.loseAnswer("chat.postMessage");
      if (number % 50 === 45) slack.faults.rateLimit("chat.postMessage", 2);
      ada.says(direct, `message ${number}`);
      while (number - answers().length > 20) await clock.advance(500);
    }
    while (answers().length < 500) await clock.advance(1_000);
    await clock.advance(120_000);
    expect(new Set(answers()).size).toBe(500);
    // What was scripted came about.
    expect(slack.sockets.length).toBeGreaterThan(20);
    expect(slack.deliveries.filter(({ attempts }) => attempts.length > 1).length).toBeGreaterThan(20);
    expect(slack.calls.filter(({ answer }) => answer?.status === 502)).toHaveLength(10);
    expect(answers()).toHaveLength(500);
  }, 120_000);
});
