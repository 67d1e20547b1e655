import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ManualClock } from "@keyturn/testkit";
import { describe, expect, it } from "vitest";
import { promises } from "../../../../test/requirements.ts";
import { openDiscordBot } from "../../test-support/discord-bot.ts";

const shown =
  "This is the beginning of an answer, and it has more than eighty characters, so that it is shown at once.";

/** A run in a channel, of a bot whose time goes by hand. */
async function openRun() {
  const clock = new ManualClock(Date.now());
  const scene = await openDiscordBot({ settings: { scope: "channel" }, bot: { clock } });
  const { server, ada, general, runner, mention, account } = scene;
  ada.says(general, `${mention} tell me`);
  const run = await runner.nextRun();
  const own = () => general.visibleMessages.filter(({ author }) => author === account);
  const ownMessage = () => server.waitFor(() => own().at(-1));
  return { clock, scene, run, own, ownMessage };
}

describe(`${promises("discord-replies")}a reply that is being written`, () => {
  it("shows typing at once and keeps it up, until it ends", async () => {
    const { clock, scene, run, ownMessage } = await openRun();
    await using _scene = scene;
    const { server, general } = scene;
    await server.waitFor(() => general.typing.length === 1);
    await clock.advance(7_999);
    expect(general.typing).toHaveLength(1);
    await clock.advance(1);
    await server.waitFor(() => general.typing.length === 2);
    run.answer("Done.");
    await ownMessage();
    await clock.advance(60_000);
    await scene.bot.settled();
    expect(general.typing).toHaveLength(2);
  });

  it("shows a short beginning after a second, a long one at once", async () => {
    const { clock, scene, run, own, ownMessage } = await openRun();
    await using _scene = scene;
    await scene.server.waitFor(() => scene.general.typing.length === 1);
    run.write("Short.");
    await clock.advance(999);
    expect(own()).toEqual([]);
    await clock.advance(1);
    expect((await ownMessage()).content).toBe("Short.");
    run.answer();
    await scene.bot.settled();
  });

  it("is edited once in 1.2 s at most, always with the newest text, and the end is not waited for", async () => {
    const { clock, scene, run, own, ownMessage } = await openRun();
    await using _scene = scene;
    const { server } = scene;
    run.write(shown);
    await clock.advance(0);
    const draft = await ownMessage(); //                       1. the beginning is there
    for (let step = 0; step < 10; step += 1) {
      run.write(` ${step}`);
      await clock.advance(119);
    }
    expect(draft.revisions).toHaveLength(1); //                2. 1.19 s later it is as it was
    await clock.advance(10);
    await server.waitFor(() => draft.revisions.length === 2); // 3. then it has everything
    expect(draft.content).toBe(`${shown} 0 1 2 3 4 5 6 7 8 9`);
    run.answer(" The end."); //                                4. the answer itself waits for nothing
    await server.waitFor(() => draft.content.endsWith("The end."));
    expect([own().length, draft.revisions.length]).toEqual([1, 3]);
    expect(server.violations).toEqual([]);
  });

  it("appears once more when somebody deletes it, and then no more; the answer comes all the same", async () => {
    const { clock, scene, run, own, ownMessage } = await openRun();
    await using _scene = scene;
    const { server, ada, guild } = scene;
    expect(guild.ownerId).toBe(ada.id);
    run.write(shown);
    await clock.advance(0);
    for (const round of [1, 2]) {
      const draft = await ownMessage();
      ada.deletes(draft);
      run.write(` ${round}`);
      await clock.advance(1_200);
      if (round === 1) await server.waitFor(() => own().length === 1);
    }
    run.write(" 3");
    await clock.advance(5_000);
    run.answer(" The end.");
    await server.waitFor(() => own().find(({ content }) => content.endsWith("The end.")));
    expect(own()).toHaveLength(1);
  });

  it("is taken away when the run fails, each time that it is tried, and in the end the person is told", async () => {
    const { clock, scene, own, ownMessage } = await openRun();
    await using _scene = scene;
    const { server, runner } = scene;
    for (const attempt of [1, 2, 3]) {
      const run = await server.waitFor(() => runner.runs[attempt - 1]);
      run.write(`${shown} ${attempt}`);
      // Drafts of one channel keep their distance, whatever run they are of.
      await clock.advance(1_200);
      const draft = await ownMessage();
      expect(draft.content).toBe(`${shown} ${attempt}`);
      run.fail(new Error("There is trouble."));
      await server.waitFor(() => draft.isDeleted);
      await clock.advance(10_000);
    }
    const told = await ownMessage();
    expect([own().length, told.now.components]).toEqual([1, []]);
    expect(server.violations).toEqual([]);
  });

  it("is taken away at the next start when the process was killed in the middle", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-draft-"));
    const store = { kind: "lowdb", folder } as const;
    await using scene = await openDiscordBot({ settings: { scope: "channel" }, bot: { store } });
    const { server, ada, general, runner, mention, account } = scene;
    ada.says(general, `${mention} tell me`);
    const run = await runner.nextRun();
    run.write(shown);
    const draft = await server.waitFor(() => general.visibleMessages.find(({ author }) => author === account));
    const kept = join(folder, "plugins", "discord.json");
    await expect.poll(() => readFile(kept, "utf8").catch(() => "")).toContain(draft.id);
    const asKilled = await readFile(kept);
    run.answer();
    await scene.bot.settled();
    await scene.restart(async () => writeFile(kept, asKilled));
    await server.waitFor(() => draft.isDeleted);
    await expect.poll(() => readFile(kept, "utf8")).not.toContain(draft.id);
    await rm(folder, { recursive: true });
  });
});
