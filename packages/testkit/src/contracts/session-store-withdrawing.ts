import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What becomes of a message that was deleted at its service. */
export function describeWithdrawing(current: () => StoreSubject): void {
  const send = (conversation: StoreConversation, text: string) =>
    conversation.accept(text, { mark: current().mark(text) });
  const exchange = async (conversation: StoreConversation, text: string, answer: string) => {
    await send(conversation, text);
    await conversation.commit(await conversation.begin(), answer);
  };

  describe("withdraw", () => {
    it("drops a message that waits, and does not take it when it is sent again", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      const { messageId } = await send(conversation, "two");
      const before = await conversation.summary();
      const outcome = await conversation.withdraw("two");
      const session = await conversation.summary();
      expect(outcome).toEqual({ kind: "dropped", messageId, session });
      expect(session).toMatchObject({ fence: before.fence, waiting: 1, version: before.version + 1 });
      expect(await conversation.send("two", { mark: current().mark("two") })).toMatchObject({ kind: "duplicate" });
      expect(await conversation.waiting()).toEqual(["one"]);
      expect(await conversation.withdraw("two")).toEqual({ kind: "unknown" });
    });

    it("ends the run that has the message, without a trace of it, and refuses what the run still writes", async () => {
      const conversation = new StoreConversation(current());
      await exchange(conversation, "before", "0");
      const { messageId } = await send(conversation, "one");
      const turn = await conversation.begin();
      await send(conversation, "two");
      const outcome = await conversation.withdraw("one");
      const session = await conversation.summary();
      expect(outcome).toEqual({ kind: "stopped", messageId, runId: turn.runId, session });
      expect(session.running).toBeUndefined();
      expect(await conversation.commit(turn, "1")).toMatchObject({ kind: "fenced" });
      expect(await conversation.release(turn)).toMatchObject({ kind: "fenced" });
      expect(await conversation.lines()).toEqual(["user: before", "assistant: 0"]);
      expect(await conversation.waiting()).toEqual(["two"]);
    });

    it("lets the others of the turn wait again, in their order and with no attempt counted", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two", "three"]) await send(conversation, text);
      await conversation.begin({ isCollecting: true });
      await send(conversation, "four");
      expect(await conversation.withdraw("two")).toMatchObject({ kind: "stopped" });
      const turn = await conversation.begin({ isCollecting: true });
      expect(turn.messages.map(({ text, attempts }) => [text, attempts])).toEqual([
        ["one", 1],
        ["three", 1],
        ["four", 1],
      ]);
    });

    it("takes a turn out of the transcript, and numbers what follows anew", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two", "three"]) await exchange(conversation, text, `re: ${text}`);
      await conversation.withdraw("two");
      expect(await conversation.lines()).toEqual([
        "user: one",
        "assistant: re: one",
        "user: three",
        "assistant: re: three",
      ]);
      expect((await conversation.transcript()).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3]);
      expect((await conversation.summary()).entries).toBe(4);
      await exchange(conversation, "four", "re: four");
      expect((await conversation.transcript()).map(({ sequence }) => sequence)).toEqual([0, 1, 2, 3, 4, 5]);
    });

    it("leaves an answer that was to other messages too, until the last of them goes", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two"]) await send(conversation, text);
      await conversation.commit(await conversation.begin({ isCollecting: true }), "to both");
      await conversation.withdraw("one");
      expect(await conversation.lines()).toEqual(["user: two", "assistant: to both"]);
      await conversation.withdraw("two");
      expect(await conversation.lines()).toEqual([]);
    });

    it("takes no answer for that of a message that got none", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "unanswered");
      await conversation.commit(await conversation.begin(), "", { entries: [] });
      await exchange(conversation, "one", "1");
      await conversation.withdraw("one");
      expect(await conversation.lines()).toEqual(["user: unanswered"]);
      await exchange(conversation, "two", "2");
      await conversation.withdraw("unanswered");
      expect(await conversation.lines()).toEqual(["user: two", "assistant: 2"]);
    });

    it("leaves what operators wrote, and the run in flight its turn", async () => {
      const conversation = new StoreConversation(current());
      await exchange(conversation, "one", "1");
      await conversation.post("said");
      await send(conversation, "two");
      const turn = await conversation.begin();
      await conversation.withdraw("one");
      expect(await conversation.commit(turn, "2")).toMatchObject({ kind: "ok" });
      expect(await conversation.lines()).toEqual(["operator: said", "user: two", "assistant: 2"]);
    });

    it("reaches every place of the sealed part of the transcript", async () => {
      const conversation = new StoreConversation(current());
      for (let index = 0; index < 40; index += 1) await exchange(conversation, `message ${index}`, `answer ${index}`);
      const gone = [0, 7, 8, 25, 38, 39];
      for (const index of gone) {
        expect(await conversation.withdraw(`message ${index}`)).toMatchObject({ kind: "removed" });
      }
      const left = Array.from({ length: 40 }, (_, index) => index).filter((index) => !gone.includes(index));
      expect(await conversation.lines()).toEqual(
        left.flatMap((index) => [`user: message ${index}`, `assistant: answer ${index}`]),
      );
      expect((await conversation.transcript()).map(({ sequence }) => sequence)).toEqual(
        Array.from({ length: 2 * left.length }, (_, index) => index),
      );
    });

    it("sends no piece of the answer that was not tried, and takes back those that may be visible", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      const turn = await conversation.begin();
      const outbox = conversation.pieces(turn, "first", "second");
      await conversation.commit(turn, "first second", { outbox });
      const sending = await conversation.takeDelivery();
      await conversation.withdraw("one");
      const sent = await conversation.settle(sending, { kind: "delivered", platformMessageId: "p1" });
      expect(sent).toMatchObject({ kind: "fenced", isCancelled: true });
      const recall = await conversation.takeDelivery();
      expect(recall.entry).toMatchObject({ id: outbox[0]?.id, state: "recall", text: "" });
      await conversation.settle(recall, { kind: "recalled" });
      expect(await conversation.nextDelivery()).toBeUndefined();
    });

    it("does not take a message that was withdrawn before it came", async () => {
      const conversation = new StoreConversation(current());
      expect(await conversation.withdraw("early")).toEqual({ kind: "unknown" });
      expect(await conversation.send("early", { mark: current().mark("early") })).toMatchObject({ kind: "duplicate" });
      await send(conversation, "one");
      expect(await conversation.withdraw("late")).toEqual({ kind: "unknown" });
      expect(await conversation.send("late", { mark: current().mark("late") })).toMatchObject({ kind: "duplicate" });
      expect(await conversation.waiting()).toEqual(["one"]);
    });

    it.each(["reset", "delete"] as const)("takes a message out of what a %s can bring back", async (operation) => {
      const conversation = new StoreConversation(current());
      for (let index = 0; index < 20; index += 1) await exchange(conversation, `message ${index}`, `answer ${index}`);
      await send(conversation, "waiting");
      const sessionId = await conversation.id();
      await conversation[operation]({ undoUntil: current().now() + 1_000_000 });
      for (const name of ["message 0", "message 19", "waiting"]) {
        expect(await conversation.withdraw(name)).toEqual({ kind: "unknown" });
      }
      expect(await current().store.restore(sessionId, current().now())).toMatchObject({ kind: "restored" });
      const lines = await conversation.lines();
      expect(lines).toHaveLength(36);
      expect(lines.slice(0, 2)).toEqual(["user: message 1", "assistant: answer 1"]);
      expect(lines.slice(-2)).toEqual(["user: message 18", "assistant: answer 18"]);
      expect((await conversation.transcript()).map(({ sequence }) => sequence)).toEqual(lines.map((_, index) => index));
      expect(await conversation.waiting()).toEqual([]);
      await exchange(conversation, "after", "all");
      expect(await conversation.lines()).toEqual([...lines, "user: after", "assistant: all"]);
    });
  });
}
