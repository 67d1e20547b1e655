import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** That nobody is asked to answer while a session is muted, and that unmuting takes up nothing from before. */
export function describeMuting(current: () => StoreSubject): void {
  describe("a muted session", () => {
    it("gives turns that nobody is to answer, and keeps their messages", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.patch({ isMuted: true });
      await conversation.accept("two");
      const turn = await conversation.begin();
      expect(turn.isMuted).toBe(true);
      await conversation.commit(turn, "", { entries: [] });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1", "user: two"]);
    });

    it("mutes also what waited before, and a turn that was taken with its message", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      expect((await conversation.begin()).isMuted).toBeUndefined();
      await conversation.stop();
      await conversation.accept("two");
      await conversation.patch({ isMuted: true });
      expect((await conversation.begin()).isMuted).toBe(true);
      await conversation.stop();
      const claim = { runId: current().runId(), isCollecting: false, historyLimit: 10 };
      const { turn } = await conversation.accept("three", { claim });
      expect(turn?.isMuted).toBe(true);
    });

    it("once unmuted, leaves what came before unanswered, and has what comes after answered", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("running");
      await conversation.begin();
      await conversation.patch({ isMuted: true });
      await conversation.accept("before");
      await conversation.accept("before, too");
      await conversation.patch({ isMuted: undefined });
      await conversation.accept("after");
      await conversation.stop();
      const before = await conversation.begin({ isCollecting: true });
      expect(before.isMuted).toBe(true);
      expect(before.messages.map(({ text }) => text)).toEqual(["before", "before, too"]);
      await conversation.commit(before, "", { entries: [] });
      const after = await conversation.begin({ isCollecting: true });
      expect(after.isMuted).toBeUndefined();
      expect(after.messages.map(({ text }) => text)).toEqual(["after"]);
    });

    it("stays muted and pinned through a reset, and so does its undo", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.patch({ isMuted: true, isPinned: true });
      await conversation.reset();
      expect((await conversation.summary()).settings).toEqual({ isMuted: true, isPinned: true });
      await conversation.accept("two");
      expect((await conversation.begin()).isMuted).toBe(true);
    });

    it("writes no stopped answer where there was none to write", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.patch({ isMuted: true });
      await conversation.begin();
      await conversation.stop();
      expect(await conversation.lines()).toEqual(["user: one"]);
    });
  });

  it("a list finds what is pinned, and what is not", async () => {
    const [one, two] = [new StoreConversation(current(), "one"), new StoreConversation(current(), "two")];
    for (const conversation of [one, two]) await conversation.accept("hello");
    await two.patch({ isPinned: true });
    const listed = async (isPinned: boolean) =>
      (await current().store.list({ isPinned, limit: 10 })).map(({ key }) => key.place);
    expect(await listed(true)).toEqual(["two"]);
    expect(await listed(false)).toEqual(["one"]);
    await two.patch({ isPinned: undefined });
    expect(await listed(true)).toEqual([]);
  });
}
