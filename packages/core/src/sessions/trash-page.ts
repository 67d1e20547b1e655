import type { ListPosition } from "./session-list.ts";
import type { UndoableRemoval } from "./session-store.ts";

/** A delete that can be undone. */
export interface UndoableDelete extends UndoableRemoval {
  readonly deletedAt: number;
}

/** A page of the deletes that can still be undone, the newest first; those of one time by their ids, as lists do. */
export function selectTrash(
  removals: readonly UndoableRemoval[],
  now: number,
  after: ListPosition | undefined,
  limit: number,
): readonly UndoableDelete[] {
  return removals
    .filter(isDelete)
    .filter((removal) => removal.until > now && (after === undefined || isAfter(removal, after)))
    .toSorted((a, b) => (isAfter(a, { at: b.deletedAt, id: b.sessionId }) ? 1 : -1))
    .slice(0, limit);
}

function isDelete(removal: UndoableRemoval): removal is UndoableDelete {
  return removal.deletedAt !== undefined;
}

/** Whether it comes later in the list than the position. */
function isAfter({ deletedAt, sessionId }: UndoableDelete, { at, id }: ListPosition): boolean {
  return deletedAt === at ? sessionId < id : deletedAt < at;
}
