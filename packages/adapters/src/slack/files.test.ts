import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openSlackBot } from "../../test-support/open-slack-bot.ts";

const modes = ["socket", "http"] as const;

const picture = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe.each(modes)(`${promises("slack-files")}a file (%s)`, (mode) => {
  it("is read at once and handed to the run, as what it is", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    const direct = ada.opensDirect(slack.installation);
    ada.says(direct, "look", { files: [{ name: "cat.txt", content: picture }] });
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["look"]);
    const [message] = run.turn.messages;
    expect(message?.attachments).toEqual([{ name: "cat.txt", mediaType: "image/png", size: picture.length }]);
  });

  it("comes without words too", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    ada.says(ada.opensDirect(slack.installation), "", { files: [{ name: "cat.png", content: picture }] });
    expect((await runner.nextRun()).texts).toEqual(["[attachment: cat.png]"]);
  });

  it("is named and not read where Slack shows its login page, and operators are told of the scope", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    slack.faults.refuseToken(slack.installation.botToken);
    ada.says(ada.opensDirect(slack.installation), "look", { files: [{ name: "cat.png", content: picture }] });
    expect((await runner.nextRun()).texts).toEqual(["look\n[attachment: cat.png, not read]"]);
    const [warning] = test.lines.filter(([level]) => level === "warn");
    expect(warning?.[2]).toMatchObject({ err: { message: expect.stringContaining("files:read") } });
  });

  it("is not fetched from anywhere but Slack: no other host gets the token", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, runner } = test;
    slack.faults.redirectDownloads("http://127.0.0.2:9/steal");
    ada.says(ada.opensDirect(slack.installation), "look", { files: [{ name: "cat.png", content: picture }] });
    expect((await runner.nextRun()).texts).toEqual(["look\n[attachment: cat.png, not read]"]);
    const [warning] = test.lines.filter(([level]) => level === "warn");
    expect(warning?.[2]).toMatchObject({ err: { message: "A file does not lie with Slack." } });
  });

  it("is not read for whoever does not speak to the bot", async () => {
    await using test = await openSlackBot({ mode });
    const { slack, ada, general } = test;
    slack.faults.redirectDownloads("http://127.0.0.2:9/steal");
    ada.says(general, "for all", { files: [{ name: "cat.png", content: picture }] });
    await slack.delivered();
    expect(test.lines.filter(([level]) => level === "warn")).toEqual([]);
  });
});
