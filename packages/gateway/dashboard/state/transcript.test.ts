import { describe, expect, it } from "vitest";
import type { WireSession } from "../../src/wire/session.ts";
import type { WireEntry, WireMessagesPage } from "../../src/wire/transcript.ts";
import { Transcript } from "./transcript.ts";

const at = "2030-01-01T00:00:00.000Z";
const entry = (sequence: number, text = String(sequence)): WireEntry => ({ role: "notice", sequence, at, text });

function page(epoch: number, version: number, sequences: readonly number[], nextBefore: number | null = null) {
  const session: WireSession = {
    id: "s_1",
    key: { adapter: "webchat", account: "web", place: "lobby", thread: null, person: null },
    epoch,
    version,
    title: null,
    model: null,
    pinned: false,
    muted: false,
    owner: { id: "ana", name: null },
    createdAt: at,
    updatedAt: at,
    entries: sequences.length,
    waiting: 0,
    running: null,
    deliveries: { open: 0, unconfirmed: 0, failed: 0 },
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    preview: "",
    reset: null,
  };
  const items = sequences.map((each) => entry(each));
  return { session, summary: null, items, nextBefore, queue: [] } satisfies WireMessagesPage;
}

const sequencesOf = (transcript: Transcript) => transcript.view.get().entries.map(({ sequence }) => sequence);

describe("a transcript that is put together from pages", () => {
  it("has the older page before the newer, and goes on with what was asked for last", () => {
    const transcript = new Transcript();
    transcript.merge(page(1, 9, [4, 5], 4));
    transcript.merge(page(1, 9, [2, 3], 2), 4);
    expect(sequencesOf(transcript)).toEqual([2, 3, 4, 5]);
    expect(transcript.view.get().nextBefore).toBe(2);
    transcript.merge(page(1, 10, [5, 6], 5));
    expect(sequencesOf(transcript)).toEqual([2, 3, 4, 5, 6]);
    expect(transcript.view.get().nextBefore).toBe(2);
  });

  it("lets go what a newer page does not have any more, such as a message that was withdrawn", () => {
    const transcript = new Transcript();
    transcript.merge(page(1, 9, [2, 3, 4], 2));
    transcript.merge(page(1, 10, [2, 4, 5], 2));
    expect(sequencesOf(transcript)).toEqual([2, 4, 5]);
  });

  it("shows no two parts with a hole between them as one", () => {
    const transcript = new Transcript();
    transcript.merge(page(1, 3, [0, 1, 2]));
    transcript.merge(page(1, 200, [150, 151], 150));
    expect(sequencesOf(transcript)).toEqual([150, 151]);
    expect(transcript.view.get().nextBefore).toBe(150);
  });

  it("forgets everything at a reset, and takes nothing of before it any more", () => {
    const transcript = new Transcript();
    transcript.merge(page(1, 9, [0, 1]));
    transcript.reset(2);
    transcript.merge(page(1, 9, [0, 1])); // asked for before the reset
    expect(sequencesOf(transcript)).toEqual([]);
    transcript.merge(page(2, 1, [0]));
    expect(sequencesOf(transcript)).toEqual([0]);
    transcript.reset(2); // told again, late
    expect(sequencesOf(transcript)).toEqual([0]);
  });

  it("knows where a message stood that was withdrawn, and nothing else of it", () => {
    const transcript = new Transcript();
    transcript.merge(page(1, 9, [0]));
    transcript.withdraw("m_1", "2029-12-31T23:59:00.000Z");
    transcript.merge(page(1, 10, [0]), undefined, true);
    expect(transcript.view.get().withdrawn).toEqual([{ messageId: "m_1", at: "2029-12-31T23:59:00.000Z" }]);
    transcript.reset(2);
    expect(transcript.view.get().withdrawn).toEqual([]);
  });

  it("is not set back by an answer that is older than what is known", () => {
    const transcript = new Transcript();
    transcript.merge(page(1, 9, [0, 1, 2]));
    transcript.merge(page(1, 8, [0, 1]));
    expect(sequencesOf(transcript)).toEqual([0, 1, 2]);
  });
});
