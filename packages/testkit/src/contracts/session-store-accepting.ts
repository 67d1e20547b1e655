import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What happens to a message on its way in. */
export function describeAccepting(current: () => StoreSubject): void {
  describe("accept", () => {
    it("creates a session for the first message of a key", async () => {
      const conversation = new StoreConversation(current());
      const newSessionId = current().sessionId();
      const accepted = await conversation.accept("hello", { newSessionId, replyAddress: { thread: 7 } });
      expect(accepted).toMatchObject({ isNew: true, stoppedRunId: undefined });
      expect(accepted.session).toMatchObject({
        id: newSessionId,
        key: conversation.key,
        owner: { id: "ada", name: "Ada" },
        entries: 0,
        waiting: 1,
        settings: {},
        usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
        replyAddress: { thread: 7 },
      });
      expect(accepted.session.running).toBeUndefined();
      expect(await conversation.id()).toBe(newSessionId);
    });

    it("puts later messages into the same session, in the order in which they came", async () => {
      const conversation = new StoreConversation(current());
      const first = await conversation.accept("one");
      const second = await conversation.accept("two");
      expect(second).toMatchObject({ isNew: false });
      expect(second.session).toMatchObject({ id: first.session.id, epoch: first.session.epoch, waiting: 2 });
      expect(await conversation.waiting()).toEqual(["one", "two"]);
    });

    it("keeps the sessions of different keys apart", async () => {
      const here = new StoreConversation(current(), "here");
      const there = new StoreConversation(current(), "there");
      await here.accept("for here");
      await there.accept("for there");
      expect(await here.id()).not.toBe(await there.id());
      expect(await here.waiting()).toEqual(["for here"]);
    });

    it("tells threads and persons of one place apart", async () => {
      const { store } = current();
      const ids = new Set<string>();
      for (const part of [{}, { thread: "x" }, { person: "x" }, { thread: "x", person: "x" }]) {
        const conversation = new StoreConversation(current());
        const key = { ...conversation.key, ...part };
        ids.add((await conversation.accept("hello", { key })).session.id);
      }
      expect(ids.size).toBe(4);
      expect(await store.find("test/main/place/t:x/p:x")).toBeDefined();
    });

    it("knows a message that its service sends again, with the id that it got the first time", async () => {
      const conversation = new StoreConversation(current());
      const first = current().mark("the-same");
      await conversation.accept("hello", { mark: first });
      const before = await conversation.summary();
      const again = await conversation.send("hello", { mark: current().mark("the-same") });
      expect(again).toEqual({ kind: "duplicate", messageId: first.messageId });
      expect(await conversation.summary()).toEqual(before);
    });

    it("knows a message again after it was answered", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("hello", { mark: current().mark("the-same") });
      await conversation.commit(await conversation.begin(), "hi");
      expect(await conversation.send("hello", { mark: current().mark("the-same") })).toMatchObject({
        kind: "duplicate",
      });
      expect(await conversation.claim()).toBeUndefined();
    });

    it("turns a message away when as many wait as may, and takes the next once there is room", async () => {
      const conversation = new StoreConversation(current());
      const id = (await conversation.accept("one", { capacity: 2 })).session.id;
      await conversation.accept("two", { capacity: 2 });
      const mark = current().mark();
      expect(await conversation.send("three", { capacity: 2, mark })).toEqual({
        kind: "full",
        sessionId: id,
        waiting: 2,
      });
      await conversation.begin();
      expect(await conversation.send("three", { capacity: 2, mark })).toMatchObject({ kind: "accepted" });
      expect(await conversation.waiting()).toEqual(["one", "two", "three"]);
    });

    it("turns a message away in `reject` mode while another waits or runs, and takes it afterwards", async () => {
      const conversation = new StoreConversation(current());
      const id = (await conversation.accept("one", { mode: "reject" })).session.id;
      expect(await conversation.send("two", { mode: "reject" })).toEqual({ kind: "busy", sessionId: id });
      const turn = await conversation.begin();
      expect(await conversation.send("two", { mode: "reject" })).toEqual({ kind: "busy", sessionId: id });
      await conversation.commit(turn, "done");
      expect(await conversation.send("two", { mode: "reject" })).toMatchObject({ kind: "accepted" });
    });

    it("stops the run in `interrupt` mode and keeps what it had written, before the new message", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("write me a poem");
      const turn = await conversation.begin();
      const partialAnswer = { runId: turn.runId, text: "Roses are" };
      const accepted = await conversation.accept("never mind", { mode: "interrupt", partialAnswer });
      expect(accepted.stoppedRunId).toBe(turn.runId);
      expect(accepted.session.fence).toBeGreaterThan(turn.fence.fence);
      expect(await conversation.lines()).toEqual(["user: write me a poem", "assistant (stopped): Roses are"]);
      expect(await conversation.commit(turn, "Roses are red")).toMatchObject({ kind: "fenced" });
      expect((await conversation.begin()).messages.map((message) => message.text)).toEqual(["never mind"]);
    });

    it("does not keep what another run than the one in flight had written", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("a question");
      await conversation.begin();
      const partialAnswer = { runId: current().runId(), text: "of another run" };
      await conversation.accept("another", { mode: "interrupt", partialAnswer });
      expect(await conversation.lines()).toEqual(["user: a question", "assistant (stopped): "]);
    });

    it("stops nothing in `interrupt` mode when no run is in flight", async () => {
      const conversation = new StoreConversation(current());
      const { session } = await conversation.accept("one");
      const accepted = await conversation.accept("two", { mode: "interrupt" });
      expect(accepted.stoppedRunId).toBeUndefined();
      expect(accepted.session.fence).toBe(session.fence);
      expect(await conversation.waiting()).toEqual(["one", "two"]);
    });

    it("gives the message its id, under which it waits", async () => {
      const conversation = new StoreConversation(current());
      const mark = current().mark();
      const { messageId, session } = await conversation.accept("hello", { mark });
      expect(messageId).toBe(mark.messageId);
      expect(await current().store.waiting(session.id)).toMatchObject([
        { id: messageId, state: "received", attempts: 0 },
      ]);
    });

    it("takes the turn in the same step when it is asked to and nothing else waits", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const claim = { runId: current().runId(), isCollecting: false, historyLimit: 1 };
      const { turn, session } = await conversation.accept("two", { claim });
      expect(turn).toMatchObject({
        runId: claim.runId,
        attempt: 1,
        messages: [{ text: "two", state: "running" }],
        history: [{ sequence: 1 }],
        version: session.version,
        fence: { epoch: session.epoch, fence: session.fence },
      });
      expect(session).toMatchObject({ waiting: 0, running: { runId: claim.runId } });
      expect(await conversation.summary()).toEqual(session);
      expect(await conversation.claim()).toBeUndefined();
      if (turn !== undefined) await conversation.commit(turn, "2");
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1", "user: two", "assistant: 2"]);
    });

    it("lets the message wait when a turn is asked for while another one waits or runs", async () => {
      const conversation = new StoreConversation(current());
      const claim = () => ({ runId: current().runId(), isCollecting: true, historyLimit: 1 });
      await conversation.accept("one");
      expect((await conversation.accept("two", { claim: claim() })).turn).toBeUndefined();
      const turn = await conversation.begin();
      expect((await conversation.accept("three", { claim: claim() })).turn).toBeUndefined();
      expect(await conversation.commit(turn, "1")).toMatchObject({ kind: "ok" });
      expect(await conversation.waiting()).toEqual(["two", "three"]);
    });

    it("keeps the newest reply address, and the one before when a message brings none", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one", { replyAddress: "first" });
      await conversation.accept("two", { replyAddress: "second" });
      await conversation.accept("three");
      expect((await conversation.begin()).replyAddress).toBe("second");
    });
  });
}
