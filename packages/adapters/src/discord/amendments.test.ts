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
      const texts = async () => {
        const [session] = await scene.bot.sessions.list({ limit: 1 }, operator);
        if (session === undefined) return [];
        const { entries } = await scene.bot.sessions.export(session.id, operator);
        return entries.map((entry) => (entry.role === "user" ? entry.text : entry.role));
      };
      await expect.poll(texts).toEqual(["tell me more", "assistant"]);
      ada.edits(question, `${mention} tell me everything`);
      await expect.poll(texts).toEqual(["tell me everything", "assistant"]);
      ada.deletes(question);
      await expect.poll(texts).toEqual([]);
      expect(runner.runs).toHaveLength(1);
    });
  },
);

async function openedThread({ server }: Awaited<ReturnType<typeof openDiscordBot>>, id: string) {
  return server.waitFor(() => server.world.channels.get(id));
}
