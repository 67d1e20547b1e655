import { type AcceptRequest, type InboundAttachment, type MessageId, type SessionId } from "@keyturn/core";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

const minute = 60_000;

/** Bytes that no text has, so that a store that keeps texts shows. */
function file(name: string, ...bytes: readonly number[]): InboundAttachment {
  return { name, mediaType: "image/png", bytes: new Uint8Array([0xff, 0x00, 0xfe, ...bytes]) };
}

/** How the bytes of attachments are kept, and that they leave with what they came with. */
export function describeAttaching(current: () => StoreSubject, isDurable: boolean): void {
  const restart = async () => {
    if (isDurable) await current().reopen();
  };
  const send = (conversation: StoreConversation, text: string, ...attachments: readonly InboundAttachment[]) => {
    const request: Partial<AcceptRequest> = { mark: current().mark(text), attachments };
    return conversation.accept(text, request);
  };
  const exchange = async (conversation: StoreConversation, text: string, ...files: readonly InboundAttachment[]) => {
    const accepted = await send(conversation, text, ...files);
    await conversation.commit(await conversation.begin(), `re: ${text}`);
    return accepted;
  };
  const read = async (sessionId: SessionId, messageId: MessageId, index = 0) => {
    const bytes = await current().store.attachment({ sessionId, messageId, index });
    return bytes && [...bytes];
  };

  describe("attachments", () => {
    it("are told of beside the message, from the accept to the transcript and back, and their bytes are as they came", async () => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await send(conversation, "look", file("a.png", 1), file("b.png", 2, 3));
      const told = [
        { name: "a.png", mediaType: "image/png", size: 4 },
        { name: "b.png", mediaType: "image/png", size: 5 },
      ];
      expect((await current().store.waiting(session.id))[0]?.attachments).toEqual(told);
      const turn = await conversation.begin();
      expect(turn.messages[0]?.attachments).toEqual(told);
      await conversation.commit(turn, "seen");
      expect((await conversation.transcript())[0]).toMatchObject({ role: "user", attachments: told });
      await conversation.regenerate();
      expect((await current().store.waiting(session.id))[0]?.attachments).toEqual(told);
      await restart();
      expect(await read(session.id, messageId, 0)).toEqual([0xff, 0x00, 0xfe, 1]);
      expect(await read(session.id, messageId, 1)).toEqual([0xff, 0x00, 0xfe, 2, 3]);
      expect(await read(session.id, messageId, 2)).toBeUndefined();
    });

    it("are what they were when the message was accepted, whatever becomes of the caller's bytes", async () => {
      const conversation = new StoreConversation(current());
      const bytes = Buffer.from([1, 2, 3]);
      const { messageId, session } = await send(conversation, "look", { ...file("a.png"), bytes });
      bytes.fill(0);
      expect(await read(session.id, messageId)).toEqual([1, 2, 3]);
    });

    it("of a message that was not accepted are not kept", async () => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await send(conversation, "one", file("a.png", 1));
      const again = { mark: current().mark("one"), attachments: [file("a.png", 2)] };
      expect(await conversation.send("one", again)).toMatchObject({ kind: "duplicate" });
      const rejected = { mark: current().mark("two"), attachments: [file("b.png")], mode: "reject" } as const;
      expect(await conversation.send("two", rejected)).toMatchObject({ kind: "busy" });
      expect(await read(session.id, again.mark.messageId)).toBeUndefined();
      expect(await read(session.id, rejected.mark.messageId)).toBeUndefined();
      expect(await read(session.id, messageId)).toEqual([0xff, 0x00, 0xfe, 1]);
    });

    it("are read in one epoch only, where one is named", async () => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await send(conversation, "one", file("a.png"));
      const query = { sessionId: session.id, messageId, index: 0 };
      expect(await current().store.attachment({ ...query, epoch: session.epoch })).toHaveLength(3);
      expect(await current().store.attachment({ ...query, epoch: session.epoch + 1 })).toBeUndefined();
    });

    it("leave when their message is cancelled, and when it is withdrawn from the queue, its run or the transcript", async () => {
      const conversation = new StoreConversation(current());
      const kept = await exchange(conversation, "kept", file("k.png"));
      const stored = await exchange(conversation, "stored", file("s.png"), file("t.png"));
      const running = await send(conversation, "running", file("r.png"));
      await conversation.begin();
      const cancelled = await send(conversation, "cancelled", file("c.png"));
      const waiting = await send(conversation, "waiting", file("w.png"));
      const { id } = await conversation.summary();
      await conversation.cancel("cancelled");
      for (const text of ["stored", "running", "waiting"]) await conversation.withdraw(text);
      await restart();
      for (const { messageId } of [stored, running, cancelled, waiting]) {
        expect(await read(id, messageId)).toBeUndefined();
      }
      expect(await read(id, stored.messageId, 1)).toBeUndefined();
      expect(await read(id, kept.messageId)).toHaveLength(3);
    });

    it("leave also when their message is withdrawn after its answer was to be written anew", async () => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await exchange(conversation, "one", file("a.png"));
      await conversation.regenerate();
      expect(await read(session.id, messageId)).toHaveLength(3);
      await conversation.withdraw("one");
      expect(await read(session.id, messageId)).toBeUndefined();
    });

    it("of the sealed part of the transcript are there, and leave with their messages", async () => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await exchange(conversation, "first", file("a.png"));
      const other = await exchange(conversation, "second", file("b.png"));
      for (let turn = 0; turn < 20; turn += 1) await exchange(conversation, `message ${turn}`);
      expect(await read(session.id, messageId)).toHaveLength(3);
      await conversation.withdraw("first");
      await restart();
      expect(await read(session.id, messageId)).toBeUndefined();
      expect(await read(session.id, other.messageId)).toHaveLength(3);
    });

    it.each(["reset", "delete"] as const)("leave with a %s, and nobody reads them", async (removal) => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await exchange(conversation, "one", file("a.png"));
      await conversation[removal]();
      expect(await read(session.id, messageId)).toBeUndefined();
      const next = await exchange(conversation, "two", file("b.png"));
      await restart();
      expect(await read(session.id, messageId)).toBeUndefined();
      expect(await read(next.session.id, next.messageId)).toHaveLength(3);
    });

    it.each(["reset", "delete"] as const)("come back when a %s is undone, and go on", async (removal) => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await exchange(conversation, "one", file("a.png"));
      const waiting = await send(conversation, "waiting", file("w.png"));
      const withdrawn = await send(conversation, "withdrawn", file("x.png"));
      await conversation[removal]({ undoUntil: current().now() + 10 * minute });
      expect(await read(session.id, messageId)).toBeUndefined();
      await conversation.withdraw("withdrawn");
      await restart();
      await current().store.restore(session.id, current().now());
      const later = await send(conversation, "later", file("l.png"));
      await restart();
      expect(await read(session.id, withdrawn.messageId)).toBeUndefined();
      for (const each of [messageId, waiting.messageId, later.messageId]) {
        expect(await read(session.id, each)).toHaveLength(3);
      }
      await conversation[removal]();
      for (const each of [messageId, waiting.messageId, later.messageId]) {
        expect(await read(session.id, each)).toBeUndefined();
      }
    });

    it.each(["reset", "delete"] as const)("of what a %s keeps go into a copy, which outlives it", async (removal) => {
      const conversation = new StoreConversation(current());
      const { messageId, session } = await exchange(conversation, "one", file("a.png", 7));
      for (let turn = 0; turn < 20; turn += 1) await exchange(conversation, `message ${turn}`);
      const cancelled = await send(conversation, "cancelled", file("c.png"));
      const until = current().now() + 10 * minute;
      await conversation[removal]({ undoUntil: until });
      const kept = await current().store.removedContent(session.id, current().now());
      if (kept.kind !== "found") throw new Error(`The store answered ${kept.kind}.`);
      const newSessionId = current().sessionId();
      const key = { adapter: "copy", account: "test", place: newSessionId };
      await current().store.import({ ...kept.content, key, newSessionId, at: current().now() });
      await current().store.purge(session.id, until);
      await restart();
      expect(await read(newSessionId, messageId)).toEqual([0xff, 0x00, 0xfe, 7]);
      expect(await read(newSessionId, cancelled.messageId)).toBeUndefined();
      expect(await read(session.id, messageId)).toBeUndefined();
    });

    it("of an export that is imported are told of, without bytes", async () => {
      const conversation = new StoreConversation(current());
      const { messageId } = await exchange(conversation, "one", file("a.png"));
      const { owner, settings, usage, createdAt } = await conversation.summary();
      const newSessionId = current().sessionId();
      const key = { adapter: "test", account: "main", place: "imported" };
      const entries = await conversation.transcript();
      const at = current().now();
      await current().store.import({ key, newSessionId, owner, settings, usage, createdAt, entries, at });
      const imported = await current().store.entries(newSessionId, { limit: 10 });
      expect(imported?.entries[0]).toMatchObject({ attachments: [{ name: "a.png" }] });
      expect(await read(newSessionId, messageId)).toBeUndefined();
    });
  });
}
