import { type MouseEvent, useCallback, useEffect, useRef } from "react";
import { explain } from "../actions/explain.ts";
import { navigate, useSearch } from "../location.ts";
import { loaded } from "../parts/loaded.tsx";
import { density, rowHeights } from "../state/density.ts";
import { looked, isUnread } from "../state/looked.ts";
import { dropRowNote, rowNotes } from "../state/row-notes.ts";
import { clearSelection, cursor, everyMatch, selection, toggleSelected } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { useWords } from "../text/words.ts";
import { useListCursor } from "./list-cursor.ts";
import { ListFilters } from "./list-filters.tsx";
import { ListFoot } from "./list-foot.tsx";
import { useListQuery } from "./list-query.ts";
import { useListWindow, useReveal } from "./list-window.ts";
import { usePageNumbers } from "./page-numbers.ts";
import { useRowMotion } from "./row-motion.ts";
import { selectRange } from "./select-range.ts";
import { SessionRow } from "./session-row.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { pageSize, useSessionList } from "./use-session-list.ts";

const EmptyList = loaded(async () => (await import("../frame/later.ts")).EmptyList);

/** The list of conversations: any number of rows, live, by keyboard and by pointer. */
export function SessionList({ openId }: { readonly openId: string | undefined }) {
  const t = useWords();
  const query = useListQuery();
  const search = useSearch();
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = rowHeights[useStore(density)];
  const shown = useListWindow(scroller, rowHeight);
  const list = useSessionList(query, usePageNumbers(shown, pageSize));
  const { rows, total } = list;
  const leaving = useRowMotion(scroller, rows, rowHeight);
  const at = useListCursor(rows, useReveal(scroller, rowHeight));
  const selected = useStore(selection);
  const isEverySelected = useStore(everyMatch);
  const notes = useStore(rowNotes);
  const looks = useStore(looked);
  useEffect(() => {
    // Another list begins at its top.
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [query]);
  // What is selected is seen in the list: nothing must be done to rows that another filter has taken out of sight.
  useEffect(clearSelection, [JSON.stringify(query.filter)]);
  const open = useCallback(
    (id: string) => {
      cursor.set(id);
      dropRowNote(id);
      navigate(search === "" ? `/c/${id}` : `/c/${id}?${search}`);
    },
    [search],
  );
  const point = useRef<(id: string, event: MouseEvent) => void>(undefined);
  point.current = (id, { shiftKey, metaKey, ctrlKey }) => {
    if (shiftKey) return void selectRange(query, rows, at.index === -1 ? rows.indexOf(id) : at.index, rows.indexOf(id));
    if (metaKey || ctrlKey) return toggleSelected(id);
    open(id);
  };
  const onPoint = useCallback((id: string, event: MouseEvent) => point.current?.(id, event), []);
  useListKeys({ scroller, rows, at, rowHeight, openId, open });

  const indexes = Array.from(
    { length: Math.max(0, Math.min(shown.end, rows.length) - shown.first) },
    (_, row) => shown.first + row,
  );
  return (
    <section className="session-list" aria-label={t.conversations}>
      <ListFilters query={query} />
      <div
        ref={scroller}
        className="rows"
        role="listbox"
        aria-label={t.conversations}
        aria-multiselectable="true"
        aria-busy={list.isLoading}
        aria-activedescendant={at.index === -1 ? undefined : `row-${at.id}`}
        data-density={rowHeight < 50 ? "compact" : "comfortable"}
        tabIndex={0}
        onFocus={() => at.id === undefined && cursor.set(rows.at(0)?.id)}
      >
        <div role="presentation" className="rows-space" style={{ height: rows.length * rowHeight }}>
          {indexes.map((index) => {
            const session = rows.at(index);
            // What was not read yet is drawn by the style sheet: a drag passes thousands of them.
            if (session === undefined) return null;
            const { id } = session;
            return (
              <SessionRow
                key={id}
                session={session}
                note={notes.get(id)}
                top={index * rowHeight}
                position={index + 1}
                count={rows.length}
                isOpen={id === openId}
                isCursor={id === at.id}
                isSelected={isEverySelected || selected.has(id)}
                isUnread={id !== openId && isUnread(session, looks)}
                onPoint={onPoint}
              />
            );
          })}
          {leaving.map(({ session: { id }, top }) => (
            <div key={`leaving-${id}`} className="row leaving" role="presentation" style={{ top }} />
          ))}
        </div>
      </div>
      {list.isLoading && rows.length === 0 && <Skeleton />}
      {list.error !== null && rows.length === 0 && (
        <div className="state" role="alert">
          <h2>{t.listFailed}</h2>
          <p className="quiet">{explain(list.error)}</p>
          <button type="button" className="button" onClick={list.retry}>
            {t.retry}
          </button>
        </div>
      )}
      {!list.isLoading && list.error === null && rows.length === 0 && <EmptyList query={query} />}
      <ListFoot query={query} rows={rows} total={total} />
    </section>
  );
}

function Skeleton() {
  return <div className="rows-space skeleton late" aria-hidden="true" />;
}
