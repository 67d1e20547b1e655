import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What operators write into a session. */
export function describePosting(current: () => StoreSubject): void {
  describe("post", () => {
    it("puts an operator's words and their pieces there in one step, and names who wrote them", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const outbox = conversation.spoken("Hello,", "Ada");
      const before = await conversation.summary();
      const posted = await conversation.post("Hello, Ada", { outbox });
      const session = await conversation.summary();
      expect(posted).toEqual({ kind: "posted", session });
      expect(session).toMatchObject({ version: before.version + 1, fence: before.fence, preview: "Hello, Ada" });
      expect(session.deliveries).toMatchObject({ open: 2 });
      expect((await conversation.transcript()).at(-1)).toMatchObject({
        role: "operator",
        sequence: 2,
        author: { id: "operator", name: "Olga" },
        text: "Hello, Ada",
      });
      expect((await conversation.takeDelivery()).entry).toMatchObject({ id: outbox[0]?.id, kind: "operator" });
    });

    it("keeps a note out of the outbox and of the preview", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.post("asked to be called back", { role: "note" });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1", "note: asked to be called back"]);
      expect((await conversation.summary()).preview).toBe("1");
      expect(await conversation.nextDelivery()).toBeUndefined();
    });

    it("leaves the run in flight alone, whose answer comes behind it and is delivered behind it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      const spoken = conversation.spoken("a person here");
      await conversation.post("a person here", { outbox: spoken });
      const answer = conversation.pieces(turn, "1");
      const committed = await conversation.commit(turn, "1", { outbox: answer, beginsDelivery: true });
      expect(committed.kind).toBe("ok");
      expect(committed).not.toHaveProperty("delivery");
      expect(await conversation.lines()).toEqual(["operator: a person here", "user: one", "assistant: 1"]);
      const first = await conversation.takeDelivery();
      expect(first.entry.id).toBe(spoken[0]?.id);
      const settled = await conversation.settle(first, { kind: "delivered", platformMessageId: "p" }, true);
      expect(settled).toMatchObject({ kind: "ok", delivery: { entry: { id: answer[0]?.id } } });
    });

    it("takes the same message once, also when its session was reset since", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const mark = current().mark("the-post");
      await conversation.post("once", { mark });
      const again = { ...current().mark("the-post") };
      expect(await conversation.post("once", { mark: again })).toEqual({
        kind: "duplicate",
        messageId: mark.messageId,
      });
      await conversation.reset();
      expect(await conversation.post("once", { mark: again })).toMatchObject({ kind: "duplicate" });
      expect(await conversation.lines()).toEqual([]);
    });

    it("is refused when the session was reset or deleted since the operator looked, and leaves no mark", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const seen = await conversation.summary();
      const target = { sessionId: seen.id, epoch: seen.epoch };
      await conversation.reset();
      const mark = current().mark("late");
      const late = await conversation.post("late", { target, mark, outbox: conversation.spoken("late") });
      expect(late).toEqual({ kind: "changed", session: await conversation.summary(), newMessages: 0 });
      expect(await conversation.lines()).toEqual([]);
      expect(await conversation.nextDelivery()).toBeUndefined();
      expect(await current().store.wasAccepted(conversation.keyText, "late")).toBe(false);
      await conversation.delete();
      await conversation.accept("somebody writes again");
      const gone = await conversation.post("later still", { target });
      expect(gone).toMatchObject({ kind: "gone", retired: { id: seen.id } });
      expect(await conversation.lines()).toEqual([]);
    });

    it("is refused in another state than the one that was seen, where one was named", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const { id, epoch, version } = await conversation.summary();
      await conversation.accept("two");
      const target = { sessionId: id, epoch, version };
      expect(await conversation.post("stale", { target })).toMatchObject({ kind: "changed", newMessages: 1 });
      expect(await conversation.post("fine", { target: { ...target, version: version + 1 } })).toMatchObject({
        kind: "posted",
      });
    });

    it("goes with its conversation: a piece never tried is cancelled, one that was is taken back", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const [tried] = conversation.spoken("tried");
      await conversation.post("tried", { outbox: tried === undefined ? [] : [tried] });
      await conversation.takeDelivery();
      await conversation.post("untried", { outbox: conversation.spoken("untried") });
      expect(await conversation.reset()).toMatchObject({
        removal: { removedEntries: 2, cancelledDeliveries: 1, recalledDeliveries: 1 },
      });
      expect((await conversation.takeDelivery()).entry).toMatchObject({ id: tried?.id, state: "recall", text: "" });
    });
  });

  describe("accept for one session", () => {
    it("takes the message into that session, and makes no other one for it", async () => {
      const conversation = new StoreConversation(current());
      const { session } = await conversation.accept("one");
      const target = { sessionId: session.id, epoch: session.epoch };
      expect(await conversation.send("two", { target })).toMatchObject({ kind: "accepted", isNew: false });
      await conversation.reset();
      expect(await conversation.send("late", { target })).toMatchObject({ kind: "changed" });
      await conversation.delete();
      expect(await conversation.send("late", { target })).toMatchObject({ kind: "gone", retired: { id: session.id } });
      expect(await current().store.find(conversation.keyText)).toBeUndefined();
      const { session: successor } = await conversation.accept("a new beginning");
      expect(await conversation.send("late", { target })).toMatchObject({ kind: "gone" });
      expect(await conversation.waiting()).toEqual(["a new beginning"]);
      expect(successor.id).not.toBe(session.id);
    });
  });
}
