import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What becomes of the newest answer when another is wanted in its place. */
export function describeRegenerating(current: () => StoreSubject): void {
  describe("regenerate", () => {
    it("takes the newest answer out, and lets what it answered wait again", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const { messageId } = await conversation.accept("two");
      await conversation.commit(await conversation.begin(), "2");
      const before = await conversation.summary();
      const outcome = await conversation.regenerate();
      const session = await conversation.summary();
      expect(outcome).toEqual({ kind: "regenerated", session });
      expect(session).toMatchObject({ epoch: before.epoch, entries: 2, waiting: 1 });
      expect(session.fence).toBeGreaterThan(before.fence);
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1"]);
      const turn = await conversation.begin();
      expect(turn.messages).toMatchObject([{ id: messageId, text: "two", attempts: 1 }]);
      await conversation.commit(turn, "2, better");
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1", "user: two", "assistant: 2, better"]);
      expect((await conversation.transcript()).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
    });

    it("answers all messages of the turn anew, before what comes meanwhile", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two"]) await conversation.accept(text);
      await conversation.commit(await conversation.begin({ isCollecting: true }), "both");
      await conversation.regenerate();
      await conversation.accept("three");
      expect(await conversation.waiting()).toEqual(["one", "two", "three"]);
      expect(await conversation.lines()).toEqual([]);
    });

    it("takes a stopped answer, and the notice of a failed one, for what they are", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.begin();
      await conversation.stop();
      expect(await conversation.regenerate()).toMatchObject({ kind: "regenerated" });
      const entries = [{ role: "notice", at: current().now(), text: "The run failed." }] as const;
      await conversation.commit(await conversation.begin(), "", { entries });
      expect(await conversation.regenerate()).toMatchObject({ kind: "regenerated" });
      expect(await conversation.lines()).toEqual([]);
      expect(await conversation.waiting()).toEqual(["one"]);
    });

    it("changes nothing while a run is at work or a message waits", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.accept("two");
      const waiting = await conversation.summary();
      expect(await conversation.regenerate()).toEqual({ kind: "busy", session: waiting });
      const turn = await conversation.begin();
      const running = await conversation.summary();
      expect(await conversation.regenerate()).toEqual({ kind: "busy", session: running });
      expect(await conversation.commit(turn, "2")).toMatchObject({ kind: "ok" });
    });

    it("changes nothing where no answer comes last, where another was meant, or nobody would answer", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("unanswered");
      await conversation.commit(await conversation.begin(), "", { entries: [] });
      const unanswered = await conversation.summary();
      expect(await conversation.regenerate()).toEqual({ kind: "nothing", session: unanswered });
      await conversation.exchange("one", "1");
      expect(await conversation.regenerate({ runId: current().runId() })).toMatchObject({ kind: "nothing" });
      await conversation.post("said");
      expect(await conversation.regenerate()).toMatchObject({ kind: "nothing" });
      await conversation.exchange("two", "2");
      await conversation.patch({ isMuted: true });
      expect(await conversation.regenerate()).toMatchObject({ kind: "nothing" });
      expect(await conversation.lines()).toHaveLength(6);
    });

    it("passes over notes, which are not said in the conversation", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.post("noted", { role: "note" });
      expect(await conversation.regenerate()).toMatchObject({ kind: "regenerated" });
      expect(await conversation.lines()).toEqual(["note: noted"]);
    });

    it("reaches an answer in the sealed part of the transcript", async () => {
      const conversation = new StoreConversation(current());
      for (let index = 0; index < 10; index += 1) await conversation.exchange(`message ${index}`, `answer ${index}`);
      for (let index = 0; index < 40; index += 1) await conversation.post(`note ${index}`, { role: "note" });
      const before = await conversation.lines();
      expect(await conversation.regenerate()).toMatchObject({ kind: "regenerated" });
      expect(await conversation.lines()).toEqual(before.toSpliced(18, 2));
      expect(await conversation.waiting()).toEqual(["message 9"]);
    });

    it("takes back every piece of the answer that may be visible, and sends none that was not tried", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      const texts = Array.from({ length: 12 }, (_, index) => `piece ${index}`);
      await conversation.commit(turn, texts.join(""), { outbox: conversation.pieces(turn, ...texts) });
      for (const [index] of texts.slice(0, 10).entries()) {
        const delivered = { kind: "delivered", platformMessageId: `p${index}` } as const;
        await conversation.settle(await conversation.takeDelivery(), delivered);
      }
      await conversation.takeDelivery();
      await conversation.regenerate();
      const recalled: (string | undefined)[] = [];
      for (let claim = await conversation.nextDelivery(); claim !== undefined;) {
        expect(claim.entry).toMatchObject({ state: "recall", text: "" });
        recalled.push(claim.entry.platformMessageId);
        await conversation.settle(claim, { kind: "recalled" });
        claim = await conversation.nextDelivery();
      }
      expect(recalled).toEqual([...Array.from({ length: 10 }, (_, index) => `p${index}`), undefined]);
    });

    it.each(["reset", "delete"] as const)(
      "takes back what was delivered before a %s that was undone",
      async (operation) => {
        const conversation = new StoreConversation(current());
        const [piece] = await conversation.answerInPieces("an answer");
        await conversation.settle(await conversation.takeDelivery(), { kind: "delivered", platformMessageId: "p1" });
        const sessionId = await conversation.id();
        await conversation[operation]({ undoUntil: current().now() + 1_000 });
        await current().store.restore(sessionId, current().now());
        expect(await conversation.regenerate()).toMatchObject({ kind: "regenerated" });
        const { entry } = await conversation.takeDelivery();
        expect(entry).toMatchObject({ id: piece?.id, state: "recall", platformMessageId: "p1" });
      },
    );

    it("is done once for one command, and not when the session has changed", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const { epoch, version } = await conversation.summary();
      const expected = { epoch, version: version - 1 };
      expect(await conversation.regenerate({ expected })).toMatchObject({ kind: "changed" });
      const mark = current().mark("the-command");
      expect(await conversation.regenerate({ mark })).toMatchObject({ kind: "regenerated" });
      await conversation.commit(await conversation.begin(), "1, better");
      expect(await conversation.regenerate({ mark: current().mark("the-command") })).toEqual({ kind: "duplicate" });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1, better"]);
    });

    it("says of a deleted session that it is gone", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const sessionId = await conversation.id();
      await conversation.delete();
      const { store } = current();
      const request = { sessionId, at: current().now(), mark: undefined, runId: undefined };
      expect(await store.regenerate(request)).toEqual({ kind: "gone", retired: await store.summary(sessionId) });
    });
  });
}
