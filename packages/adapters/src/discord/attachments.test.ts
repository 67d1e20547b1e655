import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openDiscordBot } from "../../test-support/discord-bot.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe(`${promises("discord-conversations")}files that people send`, () => {
  it("reach the agent as what they are, whatever they are called", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, runner, mention } = scene;
    const attachments = [
      { name: "report.txt", bytes: png, contentType: "text/plain" },
      { name: "notes.md", bytes: Buffer.from("# Notes"), contentType: "text/markdown" },
    ];
    ada.says(general, `${mention} look at this`, { attachments });
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["look at this"]);
    expect(run.turn.messages[0]?.attachments).toMatchObject([
      { name: "report.txt", mediaType: "image/png", size: png.length },
      { name: "notes.md", mediaType: "text/plain", size: 7 },
    ]);
    run.answer("I see.");
    expect(server.violations).toEqual([]);
  });

  it("may come without a word", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { ada, runner, account } = scene;
    ada.says(ada.directMessages(account), "", {
      attachments: [{ name: "a.png", bytes: png, contentType: "image/png" }],
    });
    const run = await runner.nextRun();
    expect(run.turn.messages[0]?.attachments).toHaveLength(1);
    run.answer("I see.");
  });

  it("are named where they are too large or cannot be read, and the question is answered all the same", async () => {
    await using scene = await openDiscordBot({ settings: { scope: "channel" } });
    const { server, ada, general, runner, mention, log } = scene;
    const large = { name: "film.mp4", bytes: Buffer.alloc(8 * 1_048_576 + 1), contentType: "video/mp4" };
    ada.says(general, `${mention} look`, { attachments: [large] });
    const run = await runner.nextRun();
    expect(run.texts).toEqual(["look\n[attachment: film.mp4, 8 MB, not read]"]);
    expect(run.turn.messages[0]?.attachments ?? []).toEqual([]);
    run.answer("I cannot.");
    expect(log.lines.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(server.violations).toEqual([]);
  });
});
