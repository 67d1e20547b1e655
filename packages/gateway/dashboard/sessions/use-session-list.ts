import { useQueries } from "@tanstack/react-query";
import { useMemo, useRef, useSyncExternalStore } from "react";
import type { WireSessionPage } from "../../src/wire/session.ts";
import { call } from "../api/call.ts";
import { liveState, noteRead } from "../live/live-feed.ts";
import { useStore } from "../state/store.ts";
import { book, queries } from "../state/world.ts";
import type { ListQuery } from "../state/session-order.ts";
import { type ListPage, type ListRows, layKnown, layRows } from "./list-rows.ts";
import { forgetUnseen } from "./forget-unseen.ts";
import { useRereading } from "./use-rereading.ts";

/** Sessions of one page: a few screens, and an answer of some 60 kB. */
export const pageSize = 100;

/** How often lists are read where there is no stream, in milliseconds. */
const pollMilliseconds = 4_000;

/** How long a page is kept that nobody looks at, in milliseconds: long enough to come back to it. */
const keepMilliseconds = 20_000;

/** A list of sessions, as far as it was read. */
export interface SessionListView {
  readonly rows: ListRows;
  /** Sessions of the whole list; undefined while it is not known. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

interface ReadPage extends ListPage {
  readonly total: number | undefined;
}

/**
 * A list of sessions that is always in order and up to date, since events and pages go into the same book. Pages are
 * read where somebody looks, and the first one always: it tells how many sessions there are.
 * @param numbers the pages that somebody looks at.
 */
export function useSessionList({ filter, sort }: ListQuery, numbers: readonly number[]): SessionListView {
  const { state } = useStore(liveState);
  const counted = queries.getQueryData<ReadPage>(["sessions", filter, sort, 0])?.total ?? Number.POSITIVE_INFINITY;
  const wanted = [...new Set([0, ...numbers.filter((number) => number * pageSize < counted)])];
  const read = useQueries({
    queries: wanted.map((number) => ({
      queryKey: ["sessions", filter, sort, number],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => readPage({ filter, sort }, number, signal),
      refetchInterval: state === "polling" ? pollMilliseconds : (false as const),
      gcTime: keepMilliseconds,
      staleTime: pollMilliseconds,
    })),
  });
  const revision = useSyncExternalStore(book.subscribe, book.revision);
  const pages = useSame(read.flatMap(({ data }) => (data === undefined ? [] : [data])));
  const [first] = read;
  const total = pages.find(({ number }) => number === 0)?.total;
  const rows = useMemo(
    () =>
      total === undefined
        ? layKnown(book.all(), { filter, sort })
        : layRows({ pages, pageSize, total, known: book.all(), learnedAt: book.learnedAt }, { filter, sort }),
    // The book is the same object for ever; its revision tells that it says something else.
    [pages, total, filter, sort, revision],
  );
  useRereading(rows.isWhole);
  return {
    rows,
    total: total === undefined ? undefined : rows.length,
    isLoading: first?.isPending === true,
    error: first?.data === undefined ? (first?.error ?? null) : null,
    retry: () => void first?.refetch(),
  };
}

/** Reads a page of a list. @throws ApiError */
export async function readPage({ filter, sort }: ListQuery, number: number, signal: AbortSignal): Promise<ReadPage> {
  const askedAt = performance.now();
  const query = { ...filter, sort, limit: pageSize, offset: number * pageSize, count: number === 0 || undefined };
  const { items, nextCursor, total } = await call<WireSessionPage>({ path: "/sessions", query, signal });
  book.offerPage(items);
  noteRead();
  forgetUnseen();
  const ends = { first: items[0], last: items.at(-1) };
  return { number, ids: items.map(({ id }) => id), ...ends, isLast: nextCursor === null, askedAt, total };
}

/** The same array as before, as long as it holds the same. */
function useSame<Value>(values: readonly Value[]): readonly Value[] {
  const held = useRef(values);
  const isSame = held.current.length === values.length && values.every((value, at) => value === held.current[at]);
  if (!isSame) held.current = values;
  return held.current;
}
