import type { NewTranscriptEntry, TranscriptEntry } from "@keyturn/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StoreConversation } from "./session-store-conversation.ts";
import { listAll } from "./session-store-snapshot.ts";
import type { StoreSubject } from "./session-store-subject.ts";

/** What pages of transcripts and of lists show. */
export function describeReading(current: () => StoreSubject): void {
  describeEntries(current);
  describeList(current);

  it("rejects every call after it was closed", async () => {
    const conversation = new StoreConversation(current());
    const turn = await conversation.accept("one").then(() => conversation.begin());
    const { store } = current();
    const sessionId = await conversation.id();
    const request = { sessionId, at: current().now(), mark: undefined };
    await current().close();
    await expect(conversation.send("two")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(conversation.commit(turn, "1")).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.delete(request)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.find(conversation.keyText)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.list({ limit: 1 })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(store.remember(conversation.keyText, current().mark())).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
    });
  });
}

function describeEntries(current: () => StoreSubject): void {
  describe("entries", () => {
    it("gives pages of any size that join to the whole transcript, of 300 entries and more", async () => {
      const conversation = new StoreConversation(current());
      const expected: string[] = [];
      for (const size of [1, 60, 70, 150, 25, 3]) expected.push(...(await addEntries(current(), conversation, size)));
      const { id, entries } = await conversation.summary();
      expect(entries).toBe(expected.length);
      expect(entries).toBeGreaterThan(300);
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (limit) => {
          const all = await readBackwards(current(), id, limit);
          expect(all.map((entry) => entry.sequence)).toEqual(expected.map((_, sequence) => sequence));
          expect(all.map(textOf)).toEqual(expected);
        }),
        { numRuns: 40, examples: [[1], [63], [64], [65], [127], [128], [129], [entries - 1], [entries]] },
      );
    });

    it("gives any part of the transcript, whichever its first entry", async () => {
      const conversation = new StoreConversation(current());
      await addEntries(current(), conversation, 200);
      const { id, entries } = await conversation.summary();
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 250 }), fc.integer({ min: 1, max: 250 }), async (before, limit) => {
          const page = await current().store.entries(id, { before, limit });
          const end = Math.min(before, entries);
          const start = Math.max(0, end - limit);
          expect(page?.entries.map((entry) => entry.sequence)).toEqual(
            Array.from({ length: end - start }, (_, place) => start + place),
          );
          expect(page?.hasMore).toBe(start > 0);
        }),
      );
    });

    it("gives a page that is of one state with the summary beside it", async () => {
      const conversation = new StoreConversation(current());
      await conversation.exchange("one", "1");
      const page = await current().store.entries(await conversation.id(), { limit: 10 });
      expect(page?.session).toEqual(await conversation.summary());
      expect(page?.hasMore).toBe(false);
    });

    it("gives a claim the newest part of a long transcript", async () => {
      const conversation = new StoreConversation(current());
      await addEntries(current(), conversation, 200);
      await conversation.accept("more");
      const { history } = await conversation.begin({ historyLimit: 150 });
      const { entries } = await conversation.summary();
      expect(history.map((entry) => entry.sequence)).toEqual(
        Array.from({ length: 150 }, (_, place) => entries - 150 + place),
      );
    });

    it("shows nothing of a long transcript after a reset, also when the new one grows as long", async () => {
      const conversation = new StoreConversation(current());
      await addEntries(current(), conversation, 200, "old");
      await conversation.reset();
      expect(await conversation.lines()).toEqual([]);
      await addEntries(current(), conversation, 200, "new");
      expect((await conversation.lines()).filter((line) => line.includes("old"))).toEqual([]);
      expect((await conversation.transcript()).map((entry) => entry.sequence)).toEqual(
        Array.from({ length: 201 }, (_, place) => place),
      );
    });

    it("gives back every kind of entry as it was", async () => {
      const conversation = new StoreConversation(current());
      await conversation.accept('Grüße 👋\u0000\n\t\u2028"\\');
      const turn = await conversation.begin();
      const at = current().now();
      const entries: readonly NewTranscriptEntry[] = [
        { role: "notice", at, text: "The model was changed." },
        {
          role: "assistant",
          at,
          runId: turn.runId,
          parts: [
            { type: "text", text: "Let me look. " },
            {
              type: "tool",
              callId: "c1",
              name: "search",
              input: { query: ["a", 1, null] },
              output: "found",
              durationMilliseconds: 12,
            },
            { type: "tool", callId: "c2", name: "search", input: {}, output: "HTTP 500", isError: true },
            { type: "text", text: "Here." },
          ],
        },
      ];
      await conversation.commit(turn, "", { entries });
      const [user, ...rest] = await conversation.transcript();
      expect(user).toMatchObject({
        role: "user",
        text: 'Grüße 👋\u0000\n\t\u2028"\\',
        sender: { id: "ada", name: "Ada" },
      });
      expect(rest).toEqual(entries.map((entry, place) => ({ ...entry, sequence: place + 1 })));
    });
  });
}

function describeList(current: () => StoreSubject): void {
  describe("list", () => {
    it("gives the most recently updated first", async () => {
      const [a, b, c] = ["a", "b", "c"].map((place) => new StoreConversation(current(), place));
      for (const conversation of [a, b, c]) await conversation?.accept("hello");
      await a?.exchange("again", "1");
      const places = (await listAll(current().store)).map((session) => session.key.place);
      expect(places).toEqual(["a", "c", "b"]);
    });

    it("gives each session once, whatever the size of the pages, also where many have one time", async () => {
      const ids: string[] = [];
      const at = current().now();
      for (let number = 0; number < 45; number += 1) {
        const conversation = new StoreConversation(current(), `place-${number}`);
        const mark = { ...current().mark(), acceptedAt: at + Math.floor(number / 10) };
        ids.push((await conversation.accept("hello", { mark })).session.id);
      }
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (limit) => {
          const listed = await listAll(current().store, limit);
          expect(listed.map((session) => session.id).toSorted()).toEqual(ids.toSorted());
        }),
        { numRuns: 20, examples: [[1], [9], [10], [11], [45]] },
      );
    });

    it("misses no session that is left alone while others are updated between the pages", async () => {
      const conversations = Array.from(
        { length: 12 },
        (_, number) => new StoreConversation(current(), `place-${number}`),
      );
      for (const conversation of conversations) await conversation.accept("hello");
      const first = await current().store.list({ limit: 4 });
      for (const number of [0, 5, 11]) await conversations[number]?.accept("again");
      const seen = new Set(first.map((session) => session.key.place));
      for (let last = first.at(-1); last !== undefined;) {
        const page = await current().store.list({ limit: 4, after: { at: last.updatedAt, id: last.id } });
        for (const session of page) seen.add(session.key.place);
        last = page.at(-1);
      }
      for (const number of [1, 2, 3, 4, 6, 7, 8, 9, 10]) expect(seen).toContain(`place-${number}`);
    });

    it("shows the same of a session as its summary does", async () => {
      const conversation = new StoreConversation(current());
      await conversation.answerInPieces("one");
      expect(await listAll(current().store)).toEqual([await conversation.summary()]);
    });
  });
}

/** Adds a turn of one message and `answers` answers. Returns their texts. */
async function addEntries(
  subject: StoreSubject,
  conversation: StoreConversation,
  answers: number,
  text: string = "entry",
): Promise<readonly string[]> {
  const question = `${text} asked at ${subject.now()}`;
  await conversation.accept(question);
  const turn = await conversation.begin();
  const texts = Array.from({ length: answers }, (_, place) => `${text} ${place} of ${turn.runId}`);
  const at = subject.now();
  await conversation.commit(turn, "", {
    entries: texts.map((part) => ({ role: "assistant", runId: turn.runId, at, parts: [{ type: "text", text: part }] })),
  });
  return [question, ...texts];
}

async function readBackwards(
  subject: StoreSubject,
  id: Parameters<StoreSubject["store"]["entries"]>[0],
  limit: number,
): Promise<readonly TranscriptEntry[]> {
  let all: readonly TranscriptEntry[] = [];
  for (;;) {
    const page = await subject.store.entries(id, { limit, before: all[0]?.sequence });
    if (page === undefined) throw new Error(`The session ${id} is gone.`);
    all = [...page.entries, ...all];
    if (!page.hasMore) return all;
  }
}

function textOf(entry: TranscriptEntry): string {
  return entry.role === "assistant"
    ? entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("")
    : entry.text;
}
