import type { ImportRequest, NewTranscriptEntry, TranscriptEntry } from "@keyturn/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** That a session which was exported can be made again, as a new one. */
export function describeImporting(current: () => StoreSubject): void {
  const requestFor = (conversation: StoreConversation, change: Partial<ImportRequest> = {}): ImportRequest => ({
    key: conversation.key,
    newSessionId: current().sessionId(),
    owner: { id: "ada", name: "Ada" },
    settings: { title: "Trip", model: "a/b", isPinned: true },
    usage: { inputTokens: 7, outputTokens: 8, runs: 2 },
    createdAt: 1_000,
    entries: entriesOf(3),
    at: current().now(),
    ...change,
  });

  describe("import", () => {
    it("makes a session with transcript, settings and usage, in which nothing waits and nothing is on its way", async () => {
      const conversation = new StoreConversation(current());
      const request = requestFor(conversation);
      const imported = await current().store.import(request);
      const session = await conversation.summary();
      expect(imported).toEqual({ kind: "imported", session });
      expect(session).toMatchObject({
        id: request.newSessionId,
        key: conversation.key,
        owner: request.owner,
        settings: request.settings,
        usage: request.usage,
        createdAt: 1_000,
        updatedAt: request.at,
        entries: 3,
        waiting: 0,
        running: undefined,
        deliveries: { open: 0, unconfirmed: 0, failed: 0 },
        preview: "entry 1",
      });
      expect(await conversation.nextDelivery()).toBeUndefined();
      expect(await current().store.unfinished()).toEqual([]);
      await conversation.exchange("and on", "it goes");
      expect(await conversation.lines()).toHaveLength(5);
    });

    it("is refused where the key names a session, and changes nothing", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const before = await conversation.summary();
      const request = requestFor(conversation);
      expect(await current().store.import(request)).toEqual({ kind: "occupied", sessionId: before.id });
      expect(await conversation.summary()).toEqual(before);
      expect(await current().store.summary(request.newSessionId)).toBeUndefined();
    });

    it("brings no deleted session back: it is another one, in an epoch above every one before", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const old = await conversation.summary();
      const removed = await conversation.delete({ undoUntil: current().now() + 600_000 });
      const request = requestFor(conversation);
      await current().store.import(request);
      const session = await conversation.summary();
      expect(session.id).not.toBe(old.id);
      expect(removed).toMatchObject({ kind: "removed", removal: { epoch: expect.any(Number) } });
      expect(session.epoch).toBeGreaterThan(old.epoch + 1);
      expect(await current().store.summary(old.id)).toMatchObject({ id: old.id, deletedAt: expect.any(Number) });
      expect(await current().store.restore(old.id, current().now())).toEqual({
        kind: "occupied",
        sessionId: session.id,
      });
    });

    it("gives the same entries back, however many, of export, delete and import", async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 200 }), async (count) => {
          round += 1;
          const conversation = new StoreConversation(current(), `round-${round}`);
          await current().store.import(requestFor(conversation, { entries: entriesOf(count) }));
          const exported = await conversation.transcript();
          expect(exported.map(withoutSequence)).toEqual(entriesOf(count));
          await conversation.delete();
          await current().store.import(requestFor(conversation, { entries: exported.map(withoutSequence) }));
          expect(await conversation.transcript()).toEqual(exported);
        }),
        { numRuns: 15 },
      );
    });
  });
}

function entriesOf(count: number): readonly NewTranscriptEntry[] {
  return Array.from({ length: count }, (_, number): NewTranscriptEntry => {
    const at = 1_000 + number;
    const text = `entry ${number}`;
    const author = { id: "olga", name: "Olga" };
    switch (number % 5) {
      case 0:
        return { role: "user", at, messageId: `m_${number}`, sender: { id: "ada", name: "Ada" }, text };
      case 1:
        return {
          role: "assistant",
          at,
          runId: `r_${number}`,
          parts: [
            { type: "tool", callId: "c", name: "dice", input: { sides: 6 }, output: [4], durationMilliseconds: 3 },
            { type: "text", text },
          ],
        };
      case 2:
        return { role: "note", at, messageId: `m_${number}`, author, text };
      case 3:
        return { role: "operator", at, messageId: `m_${number}`, author, text };
      default:
        return { role: "notice", at, text };
    }
  });
}

function withoutSequence({ sequence: _sequence, ...entry }: TranscriptEntry): NewTranscriptEntry {
  return entry;
}
