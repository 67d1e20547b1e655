import { explain } from "../actions/explain.ts";
import { cursor, select } from "../state/selection.ts";
import type { ListQuery } from "../state/session-order.ts";
import { showToast } from "../state/toasts.ts";
import { queries } from "../state/world.ts";
import type { ListRows } from "./list-rows.ts";
import { pageSize, readPage } from "./use-session-list.ts";

/**
 * Selects all rows from one to another, both included. Those between them that nobody looks at are read for it; where
 * they cannot be, nothing is selected, since a range with a hole in it would be taken for a whole one.
 */
export async function selectRange(query: ListQuery, rows: ListRows, one: number, other: number): Promise<void> {
  const [from, to] = [Math.min(one, other), Math.max(one, other)];
  const target = rows.at(other)?.id;
  const ids: string[] = [];
  try {
    for (let index = from; index <= to; index += 1) {
      const id = rows.at(index)?.id ?? (await idAt(query, index));
      if (id !== undefined) ids.push(id);
    }
  } catch (error) {
    showToast({ kind: "failed", text: explain(error) });
    return;
  }
  select(ids);
  cursor.set(target);
}

async function idAt({ filter, sort }: ListQuery, index: number): Promise<string | undefined> {
  const number = Math.floor(index / pageSize);
  const page = await queries.fetchQuery({
    queryKey: ["sessions", filter, sort, number],
    queryFn: ({ signal }) => readPage({ filter, sort }, number, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return page.ids[index % pageSize];
}
