import { useEffect, useRef } from "react";
import { cursor, select } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { book } from "../state/world.ts";
import type { ListRows } from "./list-rows.ts";

/** The row that keys act on. */
export interface ListCursor {
  readonly id: string | undefined;
  /** -1 when its row was not read, or there is none. */
  readonly index: number;
  /** Goes some rows on; with `isRange` the rows at both ends are selected. The row that it came to, where it was read. */
  readonly move: (step: number, isRange?: boolean) => string | undefined;
  /** Goes to the row after a session's, or the one before when there is none: the session is about to go. */
  readonly leave: (id: string) => void;
}

/**
 * Where the cursor is among the rows. When its row goes, by whoever's hand, it moves to the row that took the place, so
 * that the next key acts on what is seen there. Where it is sent to a row that was not read, it waits for that.
 * @param reveal scrolls to a row.
 */
export function useListCursor(rows: ListRows, reveal: (index: number) => void): ListCursor {
  const id = useStore(cursor);
  const index = id === undefined ? -1 : rows.indexOf(id);
  const place = useRef(-1);
  const awaited = useRef<number>(undefined);
  useEffect(() => {
    const wished = awaited.current === undefined ? undefined : rows.at(awaited.current);
    if (wished !== undefined) {
      place.current = awaited.current ?? -1;
      awaited.current = undefined;
      cursor.set(wished.id);
    } else if (index !== -1) {
      place.current = index;
    } else if (id !== undefined && place.current !== -1) {
      // Rows that were not read say nothing; where they were, another one is there now.
      const successor = rows.at(Math.min(place.current, rows.length - 1));
      if (successor !== undefined || book.isGone(id)) cursor.set(successor?.id);
    }
  }, [rows, id, index]);

  const move = (step: number, isRange = false) => {
    const from = awaited.current ?? (index === -1 ? (id === undefined ? -1 : place.current) : index);
    const start = from === -1 && step < 0 ? 0 : from;
    const target = Math.max(0, Math.min(rows.length - 1, start + (from === -1 ? Math.min(step, 1) : step)));
    const next = rows.at(target);
    reveal(target);
    // A range has no holes: it goes on when the row is there.
    if (next === undefined && isRange) return undefined;
    if (next === undefined) {
      awaited.current = rows.length === 0 ? undefined : target;
      return undefined;
    }
    awaited.current = undefined;
    if (isRange) select([id ?? next.id, next.id]);
    cursor.set(next.id);
    return next.id;
  };
  const leave = (gone: string) => {
    if (gone === id) cursor.set((rows.at(index + 1) ?? rows.at(index - 1))?.id);
  };
  return { id, index, move, leave };
}
