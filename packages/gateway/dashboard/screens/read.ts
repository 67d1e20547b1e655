import { type UseQueryResult, keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
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

/** A list that comes in pages, as far as it was read. */
export interface ListRead<Item> extends Pick<UseQueryResult<Page<Item>>, "data" | "error" | "refetch"> {
  /** Reads on; undefined when there is no more. */
  readonly more: (() => void) | undefined;
}

/**
 * A list that comes in pages.
 * @param lookMilliseconds how often it is read again; false where events tell, or nobody wants it.
 */
export function usePages<Item>(
  name: string,
  path: string,
  query: Record<string, QueryValue>,
  lookMilliseconds: number | false = false,
): ListRead<Item> {
  const [wanted, setWanted] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: [name, path, query, wanted],
    queryFn: ({ signal }) => readPages<Item>(path, query, wanted, signal),
    refetchInterval: lookMilliseconds,
    // What was read stays until there is more of it, or what was chosen in its place.
    placeholderData: keepPreviousData,
  });
  const hasMore = data !== undefined && data.nextCursor !== null;
  return { data, error, refetch, more: hasMore ? () => setWanted(wanted + 1) : undefined };
}

/** The first pages of a list, in one. */
async function readPages<Item>(
  path: string,
  query: Record<string, QueryValue>,
  pages: number,
  signal: AbortSignal,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < pages; read += 1) {
    const page = await call<Page<Item>>({ path, query: { ...query, limit: 100, cursor }, signal });
    items.push(...page.items);
    if (page.nextCursor === null) return { items, nextCursor: null };
    cursor = page.nextCursor;
  }
  return { items, nextCursor: cursor ?? null };
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
