import type { NewSummary, WriteOutcome } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What stands for the oldest entries where models read them. */
export function describeSummarising(current: () => StoreSubject): void {
  const summary = (upTo: number, change: Partial<NewSummary> = {}): NewSummary => ({
    text: `what was said before ${upTo}`,
    upTo,
    at: 7,
    amendments: 0,
    ...change,
  });
  const keep = async (
    conversation: StoreConversation,
    kept: NewSummary,
    fence?: { readonly epoch: number; readonly fence: number },
  ): Promise<WriteOutcome> => {
    const session = await conversation.summary();
    const { keyText } = conversation;
    const named = { sessionId: session.id, keyText, epoch: session.epoch, fence: session.fence, ...fence };
    const usage = { inputTokens: 3, outputTokens: 2, runs: 0 };
    return current().store.commitSummary(named, { summary: kept, usage, at: current().now() });
  };
  const kept = async (conversation: StoreConversation) =>
    (await current().store.entries(await conversation.id(), { limit: 1 }))?.summary;
  const begin = async () => {
    const conversation = new StoreConversation(current());
    await conversation.accept("one", { mark: current().mark("one") });
    await conversation.commit(await conversation.begin(), "1");
    await conversation.exchange("two", "2");
    return conversation;
  };

  describe("a summary", () => {
    it("is kept and counted, given to the next run, and takes no entry away", async () => {
      const conversation = await begin();
      const before = await conversation.summary();
      expect(await keep(conversation, summary(2))).toEqual({ kind: "ok", session: await conversation.summary() });
      const after = await conversation.summary();
      expect(after).toMatchObject({ version: before.version + 1, fence: before.fence, entries: 4 });
      expect(after.usage).toEqual({
        inputTokens: before.usage.inputTokens + 3,
        outputTokens: before.usage.outputTokens + 2,
        runs: before.usage.runs,
      });
      const { amendments: _amendments, ...stored } = summary(2);
      expect(await kept(conversation)).toEqual(stored);
      await conversation.accept("three");
      const turn = await conversation.begin();
      expect(turn.summary).toEqual(stored);
      expect(turn.history).toHaveLength(4);
    });

    it("comes with an answer in one step", async () => {
      const conversation = await begin();
      await conversation.accept("three");
      const turn = await conversation.begin();
      await conversation.commit(turn, "3", { summary: summary(4) });
      expect(await kept(conversation)).toMatchObject({ upTo: 4 });
      expect(await conversation.lines()).toHaveLength(6);
    });

    it("gives way to one that covers more, and to no other", async () => {
      const conversation = await begin();
      await keep(conversation, summary(2));
      await keep(conversation, summary(3));
      await keep(conversation, summary(1));
      expect(await kept(conversation)).toMatchObject({ upTo: 3 });
      await keep(conversation, summary(5));
      expect(await kept(conversation)).toMatchObject({ upTo: 3 });
    });

    it("is refused by a fence that has moved on", async () => {
      const conversation = await begin();
      const { epoch, fence } = await conversation.summary();
      await conversation.reset();
      expect(await keep(conversation, summary(2), { epoch, fence })).toMatchObject({ kind: "fenced" });
      await conversation.exchange("new", "n");
      expect(await kept(conversation)).toBeUndefined();
    });

    it("goes with a reset", async () => {
      const conversation = await begin();
      await keep(conversation, summary(2));
      await conversation.reset();
      expect(await kept(conversation)).toBeUndefined();
    });

    it("comes back with what was reset", async () => {
      const conversation = await begin();
      await keep(conversation, summary(2));
      const at = current().now();
      await conversation.reset({ at, undoUntil: at + 1_000 });
      await current().store.restore(await conversation.id(), at + 1, undefined);
      expect(await kept(conversation)).toMatchObject({ upTo: 2 });
    });

    it("goes when a message is changed or taken out, since it may tell what is gone", async () => {
      const conversation = await begin();
      await keep(conversation, summary(2));
      await conversation.edit("one", "something else");
      expect(await kept(conversation)).toBeUndefined();
      await keep(conversation, summary(2, { amendments: 1 }));
      expect(await kept(conversation)).toMatchObject({ upTo: 2 });
      await conversation.withdraw("one");
      expect(await kept(conversation)).toBeUndefined();
    });

    it("stays when the newest answer is written anew, unless it stands for that too", async () => {
      const conversation = await begin();
      await keep(conversation, summary(2));
      expect(await conversation.regenerate()).toMatchObject({ kind: "regenerated" });
      expect(await kept(conversation)).toMatchObject({ upTo: 2 });
      await conversation.commit(await conversation.begin(), "2, anew");
      await keep(conversation, summary(4, { amendments: 1 }));
      await conversation.regenerate();
      expect(await kept(conversation)).toBeUndefined();
    });

    it("that was made of entries changed since is dropped, alone or with an answer", async () => {
      const conversation = await begin();
      await conversation.accept("three");
      const turn = await conversation.begin();
      await conversation.edit("one", "something else");
      const late = summary(2, { amendments: turn.amendments ?? 0 });
      await keep(conversation, late);
      expect(await kept(conversation)).toBeUndefined();
      await conversation.commit(turn, "3", { summary: late });
      expect(await kept(conversation)).toBeUndefined();
      expect(await conversation.lines()).toHaveLength(6);
    });
  });
}
