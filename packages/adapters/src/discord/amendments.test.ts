import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bot } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { openDiscordBot } from "../../test-support/discord-bot.ts";
import { operator, settled } from "../../test-support/sessions.ts";
import { promises } from "../../../../test/requirements.ts";

const longText = "This is a text that is long enough to be shown at once, since it has more than eighty characters. ";

const promise = promises("discord-amendments");

describe.each(["thread", "channel", "person"] as const)(
  `${promise}a message that a person changes or deletes (%s)`,
  (scope) => {
    it("is replaced or dropped while it waits", async () => {
      await using scene = await openDiscordBot({ settings: { scope } });
      const { server, ada, general, runner, mention } = scene;
      const first = ada.says(general, `${mention} first`);
      const run = await runner.nextRun();
      const place = scope === "thread" ? await openedThread(scene, first.id) : general;
      const second = ada.says(place, `${mention} secnod`);
      const third = ada.says(place, `${mention} third`);
      await settled(scene, (session) => session.waiting === 2);
      ada.edits(second, `${mention} second`);
      ada.deletes(third);
      await settled(scene, (session) => session.waiting === 1);
      run.answer("one");
      const next = await runner.nextRun();
      expect(next.texts).toEqual(["second"]);
      next.answer("two");
      await scene.bot.settled();
      expect(runner.runs).toHaveLength(2);
      expect(server.violations).toEqual([]);
    });

    it("ends its run when it is deleted, and takes the draft with it", async () => {
      await using scene = await openDiscordBot({ settings: { scope } });
      const { server, ada, general, runner, mention, account } = scene;
      const question = ada.says(general, `${mention} tell me`);
      const run = await runner.nextRun();
      run.write(longText);
      const place = scope === "thread" ? await openedThread(scene, question.id) : general;
      const draft = await server.waitFor(() => place.visibleMessages.find(({ author }) => author === account));
      ada.deletes(question);
      await server.waitFor(() => draft.isDeleted);
      await scene.bot.settled();
      expect(run.isAborted).toBe(true);
      const [session] = await scene.bot.sessions.list({ limit: 1 }, operator);
      expect(session).toMatchObject({ entries: 0, waiting: 0, running: undefined });
    });

    it("is changed or removed in the transcript once it is answered", async () => {
      await using scene = await openDiscordBot({ settings: { scope } });
      const { ada, general, runner, mention } = scene;
      const question = ada.says(general, `${mention} tell me`);
      const run = await runner.nextRun();
      // Changed while the run has it: written down when it ends.
      ada.edits(question, `${mention} tell me more`);
      await scene.server.waitFor(() => question.revisions.length === 2);
      run.answer("All of it.");
      await expect.poll(() => textsOf(scene.bot)).toEqual(["tell me more", "assistant"]);
      ada.edits(question, `${mention} tell me everything`);
      await expect.poll(() => textsOf(scene.bot)).toEqual(["tell me everything", "assistant"]);
      ada.deletes(question);
      await expect.poll(() => textsOf(scene.bot)).toEqual([]);
      expect(runner.runs).toHaveLength(1);
    });
  },
);

describe(`${promise}a message from before a restart, which nobody has kept`, () => {
  it("is changed and removed all the same", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keyturn-amend-"));
    const store = { kind: "lowdb", folder } as const;
    await using scene = await openDiscordBot({ settings: { scope: "channel" }, bot: { store } });
    const { ada, general, runner, mention } = scene;
    const question = ada.says(general, `${mention} tell me`);
    (await runner.nextRun()).answer("All of it.");
    await scene.bot.settled();
    await scene.restart();
    ada.edits(question, `${mention} tell me more`);
    await expect.poll(() => textsOf(scene.bot)).toEqual(["tell me more", "assistant"]);
    ada.deletes(question);
    await expect.poll(() => textsOf(scene.bot)).toEqual([]);
    await scene.bot.stop();
    await rm(folder, { recursive: true });
  });
});

async function textsOf(bot: Bot): Promise<readonly string[]> {
  const [session] = await bot.sessions.list({ limit: 1 }, operator);
  if (session === undefined) return [];
  const { entries } = await bot.sessions.export(session.id, operator);
  return entries.map((entry) => (entry.role === "user" ? entry.text : entry.role));
}

async function openedThread({ server }: Awaited<ReturnType<typeof openDiscordBot>>, id: string) {
  return server.waitFor(() => server.world.channels.get(id));
}
