import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What a cancel takes out of the queue, and what it leaves alone. */
export function describeCancelling(current: () => StoreSubject): void {
  describe("cancel", () => {
    it("takes a message that waits out of the queue for good, and raises the version alone", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two", "three"]) await conversation.accept(text);
      const before = await conversation.summary();
      const outcome = await conversation.cancel("two");
      const after = await conversation.summary();
      expect(outcome).toEqual({ kind: "cancelled", session: after });
      expect(after).toMatchObject({ epoch: before.epoch, fence: before.fence, waiting: 2 });
      expect(after.version).toBeGreaterThan(before.version);
      expect(await conversation.waiting()).toEqual(["one", "three"]);
      expect((await conversation.begin({ isCollecting: true })).messages.map(({ text }) => text)).toEqual([
        "one",
        "three",
      ]);
    });

    it("leaves the run that is in flight its turn", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.accept("two");
      await conversation.cancel("two");
      expect(await conversation.commit(turn, "1")).toMatchObject({ kind: "ok" });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1"]);
      expect(await conversation.claim()).toBeUndefined();
    });

    it("changes nothing when a run took the message", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      const before = await conversation.summary();
      expect(await conversation.cancel("one")).toEqual({ kind: "taken", session: before });
      expect(await conversation.summary()).toEqual(before);
      expect(await conversation.commit(turn, "1")).toMatchObject({ kind: "ok" });
    });

    it("cancels a message that a run gave back", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.release(await conversation.begin());
      expect(await conversation.cancel("one")).toMatchObject({ kind: "cancelled" });
      expect(await conversation.claim()).toBeUndefined();
    });

    it("knows the message when its service sends it again", async () => {
      const conversation = new StoreConversation(current());
      const { messageId } = await conversation.accept("one", { mark: current().mark("the-message") });
      await conversation.cancel("one");
      const again = await conversation.send("one", { mark: current().mark("the-message") });
      expect(again).toEqual({ kind: "duplicate", messageId });
      expect(await conversation.waiting()).toEqual([]);
    });

    it("changes nothing for a message that was answered, cancelled, removed by a reset, or never there", async () => {
      const conversation = new StoreConversation(current());
      const answered = await conversation.accept("one");
      await conversation.commit(await conversation.begin(), "1");
      const cancelled = await conversation.accept("two");
      await conversation.cancel("two");
      const removed = await conversation.accept("three");
      await conversation.reset();
      await conversation.accept("four");
      const session = await conversation.summary();
      const ids = [answered.messageId, cancelled.messageId, removed.messageId, current().messageId()];
      for (const messageId of ids) {
        const request = { sessionId: session.id, messageId, at: current().now() };
        expect(await current().store.cancel(request)).toEqual({ kind: "unknown", session });
      }
      expect(await conversation.summary()).toEqual(session);
    });

    it("says of a deleted session that it is gone, and of one that never was no more", async () => {
      const conversation = new StoreConversation(current());
      const { session, messageId } = await conversation.accept("one");
      await conversation.delete();
      const { store } = current();
      const request = { sessionId: session.id, messageId, at: current().now() };
      expect(await store.cancel(request)).toEqual({ kind: "gone", retired: await store.summary(session.id) });
      const unknown = { ...request, sessionId: current().sessionId() };
      expect(await store.cancel(unknown)).toEqual({ kind: "gone", retired: undefined });
    });
  });
}
