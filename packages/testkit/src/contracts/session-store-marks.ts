import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

const day = 86_400_000;

/** More messages than a store may want to remember with the session itself. */
const manyMessages = 300;

/** How long a message that was accepted is known, whatever becomes of its session. */
export function describeMarks(current: () => StoreSubject): void {
  describe("a message that its service sends again", () => {
    it.each(["reset", "delete"] as const)("is known after its session's %s", async (operation) => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one", { mark: current().mark("the-same") });
      await conversation[operation]();
      expect(await conversation.send("one", { mark: current().mark("the-same") })).toMatchObject({ kind: "duplicate" });
      expect(await current().store.wasAccepted(conversation.keyText, "the-same")).toBe(true);
    });

    it("is known after a great many others", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("first", { mark: current().mark("the-first") });
      const turn = await conversation.begin();
      for (let count = 0; count < manyMessages; count += 1)
        await conversation.accept("another", { capacity: manyMessages });
      await conversation.commit(turn, "1");
      expect(await conversation.send("first", { mark: current().mark("the-first") })).toMatchObject({
        kind: "duplicate",
      });
      await conversation.delete();
      expect(await conversation.send("first", { mark: current().mark("the-first") })).toMatchObject({
        kind: "duplicate",
      });
    });

    it("is known when it was handled without a session", async () => {
      const conversation = new StoreConversation(current());
      const { store } = current();
      expect(await store.wasAccepted(conversation.keyText, "typed-help")).toBe(false);
      await store.remember(conversation.keyText, current().mark("typed-help"));
      expect(await store.wasAccepted(conversation.keyText, "typed-help")).toBe(true);
      expect(await conversation.send("/help", { mark: current().mark("typed-help") })).toMatchObject({
        kind: "duplicate",
      });
      expect(await store.find(conversation.keyText)).toBeUndefined();
    });

    it("is known when it was the command that deleted the session", async () => {
      const conversation = new StoreConversation(current());
      const sessionId = (await conversation.accept("one")).session.id;
      await current().store.delete({ sessionId, at: current().now(), mark: current().mark("typed-delete") });
      expect(await current().store.wasAccepted(conversation.keyText, "typed-delete")).toBe(true);
    });

    it("is not known when it was turned away", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const mark = current().mark();
      await conversation.send("two", { mark, mode: "reject" });
      expect(await current().store.wasAccepted(conversation.keyText, mark.deduplicationKey)).toBe(false);
    });
  });

  describe("sweep", () => {
    it("forgets marks and deleted ids when their time is over, not before", async () => {
      const conversation = new StoreConversation(current());
      const { store } = current();
      const id = (await conversation.accept("one", { mark: current().mark("old") })).session.id;
      await conversation.delete();
      const deletedAt = current().now();
      expect(await store.sweep(deletedAt + day / 2)).toBe(0);
      expect(await store.summary(id)).toBeDefined();
      expect(await store.wasAccepted(conversation.keyText, "old")).toBe(true);
      expect(await store.sweep(deletedAt + 2 * day)).toBe(2);
      expect(await store.summary(id)).toBeUndefined();
      expect(await store.wasAccepted(conversation.keyText, "old")).toBe(false);
    });

    it("does not forget a deleted session while a piece of it is still to be recalled", async () => {
      const conversation = new StoreConversation(current());
      const { store } = current();
      await conversation.answerInPieces("one");
      await conversation.takeDelivery();
      const { id } = await conversation.summary();
      await conversation.delete();
      const late = current().now() + 2 * day;
      await store.sweep(late);
      await conversation.settle(await conversation.takeDelivery(id), { kind: "recalled" });
      expect(await store.sweep(late)).toBe(1);
      expect(await store.summary(id)).toBeUndefined();
    });

    it("leaves living sessions alone, however old", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const before = await conversation.summary();
      await current().store.sweep(current().now() + 1_000 * day);
      expect(await conversation.summary()).toEqual(before);
    });
  });
}
