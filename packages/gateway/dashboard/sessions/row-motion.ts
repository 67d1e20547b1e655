import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { book } from "../state/world.ts";
import type { ListRows } from "./list-rows.ts";
import { seenRows } from "./list-window.ts";

/** How long a row takes to fold away or to come back, in milliseconds. The style sheet has the same. */
const foldMilliseconds = 120;

/** Rows at the upper edge by which it is told how far the list has moved: one of them may move by itself. */
const witnesses = 5;

/** Above this many rows at a time nothing is shown to move: it would explain nothing. */
const mostFolds = 8;

/** A row that is folding away, and where it stood. */
export interface LeavingRow {
  readonly session: WireSession;
  readonly top: number;
}

/**
 * Keeps what somebody reads where they read it, when sessions come and go further up; at the very top the list stays at
 * the top. Where rows are deleted, and where one comes back, the rows around show where they went.
 * @returns the rows that are folding away.
 */
export function useRowMotion(
  scroller: RefObject<HTMLElement | null>,
  rows: ListRows,
  rowHeight: number,
): readonly LeavingRow[] {
  const before = useRef({ rows, rowHeight });
  const folded = useRef(new Set<string>());
  const [leaving, setLeaving] = useState<readonly LeavingRow[]>([]);
  useLayoutEffect(() => {
    const element = scroller.current;
    const was = before.current;
    before.current = { rows, rowHeight };
    if (element === null || (was.rows === rows && was.rowHeight === rowHeight)) return;
    const { scrollTop } = element;
    const seen = seenRows(element, was.rowHeight);
    if (scrollTop > 0) {
      // Another height of rows: the same row stays at the edge.
      if (was.rowHeight !== rowHeight) element.scrollTop = (scrollTop * rowHeight) / was.rowHeight;
      else element.scrollTop = scrollTop + shiftBetween(was.rows, rows, seen.first) * rowHeight;
    }
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (was.rowHeight !== rowHeight || isCalm) return;
    const gone = sessionsIn(was.rows, seen).filter(({ id }) => rows.indexOf(id) === -1 && book.isGone(id));
    const back = sessionsIn(rows, seen).filter(({ id }) => was.rows.indexOf(id) === -1 && folded.current.delete(id));
    const folds = gone.length + back.length;
    if (folds === 0 || folds > mostFolds) return;
    for (const { id } of gone) folded.current.add(id);
    for (const { id } of back) unfold(id);
    for (const { id } of sessionsIn(rows, seen)) {
      const [from, to] = [was.rows.indexOf(id), rows.indexOf(id)];
      if (from !== -1) slide(id, from * rowHeight - scrollTop - (to * rowHeight - element.scrollTop));
    }
    setLeaving(gone.map((session) => ({ session, top: was.rows.indexOf(session.id) * rowHeight })));
    const timer = setTimeout(() => setLeaving([]), foldMilliseconds);
    return () => clearTimeout(timer);
  }, [scroller, rows, rowHeight]);
  return leaving;
}

function sessionsIn(rows: ListRows, { first, end }: { readonly first: number; readonly end: number }) {
  const sessions: WireSession[] = [];
  for (let index = first; index < end; index += 1) {
    const session = rows.at(index);
    if (session !== undefined) sessions.push(session);
  }
  return sessions;
}

/** By how many rows most of those at the edge have moved. */
function shiftBetween(before: ListRows, now: ListRows, edge: number): number {
  const shifts: number[] = [];
  for (let index = edge; index < edge + witnesses; index += 1) {
    const id = before.at(index)?.id;
    const place = id === undefined ? -1 : now.indexOf(id);
    if (place !== -1) shifts.push(place - index);
  }
  return shifts.toSorted((one, other) => one - other)[Math.floor(shifts.length / 2)] ?? 0;
}

/** Lets a row come from where it was. @param distance in pixels, downwards. */
function slide(id: string, distance: number): void {
  if (distance === 0) return;
  const frames = { translate: [`0 ${distance}px`, "0 0"] };
  document.getElementById(`row-${id}`)?.animate(frames, { duration: foldMilliseconds, easing: "ease-out" });
}

function unfold(id: string): void {
  const frames = { opacity: [0, 1], clipPath: ["inset(0 0 100%)", "inset(0)"] };
  document.getElementById(`row-${id}`)?.animate(frames, { duration: foldMilliseconds, easing: "ease-out" });
}
