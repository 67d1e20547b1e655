import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { WireSession, WireTurn } from "../../src/wire/session.ts";
import type { Draft } from "../state/drafts.ts";
import type { TranscriptView } from "../state/transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { Block } from "./block.tsx";
import { DayLine } from "./boundary.tsx";
import { isToday } from "./moment.tsx";
import { type Row, blocksOf, tailOf } from "./rows.ts";
import { SteadyScroll } from "./steady-scroll.ts";
import { TranscriptRow } from "./transcript-row.tsx";
import { useSeen } from "./use-seen.ts";

/** How near the beginning older entries are read, in pixels. */
const readAhead = 1_500;

/** Blocks at the end that are drawn at once: a screen full, with the block that has just begun. */
const firstBlocks = 3;

/** What is seen of the transcript. */
interface Sight {
  readonly isAtEnd: boolean;
  /** Whether the beginning of what was read is near. */
  readonly isNearBeginning: boolean;
  /** When what stands at the upper edge was written. */
  readonly at: string | undefined;
}

/**
 * The transcript, of any length: only rows in sight are drawn. It stays at its end while somebody reads there, and where
 * it is while they read further up, whatever comes above or below.
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
  const content = useRef<HTMLDivElement>(null);
  const scroll = useRef<SteadyScroll>(undefined);
  const [sight, setSight] = useState<Sight>({ isAtEnd: true, isNearBeginning: false, at: undefined });
  useEffect(() => {
    if (pane.current === null || content.current === null) return;
    const look = ({ scrollTop }: HTMLElement) => {
      const isAtEnd = scroll.current?.isAtEnd ?? true;
      const at = scroll.current?.row?.querySelector("time")?.dateTime;
      const isNearBeginning = scrollTop < readAhead;
      setSight((known) =>
        known.isAtEnd === isAtEnd && known.at === at && known.isNearBeginning === isNearBeginning
          ? known
          : { isAtEnd, isNearBeginning, at },
      );
    };
    const steady = new SteadyScroll(pane.current, content.current, look);
    scroll.current = steady;
    return () => steady.close();
  }, []);

  const { isAtEnd, isNearBeginning, at } = sight;
  const isWanted = isLoaded && nextBefore !== null && !isReadingOlder && !hasOlderFailed;
  useEffect(() => {
    if (!isWanted || !isNearBeginning) return;
    // Once what came last stands where it belongs: it may have taken the beginning out of sight.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (pane.current !== null && pane.current.scrollTop < readAhead) onOlder();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWanted, isNearBeginning, onOlder, entries]);

  useSeen(sessionId, view, isAtEnd);
  const [seen, setSeen] = useState(-1);
  const last = entries.at(-1)?.sequence ?? -1;
  useEffect(() => {
    if (isAtEnd) setSeen(last);
  }, [isAtEnd, last]);

  // By its run: the same entry is another object once it was read again, and all rows would be drawn anew for it.
  const newest = newestRun(entries);
  const blocks = useMemo(() => blocksOf(view), [view]);
  const tail = useMemo(() => tailOf(view, running, draft), [view, running, draft]);
  const isEmpty = entries.length === 0 && tail.length === 0;
  // Rows show how the session began and nothing else of it: what else changes is not to draw all of them again.
  const begun = useMemo(() => session, [session?.id, session?.epoch, session?.reset?.at, session?.reset?.undoUntil]);
  const drawRow = useCallback(
    (row: Row) => {
      const isNewest = row.kind === "entry" && row.entry.role === "assistant" && row.entry.runId === newest;
      return (
        <div key={row.key} role="listitem" className="entry-row">
          <TranscriptRow
            row={row}
            sessionId={sessionId}
            session={row.kind === "begin" ? begun : undefined}
            isOnly={isEmpty}
            onRegenerate={isNewest ? onRegenerate : undefined}
          />
        </div>
      );
    },
    [newest, sessionId, begun, isEmpty, onRegenerate],
  );
  // Apart from what moves with each frame of a scroll: there may be a thousand.
  const drawnBlocks = useMemo(
    () =>
      blocks.map(({ key, rows }, index) => (
        <Block key={key} rows={rows} isFirst={index >= blocks.length - firstBlocks} draw={drawRow} />
      )),
    [blocks, drawRow],
  );
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
        <div ref={content} role="list" className="entries">
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
          {drawnBlocks}
          {tail.map(drawRow)}
        </div>
      </div>
      {at !== undefined && !(isAtEnd && isToday(at)) && (
        <div className="shown-day" aria-hidden="true">
          <DayLine at={at} />
        </div>
      )}
      {!isAtEnd && (
        <button type="button" className="button to-end" onClick={() => scroll.current?.toEnd()}>
          {c.newBelow(Math.max(0, last - seen))} <Icon name="down" />
        </button>
      )}
    </div>
  );
}

/** The run whose answer is the newest of what was said; undefined where a person had the last word. */
function newestRun(entries: TranscriptView["entries"]): string | undefined {
  const last = entries.findLast(({ role }) => role !== "notice" && role !== "note");
  return last?.role === "assistant" ? last.runId : undefined;
}
