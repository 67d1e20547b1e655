import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { WireSession, WireSessionPage } from "../../src/wire/session.ts";
import { call } from "../api/call.ts";
import { liveState } from "../live/live-feed.ts";
import { compareBy, meets } from "../state/session-order.ts";
import { useStore } from "../state/store.ts";
import { book } from "../state/world.ts";
import type { ListQuery } from "./list-query.ts";

/** Sessions of one page: as many as the gateway gives. */
const pageSessions = 200;

/** How often lists are read where there is no stream, in milliseconds. */
const pollMilliseconds = 4_000;

/** The sessions of a list, as far as they were read. */
export interface SessionListView {
  readonly rows: readonly WireSession[];
  /** On all pages, when they were counted last; undefined while it is not known. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isReadingMore: boolean;
  readonly readMore: () => void;
  readonly retry: () => void;
}

/** What of a page of sessions is kept: the sessions themselves are in the book. */
interface ListPage {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
  readonly total: number | undefined;
}

/** A list of sessions that is always in order and up to date, since events and pages go into the same book. */
export function useSessionList({ filter, sort }: ListQuery): SessionListView {
  const { state } = useStore(liveState);
  const query = useInfiniteQuery({
    queryKey: ["sessions", filter, sort],
    queryFn: ({ pageParam, signal }) => readPage({ filter, sort }, pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page: ListPage) => page.nextCursor ?? undefined,
    refetchInterval: state === "polling" ? pollMilliseconds : false,
    gcTime: 60_000,
  });
  const revision = useSyncExternalStore(book.subscribe, book.revision);
  const { data, hasNextPage } = query;
  const rows = useMemo(
    () => (data === undefined ? [] : rowsOf(data.pages, { filter, sort }, hasNextPage)),
    // The book is the same object for ever; its revision tells that it says something else.
    [data, filter, sort, hasNextPage, revision],
  );
  const total = data?.pages[0]?.total;
  return {
    rows,
    total: hasNextPage && total !== undefined ? Math.max(total, rows.length) : rows.length,
    isLoading: query.isPending,
    error: data === undefined ? query.error : null,
    hasMore: hasNextPage,
    isReadingMore: query.isFetchingNextPage,
    readMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

async function readPage({ filter, sort }: ListQuery, cursor: string, signal: AbortSignal): Promise<ListPage> {
  const isFirst = cursor === "";
  const query = { ...filter, sort, limit: pageSessions, ...(isFirst ? { count: true } : { cursor }) };
  const page = await call<WireSessionPage>({ path: "/sessions", query, signal });
  for (const session of page.items) book.offer(session);
  return { ids: page.items.map(({ id }) => id), nextCursor: page.nextCursor, total: page.total };
}

/**
 * Everything that was read and still belongs here, and everything that belongs between: what stands further down than
 * the last page that was read is not known completely, and waits for its page.
 */
function rowsOf(pages: readonly ListPage[], { filter, sort }: ListQuery, hasMore: boolean): readonly WireSession[] {
  const compare = compareBy(sort);
  const read = new Set(pages.flatMap(({ ids }) => ids));
  const last = pages
    .at(-1)
    ?.ids.map((id) => book.find(id))
    .findLast((session) => session !== undefined);
  const isInRange = (session: WireSession) => !hasMore || last === undefined || compare(session, last) <= 0;
  return [...book.all()]
    .filter((session) => (read.has(session.id) || isInRange(session)) && meets(session, filter))
    .toSorted(compare);
}
