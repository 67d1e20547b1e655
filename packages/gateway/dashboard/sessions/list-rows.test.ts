import { describe, expect, it } from "vitest";
import type { WireSession } from "../../src/wire/session.ts";
import { compareBy } from "../state/session-order.ts";
import { type ListPage, type RowSource, layKnown, layRows } from "./list-rows.ts";

const query = { filter: {}, sort: "-updatedAt" } as const;
const pageSize = 3;

function session(number: number, at = 1_000 - number): WireSession {
  return {
    id: `s_${String(number).padStart(3, "0")}`,
    key: { adapter: "test", account: "main", place: `place-${number}`, thread: null, person: null },
    epoch: 1,
    version: 1,
    title: null,
    model: null,
    pinned: false,
    muted: false,
    owner: { id: "ana", name: null },
    createdAt: new Date(at).toISOString(),
    updatedAt: new Date(at).toISOString(),
    entries: 2,
    waiting: 0,
    running: null,
    deliveries: { open: 0, unconfirmed: 0, failed: 0 },
    usage: { inputTokens: 0, outputTokens: 0, runs: 1 },
    preview: "hello",
    reset: null,
  };
}

/** Twelve sessions, the newest first; the gateway's list. */
const all = Array.from({ length: 12 }, (_, number) => session(number));

function page(number: number, list: readonly WireSession[] = all): ListPage {
  const items = list.slice(number * pageSize, (number + 1) * pageSize);
  const isLast = (number + 1) * pageSize >= list.length;
  return { number, ids: items.map(({ id }) => id), first: items[0], last: items.at(-1), isLast, askedAt: 10 };
}

function source(pages: readonly ListPage[], known: readonly WireSession[], late: readonly string[] = []): RowSource {
  return { pages, pageSize, total: 12, known, learnedAt: (id) => (late.includes(id) ? 20 : 5) };
}

/** The numbers of the sessions by row; `-` where nothing is known. */
function shape(rows: ReturnType<typeof layRows>): string {
  return Array.from({ length: rows.length }, (_, index) => rows.at(index)?.id.slice(-2) ?? "-").join(" ");
}

const knownOf = (pages: readonly ListPage[]) => all.filter(({ id }) => pages.some(({ ids }) => ids.includes(id)));

describe("the rows of a list", () => {
  it("stand where their page is, with gaps where nothing was read", () => {
    const pages = [page(2), page(0)];
    const rows = layRows(source(pages, knownOf(pages)), query);
    expect(shape(rows)).toBe("00 01 02 - - - 06 07 08 - - -");
    expect([rows.length, rows.isWhole, rows.indexOf("s_007"), rows.indexOf("s_004")]).toEqual([12, false, 7, -1]);
  });

  it("are whole when every page was read, and then as many as there are", () => {
    const pages = [0, 1, 2, 3].map((number) => page(number));
    const rows = layRows(source(pages, all.slice(0, 11)), query);
    expect([rows.isWhole, rows.length]).toEqual([true, 11]);
  });

  it("have what came since at the top, and what moved there no longer further down", () => {
    const pages = [page(0), page(2)];
    const moved = session(7, 2_000);
    const known = [...knownOf(pages).filter(({ id }) => id !== "s_007"), moved];
    expect(shape(layRows(source(pages, known, ["s_007"]), query))).toMatch(/^07 00 01 02 - - 06 08 /);
  });

  it("close up where one was deleted, and leave its gap at the end of what was read", () => {
    const pages = [page(0), page(1)];
    const known = knownOf(pages).filter(({ id }) => id !== "s_001");
    expect(shape(layRows(source(pages, known), query))).toBe("00 02 03 04 05 - - - - - - -");
  });

  it("do not have what the gateway did not list, unless there was news of it since", () => {
    const without = all.filter(({ id }) => id !== "s_001");
    const pages = [page(0, without), page(1, without)];
    expect(shape(layRows(source(pages, all.slice(0, 7)), query))).toMatch(/^00 02 03 04 05 06 - /);
    expect(shape(layRows(source(pages, all.slice(0, 7), ["s_001"]), query))).toMatch(/^00 01 02 03 04 05 06 - /);
  });

  it("end where the gateway's list ends, whatever is asked for behind it", () => {
    const behind = { ...page(4), ids: [], first: undefined, last: undefined };
    const pages = [page(0), page(3), behind];
    expect(shape(layRows(source(pages, knownOf(pages)), query))).toBe("00 01 02 - - - - - - 09 10 11");
  });

  it("are those that are known, before any page was read", () => {
    const rows = layKnown(all.slice(3, 6), { ...query, filter: { q: "place-4" } });
    expect([shape(rows), rows.isWhole]).toEqual(["04", false]);
  });
});

describe("the order of a list", () => {
  it("puts each session beside itself", () => {
    for (const sort of ["-updatedAt", "updatedAt", "-createdAt", "createdAt"] as const) {
      expect(compareBy(sort)(session(1), session(1))).toBe(0);
    }
  });
});
