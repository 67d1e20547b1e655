import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What becomes of a message whose person changed it. */
export function describeEditing(current: () => StoreSubject): void {
  const send = (conversation: StoreConversation, text: string) =>
    conversation.accept(text, { mark: current().mark(text) });

  describe("edit", () => {
    it("replaces the text of a message that waits, and raises the version alone", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      const { messageId } = await send(conversation, "two");
      const before = await conversation.summary();
      const outcome = await conversation.edit("two", "two, changed");
      const session = await conversation.summary();
      expect(outcome).toEqual({ kind: "replaced", messageId, session });
      expect(session).toMatchObject({ epoch: before.epoch, fence: before.fence, waiting: 2 });
      expect(session.version).toBeGreaterThan(before.version);
      expect(await conversation.waiting()).toEqual(["one", "two, changed"]);
    });

    it("changes nothing while a run has the message, and names the run", async () => {
      const conversation = new StoreConversation(current());
      const { messageId } = await send(conversation, "one");
      const turn = await conversation.begin();
      const session = await conversation.summary();
      const outcome = await conversation.edit("one", "changed");
      expect(outcome).toEqual({ kind: "running", messageId, runId: turn.runId, session });
      expect(await conversation.summary()).toEqual(session);
      expect(await conversation.commit(turn, "1")).toMatchObject({ kind: "ok" });
      expect(await conversation.lines()).toEqual(["user: one", "assistant: 1"]);
    });

    it("replaces the text of a message that a run gave back", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      await conversation.release(await conversation.begin());
      expect(await conversation.edit("one", "changed")).toMatchObject({ kind: "replaced" });
      expect((await conversation.begin()).messages.map(({ text }) => text)).toEqual(["changed"]);
    });

    it("changes a message in the transcript, and leaves the run in flight its turn", async () => {
      const conversation = new StoreConversation(current());
      const { messageId } = await send(conversation, "one");
      await conversation.commit(await conversation.begin(), "1");
      await send(conversation, "two");
      const turn = await conversation.begin();
      const outcome = await conversation.edit("one", "changed");
      expect(outcome).toEqual({ kind: "stored", messageId, session: await conversation.summary() });
      expect(await conversation.commit(turn, "2")).toMatchObject({ kind: "ok" });
      expect(await conversation.lines()).toEqual(["user: changed", "assistant: 1", "user: two", "assistant: 2"]);
    });

    it("marks the message with the time of its newest change, and no other", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      await conversation.edit("one", "changed before the answer", { at: 1_000 });
      await conversation.commit(await conversation.begin(), "1");
      const times = async () =>
        (await conversation.transcript()).map((entry) => ("editedAt" in entry ? entry.editedAt : undefined));
      expect(await times()).toEqual([undefined, undefined]);
      await conversation.edit("one", "changed", { at: 2_000 });
      await conversation.edit("one", "changed again", { at: 3_000 });
      expect(await times()).toEqual([3_000, undefined]);
    });

    it("changes a message in the sealed part of the transcript, and nothing beside it", async () => {
      const conversation = new StoreConversation(current());
      for (let index = 0; index < 40; index += 1) {
        await send(conversation, `message ${index}`);
        await conversation.commit(await conversation.begin(), `answer ${index}`);
      }
      const before = await conversation.transcript();
      for (const index of [0, 7, 8, 25, 39]) {
        expect(await conversation.edit(`message ${index}`, `changed ${index}`)).toMatchObject({ kind: "stored" });
      }
      const changed = [0, 7, 8, 25, 39].map((index) => 2 * index);
      expect(await conversation.transcript()).toEqual(
        before.map((entry, place) =>
          changed.includes(place) ? expect.objectContaining({ ...entry, text: `changed ${place / 2}` }) : entry,
        ),
      );
    });

    it("tells pages from before an edit from those after it", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      await conversation.commit(await conversation.begin(), "1");
      const id = await conversation.id();
      expect((await current().store.entries(id, { limit: 1 }))?.amendments).toBe(0);
      await conversation.edit("one", "changed");
      expect((await current().store.entries(id, { limit: 1 }))?.amendments).toBe(1);
    });

    it("changes nothing when the text is the same, or somebody else's", async () => {
      const conversation = new StoreConversation(current());
      await send(conversation, "one");
      await conversation.commit(await conversation.begin(), "1");
      await send(conversation, "two");
      const session = await conversation.summary();
      for (const text of ["one", "two"]) {
        expect(await conversation.edit(text, text)).toMatchObject({ kind: "unchanged", session });
        expect(await conversation.edit(text, "changed", { senderId: "bo" })).toEqual({ kind: "unknown" });
        expect(await conversation.edit(text, text, { senderId: "ada" })).toMatchObject({ kind: "unchanged" });
      }
      expect(await conversation.summary()).toEqual(session);
    });

    it("does not know a message that never came, was cancelled, or went with a reset or delete", async () => {
      const conversation = new StoreConversation(current());
      expect(await conversation.edit("never", "changed")).toEqual({ kind: "unknown" });
      await send(conversation, "cancelled");
      await conversation.cancel("cancelled");
      await send(conversation, "reset");
      await conversation.reset();
      await send(conversation, "after");
      for (const name of ["never", "cancelled", "reset"]) {
        expect(await conversation.edit(name, "changed")).toEqual({ kind: "unknown" });
      }
      await conversation.delete();
      expect(await conversation.edit("after", "changed")).toEqual({ kind: "unknown" });
    });
  });
}
