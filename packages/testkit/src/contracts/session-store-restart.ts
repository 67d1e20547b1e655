import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import { takeSnapshot } from "./session-store-snapshot.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What a restart must leave as it was. (After every other test of the suite the sessions at rest are compared, too.) */
export function describeRestart(current: () => StoreSubject): void {
  describe("after a restart", () => {
    it("a turn that ran waits again, first in line, its attempt counted", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.accept("two");
      const turn = await conversation.begin();
      await current().reopen();
      expect(await conversation.waiting()).toEqual(["one", "two"]);
      expect((await conversation.summary()).running).toBeUndefined();
      expect(await conversation.commit(turn, "of the process before")).toMatchObject({ kind: "fenced" });
      expect(await conversation.begin()).toMatchObject({ attempt: 2, messages: [{ text: "one" }] });
    });

    it("exactly those sessions are unfinished that have messages to answer or pieces to deliver or recall", async () => {
      const place = (name: string) => new StoreConversation(current(), name);
      await place("settled").exchange("one", "1");
      await place("waiting").accept("one");
      await place("running").accept("one");
      await place("running").begin();
      await place("pending").answerInPieces("1");
      await place("sending").answerInPieces("1");
      await place("sending").takeDelivery();
      await place("failed").answerInPieces("1");
      await place("failed").settle(await place("failed").takeDelivery(), { kind: "failed", error: "HTTP 403" });
      await place("emptied").accept("one");
      await place("emptied").reset();
      await place("deleted").accept("one");
      await place("deleted").delete();
      await place("recalling").answerInPieces("1");
      const recalling = (await place("recalling").takeDelivery()).sessionId;
      await place("recalling").delete();

      await current().reopen();

      const unfinished = await current().store.unfinished();
      expect(unfinished.map((session) => session.keyText).toSorted()).toEqual(
        ["pending", "recalling", "running", "sending", "waiting"].map((name) => `test/main/${name}`),
      );
      expect(unfinished).toContainEqual({ sessionId: recalling, keyText: "test/main/recalling" });
    });

    it("a deleted session is still deleted, and its key begins anew", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const turn = await conversation.accept("two").then(() => conversation.begin());
      const { id } = await conversation.summary();
      await conversation.delete();
      const before = await takeSnapshot(current().store, [id]);
      await current().reopen();
      expect(await takeSnapshot(current().store, [id])).toEqual(before);
      expect(await conversation.commit(turn, "late")).toEqual({ kind: "fenced", actual: undefined });
      expect((await conversation.accept("three")).session.id).not.toBe(id);
    });

    it("epochs go on above all before, whatever became of their sessions", async () => {
      const conversation = new StoreConversation(current());
      let highest = 0;
      const next = async () => {
        const { session } = await conversation.accept("hello");
        expect(session.epoch).toBeGreaterThan(highest);
        highest = session.epoch;
      };
      await next();
      await conversation.delete().then((outcome) => {
        if (outcome.kind === "removed") highest = outcome.removal.epoch;
      });
      await current().reopen();
      await next();
      await conversation.delete();
      await current().store.sweep(current().now() + 1_000 * 86_400_000);
      await current().reopen();
      await next();
      await current().reopen();
      await current().reopen();
      await conversation.delete();
      await next();
    });

    it("marks are known, of living sessions, of deleted ones, and without a session", async () => {
      const living = new StoreConversation(current(), "living");
      const deleted = new StoreConversation(current(), "deleted");
      await living.accept("one", { mark: current().mark("of-the-living") });
      await deleted.accept("one", { mark: current().mark("of-the-deleted") });
      await deleted.delete();
      await current().store.remember("test/main/nowhere", current().mark("of-nobody"));
      await current().reopen();
      expect(await living.send("one", { mark: current().mark("of-the-living") })).toMatchObject({ kind: "duplicate" });
      expect(await deleted.send("one", { mark: current().mark("of-the-deleted") })).toMatchObject({
        kind: "duplicate",
      });
      expect(await current().store.wasAccepted("test/main/nowhere", "of-nobody")).toBe(true);
    });

    it("a piece that was being sent is given again, as one of which nothing is known", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      const sending = await conversation.takeDelivery();
      await current().reopen();
      const again = await conversation.takeDelivery();
      expect(again).toMatchObject({ attempt: 2, entry: { id: sending.entry.id, text: "one" } });
      expect(again.entry.error).toBeUndefined();
    });

    it("a long transcript is whole", async () => {
      const conversation = new StoreConversation(current());
      for (let turn = 0; turn < 100; turn += 1) await conversation.exchange(`question ${turn}`, `answer ${turn}`);
      const before = await conversation.lines();
      await current().reopen();
      expect(await conversation.lines()).toEqual(before);
      await conversation.exchange("one more", "and its answer");
      expect(await conversation.lines()).toEqual([...before, "user: one more", "assistant: and its answer"]);
    });
  });
}
