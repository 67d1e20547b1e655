import type { SessionVersion } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

type Write = (conversation: StoreConversation, expected: SessionVersion) => Promise<{ readonly kind: string }>;

/** That a write which names the state it is meant for does nothing in any other. */
export function describeExpecting(current: () => StoreSubject): void {
  const writes: Readonly<Record<string, Write>> = {
    stop: (conversation, expected) => conversation.stop({ expected }),
    reset: (conversation, expected) => conversation.reset({ expected }),
    delete: (conversation, expected) => conversation.delete({ expected }),
    patch: async (conversation, expected) => {
      const { id, epoch, fence } = await conversation.summary();
      const { keyText } = conversation;
      return current().store.patch(
        { sessionId: id, keyText, epoch, fence },
        { title: "New" },
        current().now(),
        expected,
      );
    },
  };

  describe.each(Object.keys(writes))("%s of a state that somebody saw", (name) => {
    const write: Write = (conversation, expected) =>
      writes[name]?.(conversation, expected) ?? Promise.reject(new Error(`There is no ${name}.`));

    it("is done while the session is in it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      await conversation.begin();
      const outcome = await write(conversation, await conversation.summary());
      expect(["stopped", "removed", "ok"]).toContain(outcome.kind);
    });

    it("changes nothing in another, and says how many messages arrived since then", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const seen = await conversation.summary();
      for (const text of ["two", "three"]) await conversation.accept(text);
      await conversation.begin();
      const session = await conversation.summary();
      expect(await write(conversation, seen)).toEqual({ kind: "changed", session, newMessages: 2 });
      expect(await conversation.summary()).toEqual(session);
      expect(await conversation.waiting()).toEqual(["two", "three"]);
    });

    it("changes nothing after a reset, and tells what arrived from what was there", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept("one");
      const seen = await conversation.summary();
      await conversation.reset();
      const outcome = await write(conversation, seen);
      expect(outcome).toEqual({ kind: "changed", session: await conversation.summary(), newMessages: 0 });
      expect(await write(conversation, { ...seen, version: seen.version + 1 })).toMatchObject({ kind: "changed" });
    });
  });

  it("takes a setting away that is given as undefined", async () => {
    const conversation = new StoreConversation(current());
    const { session } = await conversation.accept("one");
    const { id, epoch, fence } = session;
    const reference = { sessionId: id, keyText: conversation.keyText, epoch, fence };
    await current().store.patch(reference, { title: "Trip", model: "a/b" }, current().now());
    await current().store.patch(reference, { title: undefined }, current().now());
    expect((await conversation.summary()).settings).toEqual({ model: "a/b" });
  });
}
