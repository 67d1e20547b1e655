import { createStore } from "./store.ts";

/** The session that keys act on in the list. */
export const cursor = createStore<string | undefined>(undefined);

/** The sessions that are selected. */
export const selection = createStore<ReadonlySet<string>>(new Set());

/** Whether those are meant as well that meet the filter and were not read. */
export const everyMatch = createStore(false);

/** Selects a session, or lets it go. */
export function toggleSelected(id: string): void {
  everyMatch.set(false);
  selection.update((selected) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    return next;
  });
}

/** Selects sessions beside those that are. */
export function select(ids: readonly string[]): void {
  selection.update((selected) => new Set([...selected, ...ids]));
}

/** Lets all go. */
export function clearSelection(): void {
  everyMatch.set(false);
  if (selection.get().size > 0) selection.set(new Set());
}
