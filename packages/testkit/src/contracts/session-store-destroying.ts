import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import { listAll } from "./session-store-snapshot.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What a stop, a reset and a delete take away, what they leave, and that nothing brings it back. */
export function describeDestroying(current: () => StoreSubject): void {
  describeStop(current);
  describeReset(current);
  describeDelete(current);
}

function describeStop(current: () => StoreSubject): void {
  describe("stop", () => {
    it("ends the run for good and keeps the transcript with what was written of the answer", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.accept("two");
      const turn = await conversation.begin();
      const stopped = await conversation.stop({ partialAnswer: { runId: turn.runId, text: "half of" } });
      expect(stopped).toMatchObject({ kind: "stopped", stoppedRunId: turn.runId });
      expect(await conversation.lines()).toEqual([
        "user: one",
        "assistant: 1",
        "user: two",
        "assistant (stopped): half of",
      ]);
      expect(await conversation.waiting()).toEqual([]);
      expect((await conversation.summary()).running).toBeUndefined();
    });

    it("raises the fence, so that the run's commit, release and patch are refused", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.stop();
      expect((await conversation.summary()).fence).toBeGreaterThan(turn.fence.fence);
      expect(await conversation.commit(turn, "late")).toMatchObject({ kind: "fenced" });
      expect(await conversation.release(turn)).toMatchObject({ kind: "fenced" });
      expect(await conversation.lines()).toEqual(["user: one", "assistant (stopped): "]);
    });

    it("leaves the messages that wait behind the run to the next turn", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.accept("two");
      await conversation.begin();
      await conversation.stop();
      expect((await conversation.begin()).messages.map((message) => message.text)).toEqual(["two"]);
    });

    it("leaves a later run alone when it names an earlier one", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const first = await conversation.begin();
      await conversation.release(first);
      const second = await conversation.begin();
      expect(await conversation.stop({ runId: first.runId })).toMatchObject({
        kind: "stopped",
        stoppedRunId: undefined,
      });
      expect(await conversation.commit(second, "1")).toMatchObject({ kind: "ok" });
    });

    it("changes nothing when no run is in flight", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const before = await conversation.summary();
      expect(await conversation.stop()).toMatchObject({ kind: "stopped", stoppedRunId: undefined });
      expect(await conversation.summary()).toEqual(before);
    });

    it("is done once when its command is sent twice", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.begin();
      await conversation.stop({ mark: current().mark("the-command") });
      await conversation.accept("two");
      const next = await conversation.begin();
      expect(await conversation.stop({ mark: current().mark("the-command") })).toEqual({ kind: "duplicate" });
      expect(await conversation.commit(next, "2")).toMatchObject({ kind: "ok" });
    });
  });
}

function describeReset(current: () => StoreSubject): void {
  describe("reset", () => {
    it("empties the session and keeps its id, its settings and its owner", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.accept("two");
      const turn = await conversation.begin();
      await current().store.patch(turn.fence, { title: "Trip" }, current().now());
      await conversation.accept("three");
      const before = await conversation.summary();

      const outcome = await conversation.reset();

      const after = await conversation.summary();
      expect(outcome).toEqual({
        kind: "removed",
        removal: {
          sessionId: before.id,
          key: conversation.key,
          oldEpoch: before.epoch,
          epoch: after.epoch,
          version: after.version,
          stoppedRunId: turn.runId,
          removedEntries: 2,
          discardedMessages: 2,
          cancelledDeliveries: 0,
          recalledDeliveries: 0,
        },
      });
      expect(after).toMatchObject({
        id: before.id,
        owner: before.owner,
        createdAt: before.createdAt,
        settings: { title: "Trip" },
        entries: 0,
        waiting: 0,
        preview: "",
        usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
      });
      expect(after.running).toBeUndefined();
      expect(await conversation.lines()).toEqual([]);
      expect(await conversation.waiting()).toEqual([]);
    });

    it("raises epoch and fence, so that nothing of the run before lands", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.reset();
      const { epoch, fence } = await conversation.summary();
      expect(epoch).toBeGreaterThan(turn.fence.epoch);
      expect(fence).toBeGreaterThan(turn.fence.fence);
      const { store } = current();
      const refusal = { kind: "fenced", actual: { epoch, fence } };
      expect(await conversation.commit(turn, "late")).toEqual(refusal);
      expect(await conversation.release(turn)).toEqual(refusal);
      expect(await store.patch(turn.fence, { title: "Late" }, current().now())).toEqual(refusal);
      expect(await conversation.claim()).toBeUndefined();
      expect(await conversation.summary()).toMatchObject({ entries: 0, waiting: 0, settings: {} });
    });

    it("refuses a writer that guessed the fence but not the epoch", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      await conversation.reset();
      await conversation.accept("two");
      const { fence } = await conversation.begin();
      const guess = { ...turn, fence: { ...turn.fence, fence: fence.fence } };
      expect(await conversation.commit(guess, "late")).toMatchObject({ kind: "fenced" });
      expect(await conversation.lines()).toEqual([]);
    });

    it("does not bring back a message that waited before it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("before");
      await conversation.reset();
      await conversation.accept("after");
      expect((await conversation.begin()).messages.map((message) => message.text)).toEqual(["after"]);
    });

    it("begins the transcript anew, at the first place", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      await conversation.reset();
      await conversation.exchange("two", "2");
      expect((await conversation.transcript()).map((entry) => entry.sequence)).toEqual([0, 1]);
      expect(await conversation.lines()).toEqual(["user: two", "assistant: 2"]);
      expect((await conversation.summary()).preview).toBe("2");
    });

    it("is done once when its command is sent twice", async () => {
      const conversation = new StoreConversation(current());
      const sessionId = (await conversation.accept("one")).session.id;
      const reset = () =>
        current().store.reset({ sessionId, at: current().now(), mark: current().mark("the-command") });
      expect(await reset()).toMatchObject({ kind: "removed" });
      await conversation.accept("two");
      expect(await reset()).toEqual({ kind: "duplicate" });
      expect(await conversation.waiting()).toEqual(["two"]);
    });
  });
}

function describeDelete(current: () => StoreSubject): void {
  describe("delete", () => {
    it("removes the session from every answer and says what is known of it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const { id, epoch } = await conversation.summary();
      const outcome = await conversation.delete();
      expect(outcome).toMatchObject({
        kind: "removed",
        removal: { sessionId: id, oldEpoch: epoch, removedEntries: 2 },
      });
      const { store } = current();
      expect(await store.find(conversation.keyText)).toBeUndefined();
      expect(await store.entries(id, { limit: 10 })).toBeUndefined();
      expect(await store.waiting(id)).toEqual([]);
      expect(await listAll(store)).toEqual([]);
      const known = await store.summary(id);
      expect(known).toMatchObject({ id, deletedAt: expect.any(Number) });
      expect(known?.epoch).toBeGreaterThan(epoch);
      expect(known).toEqual({ id, epoch: known?.epoch, deletedAt: expect.any(Number), undoUntil: undefined });
    });

    it("is final: no write of a run that was in flight brings the session back", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      const { id } = await conversation.summary();
      await conversation.delete();
      const { store } = current();
      const refusal = { kind: "fenced", actual: undefined };
      expect(await conversation.commit(turn, "late")).toEqual(refusal);
      expect(await conversation.release(turn)).toEqual(refusal);
      expect(await store.patch(turn.fence, { title: "Late" }, current().now())).toEqual(refusal);
      expect(
        await store.claim({ sessionId: id, runId: turn.runId, isCollecting: false, historyLimit: 9, at: 0 }),
      ).toBeUndefined();
      expect(await store.find(conversation.keyText)).toBeUndefined();
      expect(await store.summary(id)).toMatchObject({ deletedAt: expect.any(Number) });
    });

    it("says of everything that is asked of a deleted session that it is gone, and since when", async () => {
      const conversation = new StoreConversation(current());
      const sessionId = (await conversation.accept("one")).session.id;
      await conversation.delete();
      const { store } = current();
      const gone = { kind: "gone", retired: await store.summary(sessionId) };
      const request = { sessionId, at: current().now(), mark: undefined };
      expect(await store.delete(request)).toEqual(gone);
      expect(await store.reset(request)).toEqual(gone);
      expect(await store.stop({ ...request, runId: undefined, partialAnswer: undefined })).toEqual(gone);
    });

    it("says of a session that never was that it is gone, and no more", async () => {
      const request = { sessionId: current().sessionId(), at: current().now(), mark: undefined };
      expect(await current().store.delete(request)).toEqual({ kind: "gone", retired: undefined });
      expect(await current().store.summary(request.sessionId)).toBeUndefined();
    });

    it("lets the next message of the key begin a new session, of a later epoch, with nothing of the old one", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const old = await conversation.summary();
      await conversation.delete();
      const { session, isNew } = await conversation.accept("two");
      expect(isNew).toBe(true);
      expect(session.id).not.toBe(old.id);
      expect(session.epoch).toBeGreaterThan(old.epoch);
      expect(session).toMatchObject({ entries: 0, settings: {} });
      const late = {
        ...(await conversation.begin()),
        fence: { ...old, sessionId: old.id, keyText: conversation.keyText },
      };
      expect(await conversation.commit(late, "late")).toEqual({ kind: "fenced", actual: undefined });
      expect(await conversation.lines()).toEqual([]);
    });

    it("gives each reset, delete and new session an epoch above all before, over all keys", async () => {
      const here = new StoreConversation(current(), "here");
      const there = new StoreConversation(current(), "there");
      const epochs: number[] = [];
      const note = (outcome: { readonly kind: string; readonly removal?: { readonly epoch: number } }) =>
        epochs.push(outcome.removal?.epoch ?? 0);
      epochs.push((await here.accept("one")).session.epoch);
      note(await here.reset());
      epochs.push((await there.accept("one")).session.epoch);
      note(await here.delete());
      note(await there.reset());
      epochs.push((await here.accept("two")).session.epoch);
      expect(epochs).toEqual([...new Set(epochs)].toSorted((a, b) => a - b));
    });
  });
}
