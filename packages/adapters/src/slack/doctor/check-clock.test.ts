import { ManualClock } from "@keyturn/testkit";
import { SlackServer } from "@keyturn/testkit/slack";
import { expect, it } from "vitest";
import { checkClock } from "./check-clock.ts";
import { examineSlack } from "./examine-slack.ts";

it.each([
  [0, "it goes as Slack's does"],
  [-2_400, "it goes as Slack's does"],
  [3_000, "this machine's clock is 3 s ahead of Slack's"],
  [-60_000, "this machine's clock is 60 s behind Slack's"],
  [undefined, "Slack does not say what time it is"],
])("finds no fault with a clock that is %s ms ahead", (milliseconds, told) => {
  expect(checkClock(milliseconds)).toBe(told);
});

it.each([
  [61_000, "This machine's clock is 61 s ahead of Slack's. Set it"],
  [-3_600_000, "This machine's clock is 3600 s behind Slack's. Set it"],
])("says what to do of one that is %s ms ahead", (milliseconds, told) => {
  expect(() => checkClock(milliseconds)).toThrow(told);
});

it("compares the clock with the time in Slack's answers", async () => {
  await using slack = await SlackServer.start();
  const findings = await examineSlack({
    settings: { botToken: slack.installation.botToken, appToken: slack.app.appToken, apiUrl: slack.apiUrl },
    others: [],
    commands: [],
    isRunning: true,
    address: () => "",
    clock: new ManualClock(Date.now() + 600_000),
  });
  expect(findings.at(-1)).toMatchObject({ isWell: false, subject: "clock" });
  expect(findings.at(-1)?.text).toMatch(/^This machine's clock is (?:59\d|60\d) s ahead of Slack's\./);
});
