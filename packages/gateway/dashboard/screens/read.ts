import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type QueryValue, call } from "../api/call.ts";
import { explain } from "../actions/explain.ts";
import { showToast } from "../state/toasts.ts";
import { queries } from "../state/world.ts";

/** How often figures that no event tells of are read, in milliseconds. */
const lookMilliseconds = 5_000;

/**
 * What the gateway says at a path, read again when an event says that it is another.
 * @param name what events call it.
 * @param isWatched true where no event tells: it is then read every few seconds.
 */
export function useRead<Value>(
  name: string,
  path: string,
  { query, isWatched = false }: { readonly query?: Record<string, QueryValue>; readonly isWatched?: boolean } = {},
): UseQueryResult<Value> {
  return useQuery({
    queryKey: [name, path, query],
    queryFn: ({ signal }) => call<Value>({ path, query, signal }),
    refetchInterval: isWatched ? lookMilliseconds : false,
  });
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/**
 * A list that comes in pages, as far as it was read.
 * @param lookMilliseconds how often it is read again; false where events tell, or nobody wants it.
 */
export function usePages<Item>(
  name: string,
  path: string,
  query: Record<string, QueryValue>,
  lookMilliseconds: number | false = false,
) {
  return useInfiniteQuery({
    queryKey: [name, query],
    queryFn: ({ pageParam, signal }) =>
      call<Page<Item>>({
        path,
        query: { ...query, limit: 100, cursor: pageParam === "" ? undefined : pageParam },
        signal,
      }),
    initialPageParam: "",
    refetchInterval: lookMilliseconds,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Does something, says why when it was not done, and reads what it changed again. Undefined when it was not done. */
export async function perform<Value>(
  work: () => Promise<Value>,
  notDone: (why: string) => string,
  ...changed: readonly string[]
): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    showToast({ kind: "failed", text: notDone(explain(error)), until: Date.now() + 12_000 });
    return undefined;
  } finally {
    for (const name of changed) void queries.invalidateQueries({ queryKey: [name] });
  }
}
