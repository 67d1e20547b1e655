import { Suspense, lazy, useEffect, useRef } from "react";
import { useSearch } from "wouter";
import { deleteSession, resetSession } from "../actions/removal.ts";
import { stopSession } from "../actions/session-actions.ts";
import { explain } from "../actions/explain.ts";
import { useKeys } from "../frame/keys.ts";
import { navigate } from "../location.ts";
import { may } from "../state/me.ts";
import { clearSelection, cursor, select, selection, toggleSelected } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { book } from "../state/world.ts";
import { useWords } from "../text/words.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListFilters } from "./list-filters.tsx";
import { useListQuery } from "./list-query.ts";
import { useListWindow } from "./list-window.ts";
import { SessionRow } from "./session-row.tsx";
import { useSessionList } from "./use-session-list.ts";

const EmptyList = lazy(() => import("./empty-list.tsx"));

/** Height of a row, in pixels: two lines. The style sheet has the same. */
const rowHeight = 60;

/** Rows from the end at which the next page is read. */
const readAhead = 60;

/** The list of conversations: any number of rows, live, by keyboard and by pointer. */
export function SessionList({ openId }: { readonly openId: string | undefined }) {
  const t = useWords();
  const query = useListQuery();
  const search = useSearch();
  const list = useSessionList(query);
  const { rows, total, hasMore, isReadingMore, readMore } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const cursorId = useStore(cursor);
  const selected = useStore(selection);
  const index = useCursorIndex(rows.map(({ id }) => id));
  const [shown, reveal] = useListWindow(scroller, rows.length, rowHeight);
  useEffect(() => {
    if (hasMore && !isReadingMore && shown.end >= rows.length - readAhead) readMore();
  }, [hasMore, isReadingMore, shown.end, rows.length, readMore]);

  const open = (id: string) => navigate(search === "" ? `/c/${id}` : `/c/${id}?${search}`);
  const move = (step: number, isRange = false) => {
    const next = rows[Math.max(0, Math.min(rows.length - 1, index === -1 ? 0 : index + step))];
    if (next === undefined) return;
    if (isRange) select([cursorId ?? next.id, next.id]);
    cursor.set(next.id);
    reveal(rows.indexOf(next));
    if (openId !== undefined && matchMedia("(min-width: 900px)").matches) open(next.id);
  };
  /** Acts on the row that the cursor is at, or the one that is open; the cursor goes on to the next row first. */
  const act = (operation: string, run: (id: string) => void) => {
    const id = openId ?? cursorId;
    if (id !== undefined && may(operation)) run(id);
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    "Shift+J": () => move(1, true),
    "Shift+K": () => move(-1, true),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    "Shift+ArrowDown": () => move(1, true),
    "Shift+ArrowUp": () => move(-1, true),
    x: () => cursorId !== undefined && toggleSelected(cursorId),
    Enter: (event) => {
      if (event.target instanceof HTMLElement && event.target.closest("a,button") !== null) return event.target.click();
      if (cursorId !== undefined) open(cursorId);
    },
    "/": () => document.querySelector<HTMLInputElement>("#search")?.focus(),
    Escape: () => {
      if (document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement)
        return scroller.current?.focus();
      if (selected.size > 0) return clearSelection();
      if (openId !== undefined) {
        navigate(search === "" ? "/" : `/?${search}`);
        scroller.current?.focus();
      }
    },
    Delete: () =>
      selected.size > 0
        ? document.querySelector<HTMLButtonElement>("#bulk-delete")?.click()
        : act("session.delete", (id) => {
            const session = book.find(id);
            if (session === undefined) return;
            if (id === cursorId) cursor.set((rows[index + 1] ?? rows[index - 1])?.id);
            void deleteSession(session);
          }),
    r: () =>
      act("session.reset", (id) => {
        const session = book.find(id);
        if (session !== undefined) void resetSession(session);
      }),
    s: () =>
      act("session.stop", (id) => {
        const session = book.find(id);
        if (session?.running) void stopSession(session);
      }),
  });

  return (
    <section className="session-list" aria-label={t.conversations}>
      <h1 className="visually-hidden">{t.conversations}</h1>
      <ListFilters query={query} />
      <div
        ref={scroller}
        className="rows"
        role="listbox"
        aria-label={t.conversations}
        aria-multiselectable="true"
        aria-busy={list.isLoading}
        aria-activedescendant={index === -1 ? undefined : `row-${cursorId}`}
        tabIndex={0}
        onFocus={() => index === -1 && rows[0] !== undefined && cursor.set(rows[0].id)}
      >
        <div role="presentation" className="rows-space" style={{ height: rows.length * rowHeight }}>
          {rows.slice(shown.first, shown.end).map((session, at) => (
            <SessionRow
              key={session.id}
              session={session}
              top={(shown.first + at) * rowHeight}
              position={shown.first + at + 1}
              count={hasMore ? -1 : rows.length}
              isOpen={session.id === openId}
              isCursor={session.id === cursorId}
              isSelected={selected.has(session.id)}
              onOpen={open}
            />
          ))}
        </div>
      </div>
      {list.isLoading && <Skeleton />}
      {list.error !== null && (
        <div className="state" role="alert">
          <h2>{t.listFailed}</h2>
          <p className="quiet">{explain(list.error)}</p>
          <button type="button" className="button" onClick={list.retry}>
            {t.retry}
          </button>
        </div>
      )}
      <Suspense>{!list.isLoading && list.error === null && rows.length === 0 && <EmptyList query={query} />}</Suspense>
      <ListFoot query={query} rows={rows} total={total} />
    </section>
  );
}

/**
 * Where the cursor is among the rows. When its row goes, by whoever's hand, it moves to the row that took the place, so
 * that the next key acts on what is seen there.
 */
function useCursorIndex(ids: readonly string[]): number {
  const current = useStore(cursor);
  const before = useRef<readonly string[]>([]);
  const index = current === undefined ? -1 : ids.indexOf(current);
  useEffect(() => {
    if (current !== undefined && index === -1) {
      const place = before.current.indexOf(current);
      const rest = before.current.slice(place + 1).find((id) => ids.includes(id));
      if (place !== -1) cursor.set(rest ?? ids.at(-1));
    }
    before.current = ids;
  }, [current, index, ids]);
  return index;
}

function Skeleton() {
  return (
    <div className="skeleton late" aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <i key={row} />
      ))}
    </div>
  );
}
