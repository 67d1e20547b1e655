import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

const minute = 60_000;

/** Says something and has it answered, so often that parts of the transcript are sealed. */
async function converse(conversation: StoreConversation, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await conversation.accept(`question ${turn}`);
    await conversation.commit(await conversation.begin(), `answer ${turn}`);
  }
}

/** How a reset or delete is undone, until when, and what is left of it afterwards. */
export function describeRestoring(current: () => StoreSubject, isDurable: boolean): void {
  /** Opens the store again, where it is one that lasts. */
  const restart = async () => {
    if (isDurable) await current().reopen();
  };

  describe.each(["reset", "delete"] as const)("restore after a %s", (removal) => {
    const remove = async (conversation: StoreConversation, undoUntil?: number) => {
      const request = { sessionId: await conversation.id(), at: current().now(), mark: undefined, undoUntil };
      await current().store[removal](request);
      return request.sessionId;
    };
    const restore = (id: `s_${string}`) => current().store.restore(id, current().now());

    it("brings everything back as it was, under a new epoch, over a restart too", async () => {
      const conversation = new StoreConversation(current());
      await converse(conversation, 60);
      await conversation.accept("waiting");
      const before = await conversation.transcript();
      const { epoch } = await conversation.summary();
      const id = await remove(conversation, current().now() + 10 * minute);
      await restart();
      const removed = await current().store.summary(id);
      expect(removed?.undoUntil).toBeGreaterThan(current().now());
      expect(await restore(id)).toMatchObject({ kind: "restored", session: { id, entries: 120, waiting: 1 } });
      await restart();
      expect(await conversation.id()).toBe(id);
      expect(await conversation.transcript()).toEqual(before);
      expect(await conversation.waiting()).toEqual(["waiting"]);
      const restored = await conversation.summary();
      expect(restored.epoch).toBeGreaterThan(removed?.epoch ?? Number.POSITIVE_INFINITY);
      expect(removed?.epoch).toBeGreaterThan(epoch);
      expect(restored.undoUntil).toBeUndefined();
      // The conversation goes on, and seals further parts.
      await conversation.commit(await conversation.begin(), "answered after all");
      await converse(conversation, 60);
      expect((await conversation.transcript()).slice(0, 120)).toEqual(before);
    });

    it("tells who reset it last, when, and how much that took, until it is undone", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const { owner } = await conversation.summary();
      const undoUntil = current().now() + 10 * minute;
      const place = { adapter: "test", account: "main", surface: "test" } as const;
      await conversation.reset({ undoUntil, actor: { kind: "participant", id: owner.id, ...place } });
      const first = (await conversation.summary()).lastReset;
      const by = { kind: "participant", id: owner.id, name: owner.name, surface: "test" };
      expect(first).toEqual({ at: expect.any(Number), by, entries: 2 });
      await conversation.exchange("two", "2");
      await conversation.exchange("three", "3");
      const olga = { kind: "operator", id: "t_1", label: "Olga", surface: "dashboard", address: "192.0.2.1" } as const;
      await conversation.reset({ undoUntil, actor: olga });
      await restart();
      const second = (await conversation.summary()).lastReset;
      const byOlga = { kind: "operator", id: "t_1", name: "Olga", surface: "dashboard" };
      expect(second).toEqual({ at: expect.any(Number), by: byOlga, entries: 4 });
      await restore(await conversation.id());
      expect((await conversation.summary()).lastReset).toEqual(first);
    });

    it("shows what it keeps, as long as it keeps it, and changes nothing by that", async () => {
      const conversation = new StoreConversation(current());
      await converse(conversation, 60);
      const before = await conversation.transcript();
      const until = current().now() + 10 * minute;
      const id = await remove(conversation, until);
      await restart();
      const { epoch } = (await current().store.summary(id)) ?? {};
      const look = (at: number, removed?: number) => current().store.removedContent(id, at, removed);
      const found = { kind: "found", content: { key: conversation.key, entries: before } };
      expect(await look(until - 1, epoch)).toMatchObject(found);
      expect(await look(until - 1)).toMatchObject(found);
      expect(await look(until - 1, (epoch ?? 0) + 1)).toEqual({ kind: "superseded" });
      expect(await look(until)).toEqual({ kind: "nothing" });
      expect(await restore(id)).toMatchObject({ kind: "restored", session: { entries: 120 } });
      expect(await look(until - 1)).toEqual({ kind: "nothing" });
    });

    it("lets no run from before write, and gives its message to another one", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const turn = await conversation.begin();
      const id = await remove(conversation, current().now() + 10 * minute);
      await restore(id);
      expect(await conversation.commit(turn, "late")).toMatchObject({ kind: "fenced" });
      const again = await conversation.begin();
      expect(again.messages.map(({ text }) => text)).toEqual(["one"]);
      expect(await conversation.commit(turn, "late")).toMatchObject({ kind: "fenced" });
      expect(await conversation.commit(again, "in time")).toMatchObject({ kind: "ok" });
    });

    it("sends pieces that were never tried, and takes those back that were", async () => {
      const conversation = new StoreConversation(current());
      const [tried, untried] = await conversation.answerInPieces("one", "two");
      await conversation.takeDelivery();
      const id = await remove(conversation, current().now() + 10 * minute);
      await restore(id);
      const recall = await conversation.takeDelivery();
      expect(recall.entry).toMatchObject({ id: tried?.id, state: "recall" });
      await conversation.settle(recall, { kind: "recalled" });
      expect((await conversation.takeDelivery()).entry).toMatchObject({ id: untried?.id, text: "two" });
    });

    it("is refused when nothing was kept, when the time is over, and the second time", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const id = await remove(conversation);
      expect(await restore(id)).toMatchObject({ kind: "nothing" });
      const other = new StoreConversation(current(), "other");
      await other.accept("one");
      const until = current().now() + 10 * minute;
      const otherId = await remove(other, until);
      expect(await current().store.restore(otherId, until)).toMatchObject({ kind: "nothing" });
      expect(await current().store.restore(otherId, until - 1)).toMatchObject({ kind: "restored" });
      expect(await current().store.restore(otherId, until - 1)).toMatchObject({ kind: "nothing" });
    });

    it("is refused when something new has taken the place", async () => {
      const conversation = new StoreConversation(current());
      await converse(conversation, 2);
      const id = await remove(conversation, current().now() + 10 * minute);
      await conversation.accept("something new");
      expect(await restore(id)).toMatchObject({ kind: "occupied", sessionId: await conversation.id() });
      expect(await conversation.waiting()).toEqual(["something new"]);
    });

    it("undoes the removal that is named, and no other", async () => {
      const conversation = new StoreConversation(current());
      await converse(conversation, 2);
      const before = await conversation.transcript();
      const id = await remove(conversation, current().now() + 10 * minute);
      const first = (await current().store.summary(id))?.epoch ?? 0;
      await restore(id);
      await remove(conversation, current().now() + 10 * minute);
      const second = (await current().store.summary(id))?.epoch ?? 0;
      expect(await current().store.restore(id, current().now(), first)).toEqual({ kind: "superseded" });
      await restart();
      expect((await current().store.summary(id))?.epoch).toBe(second);
      expect(await current().store.restore(id, current().now(), second)).toMatchObject({ kind: "restored" });
      expect(await conversation.transcript()).toEqual(before);
      expect(await current().store.restore(id, current().now(), second)).toMatchObject({ kind: "nothing" });
    });

    it("is told in `undoable` until it is purged, and then nothing is left", async () => {
      const conversation = new StoreConversation(current());
      await converse(conversation, 60);
      const until = current().now() + 10 * minute;
      const id = await remove(conversation, until);
      const removed = await current().store.summary(id);
      const deletedAt = removed !== undefined && "deletedAt" in removed ? removed.deletedAt : undefined;
      const removals = [{ sessionId: id, keyText: conversation.keyText, until, deletedAt }];
      expect(await current().store.undoable()).toEqual(removals);
      await current().store.purge(id, until - 1);
      await restart();
      expect(await current().store.undoable()).toEqual(removals);
      await current().store.purge(id, until);
      expect(await current().store.undoable()).toEqual([]);
      expect(await current().store.restore(id, until - 1)).toMatchObject({ kind: "nothing" });
      await restart();
      expect((await current().store.summary(id))?.undoUntil).toBeUndefined();
    });
  });

  describe("what is kept of a deleted session", () => {
    it("is told without its transcript, until it is brought back", async () => {
      const conversation = new StoreConversation(current());
      await converse(conversation, 20);
      const { id, key, owner } = await conversation.summary();
      const deletedAt = current().now();
      expect(await current().store.removed(id)).toBeUndefined();
      const undoUntil = deletedAt + minute;
      await current().store.delete({ sessionId: id, at: deletedAt, mark: undefined, undoUntil });
      await restart();
      const epoch = (await current().store.summary(id))?.epoch;
      const removed = await current().store.removed(id);
      expect(removed).toEqual({ id, key, epoch, title: undefined, owner, entries: 40, deletedAt, undoUntil });
      await current().store.restore(id, deletedAt);
      expect(await current().store.removed(id)).toBeUndefined();
    });

    it("is dropped before its time when that is asked for; what a reset kept is not", async () => {
      const deleted = new StoreConversation(current());
      const emptied = new StoreConversation(current(), "other");
      for (const conversation of [deleted, emptied]) await converse(conversation, 20);
      const request = { at: current().now(), mark: undefined, undoUntil: current().now() + minute };
      const ids = [await deleted.id(), await emptied.id()] as const;
      await current().store.delete({ sessionId: ids[0], ...request });
      await current().store.reset({ sessionId: ids[1], ...request });
      for (const id of ids) await current().store.purgeDeleted(id);
      await restart();
      expect((await current().store.undoable()).map(({ sessionId }) => sessionId)).toEqual([ids[1]]);
      expect(await current().store.removed(ids[0])).toBeUndefined();
      expect(await current().store.restore(ids[0], request.at)).toMatchObject({ kind: "nothing" });
      expect(await current().store.restore(ids[1], request.at)).toMatchObject({ kind: "restored" });
    });
  });
}
