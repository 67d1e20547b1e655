import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** How turns are claimed, ended, and refused. */
export function describeTurns(current: () => StoreSubject): void {
  describe("claim", () => {
    it("takes the oldest message and leaves the others waiting", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.accept("two");
      const turn = await conversation.begin();
      expect(turn).toMatchObject({ key: conversation.key, attempt: 1, settings: {}, history: [] });
      expect(turn.messages.map((message) => message.text)).toEqual(["one"]);
      expect(turn.fence).toMatchObject({ sessionId: await conversation.id(), keyText: conversation.keyText });
      expect(await conversation.summary()).toMatchObject({
        waiting: 1,
        version: turn.version,
        fence: turn.fence.fence,
        epoch: turn.fence.epoch,
        running: { runId: turn.runId, messageIds: [turn.messages[0]?.id] },
      });
    });

    it("takes everything that waits when it collects", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two", "three"]) await conversation.accept(text);
      const turn = await conversation.begin({ isCollecting: true });
      expect(turn.messages.map((message) => message.text)).toEqual(["one", "two", "three"]);
      expect((await conversation.summary()).waiting).toBe(0);
    });

    it("lets a message that was tried before run alone, also when it collects", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("makes runs fail");
      await conversation.release(await conversation.begin());
      await conversation.accept("innocent");
      const turn = await conversation.begin({ isCollecting: true });
      expect(turn.messages.map((message) => message.text)).toEqual(["makes runs fail"]);
    });

    it("gives nothing while a run holds the turn, when nothing waits, and where no session is", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.accept("two");
      const turn = await conversation.begin();
      expect(await conversation.claim()).toBeUndefined();
      await conversation.commit(turn, "done");
      await conversation.commit(await conversation.begin(), "done");
      expect(await conversation.claim()).toBeUndefined();
      expect(await conversation.claim({ sessionId: current().sessionId() })).toBeUndefined();
    });

    it("shows the newest entries of the transcript, as many as were asked for, oldest first", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.exchange("two", "2");
      await conversation.accept("three");
      const { history } = await conversation.begin({ historyLimit: 3 });
      expect(history.map((entry) => entry.sequence)).toEqual([1, 2, 3]);
    });

    it("raises the fence each time", async () => {
      const conversation = new StoreConversation(current());
      const fences: number[] = [(await conversation.accept("one")).session.fence];
      for (let time = 0; time < 3; time += 1) {
        const turn = await conversation.begin();
        fences.push(turn.fence.fence);
        await conversation.release(turn);
      }
      expect(fences).toEqual([...new Set(fences)].toSorted((a, b) => a - b));
    });
  });

  describe("commit", () => {
    it("stores messages, answer, outbox and usage together, and ends the turn", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const [piece] = await conversation.answerInPieces("2");
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1", "user: a question", "assistant: 2"]);
      expect((await conversation.transcript()).map((entry) => entry.sequence)).toEqual([0, 1, 2, 3]);
      expect(await conversation.waiting()).toEqual([]);
      const summary = await conversation.summary();
      expect(summary).toMatchObject({
        entries: 4,
        waiting: 0,
        usage: { inputTokens: 6, outputTokens: 10, runs: 2 },
        deliveries: { open: 1, unconfirmed: 0, failed: 0 },
      });
      expect(summary.running).toBeUndefined();
      expect((await conversation.takeDelivery()).entry.id).toBe(piece?.id);
    });

    it("writes the messages of a collected turn in the order in which they came", async () => {
      const conversation = new StoreConversation(current());
      for (const text of ["one", "two"]) await conversation.accept(text);
      await conversation.commit(await conversation.begin({ isCollecting: true }), "both");
      expect(await conversation.lines()).toEqual(["user: one", "user: two", "assistant: both"]);
    });

    it("leaves messages that came meanwhile for the next turn", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.accept("two");
      await conversation.commit(turn, "1");
      expect((await conversation.begin()).messages.map((message) => message.text)).toEqual(["two"]);
    });

    it("is refused the second time, and says what stands against it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.commit(turn, "1");
      const { epoch, fence } = await conversation.summary();
      expect(await conversation.commit(turn, "again")).toEqual({ kind: "fenced", actual: { epoch, fence } });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1"]);
    });

    it("is refused once another run has the turn", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const slow = await conversation.begin();
      await conversation.release(slow);
      const quick = await conversation.begin();
      expect(await conversation.commit(slow, "late")).toMatchObject({
        kind: "fenced",
        actual: { fence: quick.fence.fence },
      });
      expect(await conversation.commit(quick, "in time")).toMatchObject({ kind: "ok" });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: in time"]);
    });

    it("is refused with the fence of another session, and makes none where there is none", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      const sessionId = current().sessionId();
      const stranger = { ...turn, fence: { ...turn.fence, sessionId } };
      expect(await conversation.commit(stranger, "lost")).toEqual({ kind: "fenced", actual: undefined });
      expect(await current().store.summary(sessionId)).toBeUndefined();
    });

    it("shows the beginning of the newest text, and never half a character of it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", `${"x".repeat(119)}😀 and more`);
      expect((await conversation.summary()).preview).toBe("x".repeat(119));
    });
  });

  describe("release", () => {
    it("lets the message wait again, first in line, its attempt counted", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.accept("two");
      const turn = await conversation.begin();
      expect(await conversation.release(turn)).toMatchObject({ kind: "ok", session: { waiting: 2 } });
      expect(await conversation.waiting()).toEqual(["one", "two"]);
      const again = await conversation.begin();
      expect(again).toMatchObject({ attempt: 2, messages: [{ text: "one", attempts: 2 }] });
    });

    it("does not count an attempt that was no fair try", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.release(await conversation.begin(), false);
      expect((await conversation.begin()).attempt).toBe(1);
    });

    it("ends the run: its commit is refused", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.release(turn);
      expect(await conversation.commit(turn, "late")).toMatchObject({ kind: "fenced" });
      expect(await conversation.release(turn)).toMatchObject({ kind: "fenced" });
    });
  });

  describe("patch", () => {
    it("changes the settings that it names and leaves the others", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const { store } = current();
      const turn = await conversation.begin();
      await store.patch(turn.fence, { title: "Trip", model: "maker/small" }, current().now());
      await store.patch(turn.fence, { title: "Journey" }, current().now());
      expect((await conversation.summary()).settings).toEqual({ title: "Journey", model: "maker/small" });
      expect(await conversation.commit(turn, "still mine")).toMatchObject({ kind: "ok" });
    });

    it("is refused on an outdated fence", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const { fence } = await conversation.begin();
      await conversation.stop();
      expect(await current().store.patch(fence, { title: "Late" }, current().now())).toMatchObject({ kind: "fenced" });
      expect((await conversation.summary()).settings).toEqual({});
    });
  });

  it("raises the version with every write, and leaves it alone at every refusal", async () => {
    const conversation = new StoreConversation(current());
    const versions: number[] = [];
    const note = async () => versions.push((await conversation.summary()).version);
    await conversation.accept("one");
    await note();
    const turn = await conversation.begin();
    await note();
    await current().store.patch(turn.fence, { title: "Trip" }, current().now());
    await note();
    await conversation.commit(turn, "1");
    await note();
    await conversation.stop({ mark: current().mark() });
    await note();
    await conversation.reset();
    await note();
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    await conversation.commit(turn, "late");
    await conversation.stop();
    expect((await conversation.summary()).version).toBe(versions.at(-1));
  });
}
