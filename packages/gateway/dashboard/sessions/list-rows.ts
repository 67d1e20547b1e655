import type { WireSession } from "../../src/wire/session.ts";
import { type ListQuery, compareBy, meets } from "../state/session-order.ts";

/** A page of a list, as it was read: the sessions themselves are in the book. */
export interface ListPage {
  /** Pages before it. */
  readonly number: number;
  readonly ids: readonly string[];
  /** Its first and last session as they were then: where the page begins and ends in the list's order. */
  readonly first: WireSession | undefined;
  readonly last: WireSession | undefined;
  /** Whether the list ends with it. */
  readonly isLast: boolean;
  /** When it was asked for, milliseconds of this page's own clock. */
  readonly askedAt: number;
}

/** What rows are made from. */
export interface RowSource {
  readonly pages: readonly ListPage[];
  /** Sessions of a full page. */
  readonly pageSize: number;
  /** How long the list was when it was counted. */
  readonly total: number;
  readonly known: Iterable<WireSession>;
  /** When something was learned of a session last, on the same clock as `askedAt`. */
  readonly learnedAt: (id: string) => number;
}

/** Pages that follow one another, with every session between their ends. */
interface Stretch {
  readonly offset: number;
  readonly rows: readonly WireSession[];
  readonly isLast: boolean;
}

/** The rows of a list of which parts were read: what is known stands where it belongs, the rest is a gap. */
export class ListRows {
  /** Rows of the whole list, gaps included. */
  readonly length: number;
  /** Whether there is no gap. */
  readonly isWhole: boolean;
  readonly #stretches: readonly Stretch[];
  readonly #places = new Map<string, number>();

  constructor(stretches: readonly Stretch[], total: number) {
    this.#stretches = stretches;
    const end = stretches.at(-1);
    const read = end === undefined ? 0 : end.offset + end.rows.length;
    this.length = end?.isLast === true ? read : Math.max(read, total);
    this.isWhole = stretches.length === 1 && end?.offset === 0 && end.isLast;
    // Where two stretches meet, the one further up is right: it is nearer to what events tell of.
    for (const { offset, rows } of stretches.toReversed()) {
      for (const [at, { id }] of rows.entries()) this.#places.set(id, offset + at);
    }
  }

  /** The session of a row; undefined where nothing was read. */
  at(index: number): WireSession | undefined {
    const stretch = this.#stretches.find(({ offset, rows }) => index >= offset && index < offset + rows.length);
    return stretch?.rows[index - stretch.offset];
  }

  /** The row of a session; -1 when it has none that was read. */
  indexOf(id: string): number {
    return this.#places.get(id) ?? -1;
  }

  /** Every session that has a row, in order. */
  get known(): readonly WireSession[] {
    return this.#stretches.flatMap(({ rows }) => rows);
  }
}

/** Puts what is known of a list in its places. */
export function layRows(source: RowSource, query: ListQuery): ListRows {
  const known = [...source.known].filter((session) => meets(session, query.filter));
  // A page behind the end has no place in the order.
  const groups = groupPages(source.pages.filter(({ number, ids }) => number === 0 || ids.length > 0));
  return new ListRows(
    groups.map((pages) => stretchOf(pages, known, source, query)),
    source.total,
  );
}

/** What is known of a list before any of it was read. */
export function layKnown(known: Iterable<WireSession>, { filter, sort }: ListQuery): ListRows {
  const rows = [...known].filter((session) => meets(session, filter)).toSorted(compareBy(sort));
  return new ListRows(rows.length === 0 ? [] : [{ offset: 0, rows, isLast: false }], rows.length);
}

function groupPages(pages: readonly ListPage[]): readonly (readonly ListPage[])[] {
  const groups: ListPage[][] = [];
  for (const page of pages.toSorted((one, other) => one.number - other.number)) {
    const group = groups.at(-1);
    if (group?.at(-1)?.number === page.number - 1) group.push(page);
    else groups.push([page]);
  }
  return groups;
}

function stretchOf(
  pages: readonly ListPage[],
  known: readonly WireSession[],
  { pageSize, learnedAt }: RowSource,
  { sort }: ListQuery,
): Stretch {
  const compare = compareBy(sort);
  const ids = new Set(pages.flatMap((page) => page.ids));
  const number = pages[0]?.number ?? 0;
  const first = number === 0 ? undefined : pages[0]?.first;
  const end = pages.at(-1);
  const isLast = end?.isLast === true;
  const last = isLast ? undefined : end?.last;
  const askedAt = Math.min(...pages.map((page) => page.askedAt));
  const rows = known.filter((session) => {
    if (first !== undefined && compare(session, first) < 0) return false;
    if (last !== undefined && compare(session, last) > 0) return false;
    // What the gateway did not list there, though it was known already, is there no more.
    return ids.has(session.id) || learnedAt(session.id) >= askedAt;
  });
  return { offset: number * pageSize, rows: rows.toSorted(compare), isLast };
}
