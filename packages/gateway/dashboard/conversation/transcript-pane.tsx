import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { WireSession, WireTurn } from "../../src/wire/session.ts";
import type { Draft } from "../state/drafts.ts";
import type { TranscriptView } from "../state/transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { DayLine } from "./boundary.tsx";
import { isToday } from "./moment.tsx";
import { estimateHeight, momentOf, rowsOf } from "./rows.ts";
import { TranscriptRow } from "./transcript-row.tsx";

/** How near the end counts as at the end, in pixels. */
const nearEnd = 80;

/** Rows from the beginning at which older entries are read. */
const readAhead = 20;

/** Room above the first row, where it says that older ones are read, in pixels. The style sheet has the same. */
const headRoom = 44;

/**
 * The transcript, of any length: only the rows in sight are drawn. It stays at its end while somebody reads there, and
 * where it is while they read further up, whatever comes above or below.
 */
export function TranscriptPane({
  sessionId,
  session,
  view,
  running,
  draft,
  onOlder,
  isReadingOlder,
  hasOlderFailed = false,
  onRegenerate,
}: {
  readonly sessionId: string;
  /** Where it is shown how it began. */
  readonly session?: WireSession | undefined;
  readonly view: TranscriptView;
  readonly running: WireTurn | null;
  readonly draft: Draft | undefined;
  readonly onOlder: () => void;
  readonly isReadingOlder: boolean;
  readonly hasOlderFailed?: boolean;
  /** Where the newest answer can be written anew. */
  readonly onRegenerate?: (() => void) | undefined;
}) {
  const c = useConversationWords();
  const { entries, nextBefore, isLoaded } = view;
  const pane = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf({ view, running, draft }), [view, running, draft]);
  const columns = Math.max(24, Math.min(75, Math.floor(((pane.current?.clientWidth ?? 600) - 80) / 7.5)));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? 0 : estimateHeight(row, columns);
    },
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: nearEnd,
    paddingStart: nextBefore === null ? 8 : headRoom,
    paddingEnd: 20,
    overscan: 8,
  });

  const isPlaced = useRef(false);
  useLayoutEffect(() => {
    if (isPlaced.current || !isLoaded) return;
    isPlaced.current = true;
    virtual.scrollToEnd();
  }, [isLoaded, virtual]);

  const items = virtual.getVirtualItems();
  const firstShown = items[0]?.index ?? 0;
  useEffect(() => {
    const isWanted = nextBefore !== null && !isReadingOlder && !hasOlderFailed;
    if (isPlaced.current && isWanted && firstShown < readAhead) onOlder();
  }, [firstShown, nextBefore, isReadingOlder, hasOlderFailed, onOlder]);

  const isAtEnd = !isPlaced.current || virtual.isAtEnd(nearEnd);
  const [seen, setSeen] = useState(-1);
  const last = entries.at(-1)?.sequence ?? -1;
  useEffect(() => {
    if (isAtEnd) setSeen(last);
  }, [isAtEnd, last]);
  const shownAt = momentOf(rows[virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? -1]);
  const newestAnswer = entries.findLast(({ role }) => role !== "notice" && role !== "note");
  return (
    <div className="transcript-frame">
      <div
        ref={pane}
        className="transcript"
        role="log"
        aria-label={c.transcript}
        aria-live="off"
        aria-busy={!isLoaded}
        tabIndex={0}
      >
        <div role="list" className="entries" style={{ height: virtual.getTotalSize() }}>
          {nextBefore !== null && (
            <div role="listitem" className="older">
              {hasOlderFailed || !isReadingOlder ? (
                <button type="button" className="button link" onClick={onOlder}>
                  {hasOlderFailed ? c.olderFailed : c.older}
                </button>
              ) : (
                <span className="late quiet">{c.readingOlder}</span>
              )}
            </div>
          )}
          {items.map(({ key, index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isNewest = row.kind === "entry" && row.entry === newestAnswer && row.entry.role === "assistant";
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                role="listitem"
                className="entry-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                <TranscriptRow
                  row={row}
                  sessionId={sessionId}
                  session={row.kind === "begin" ? session : undefined}
                  isOnly={rows.length === 1}
                  onRegenerate={isNewest ? onRegenerate : undefined}
                />
              </div>
            );
          })}
        </div>
      </div>
      {shownAt !== undefined && !(isAtEnd && isToday(shownAt)) && (
        <div className="shown-day" aria-hidden="true">
          <DayLine at={shownAt} />
        </div>
      )}
      {!isAtEnd && (
        <button type="button" className="button to-end" onClick={() => virtual.scrollToEnd()}>
          {c.newBelow(Math.max(0, last - seen))} <Icon name="down" />
        </button>
      )}
    </div>
  );
}
