import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { WireSession } from "../../src/wire/session.ts";
import { SessionBook } from "./session-book.ts";

function session(epoch: number, version: number, more: Partial<WireSession> = {}): WireSession {
  return {
    id: "s_1",
    key: { adapter: "webchat", account: "web", place: "lobby", thread: null, person: null },
    epoch,
    version,
    title: null,
    model: null,
    pinned: false,
    muted: false,
    owner: { id: "ana", name: "Ana" },
    createdAt: "2030-01-01T00:00:00.000Z",
    updatedAt: "2030-01-01T00:00:00.000Z",
    entries: 0,
    waiting: 0,
    running: null,
    deliveries: { open: 0, unconfirmed: 0, failed: 0 },
    usage: { inputTokens: 0, outputTokens: 0, runs: 0 },
    preview: `${epoch}.${version}`,
    reset: null,
    ...more,
  };
}

const shown = (book: SessionBook) => [...book.all()].map(({ preview }) => preview);

describe("the book of sessions", () => {
  it("keeps the newest state, whichever comes last", () => {
    const book = new SessionBook();
    book.offer(session(1, 5));
    book.offer(session(1, 4));
    book.offer(session(2, 1));
    book.offer(session(1, 9));
    expect(shown(book)).toEqual(["2.1"]);
  });

  it("lets no late answer bring a deleted session back, and a restore does", () => {
    const book = new SessionBook();
    book.offer(session(1, 5));
    book.bury("s_1", 2);
    book.offer(session(1, 6)); // a list that was asked for before the delete
    expect(shown(book)).toEqual([]);
    expect(book.isGone("s_1")).toBe(true);
    book.offer(session(3, 0)); // the restore
    expect(shown(book)).toEqual(["3.0"]);
    book.bury("s_1", 2); // the delete's own event, late
    expect(shown(book)).toEqual(["3.0"]);
  });

  it("hides what is being deleted, and shows it as it is by then when that is refused", () => {
    const book = new SessionBook();
    book.offer(session(1, 5));
    book.hide("s_1");
    book.offer(session(1, 6));
    expect(shown(book)).toEqual([]);
    book.show("s_1");
    expect(shown(book)).toEqual(["1.6"]);
  });

  it("takes no change that belongs to an older state", () => {
    const book = new SessionBook();
    book.offer(session(2, 3));
    book.patch("s_1", { epoch: 1, version: 9 }, { entries: 7 });
    book.patch("s_1", { epoch: 2, version: 2 }, { entries: 7 });
    expect(book.find("s_1")?.entries).toBe(0);
    book.patch("s_1", { epoch: 2, version: 3 }, { entries: 7 });
    expect(book.find("s_1")?.entries).toBe(7);
  });

  it("says the same in whatever order answers and events arrive", () => {
    const steps = [
      (book: SessionBook) => book.offer(session(1, 1)),
      (book: SessionBook) => book.offer(session(1, 2)),
      (book: SessionBook) => book.bury("s_1", 2),
      (book: SessionBook) => book.offer(session(3, 1)),
      (book: SessionBook) => book.bury("s_1", 4),
      (book: SessionBook) => book.patch("s_1", { epoch: 1, version: 3 }, { entries: 1 }),
    ];
    const orders = fc.shuffledSubarray(steps, { minLength: steps.length });
    fc.assert(
      fc.property(orders, (order) => {
        const book = new SessionBook();
        for (const step of order) step(book);
        expect(shown(book)).toEqual([]);
        expect(book.isGone("s_1")).toBe(true);
      }),
    );
  });
});
