import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { WireTurn } from "../../src/wire/session.ts";
import type { Draft } from "../state/drafts.ts";
import type { Boundary, TranscriptView } from "../state/transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { fullTime } from "../parts/time.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { useLanguage } from "../text/words.ts";
import { DraftEntry } from "./draft-entry.tsx";
import { Card, Entry } from "./entry.tsx";

/** How near the end counts as at the end, in pixels. */
const nearEnd = 80;

/** How near the beginning older entries are read, in pixels. */
const nearBeginning = 400;

/** The transcript: stays at its end while somebody reads there, and where it is while they read further up. */
export function TranscriptPane({
  view,
  running,
  draft,
  onOlder,
  isReadingOlder,
}: {
  readonly view: TranscriptView;
  readonly running: WireTurn | null;
  readonly draft: Draft | undefined;
  readonly onOlder: () => void;
  readonly isReadingOlder: boolean;
}) {
  const c = useConversationWords();
  const { entries, nextBefore, epoch, boundary, isLoaded } = view;
  const pane = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState(0);
  const first = entries[0]?.sequence;
  const last = entries.at(-1)?.sequence ?? -1;
  const height = useRef(0);

  // Entries that come above push down what is read; the pane follows.
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    if (!isAtEnd) element.scrollTop += element.scrollHeight - height.current;
  }, [first]);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    if (isAtEnd) element.scrollTop = element.scrollHeight;
    height.current = element.scrollHeight;
  }, [entries, draft, isAtEnd]);
  useEffect(() => {
    if (isAtEnd) setSeen(last);
  }, [isAtEnd, last]);

  const look = () => {
    const element = pane.current;
    if (element === null) return;
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd);
    if (element.scrollTop < nearBeginning && nextBefore !== null && !isReadingOlder) onOlder();
  };
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
        onScroll={look}
      >
        {nextBefore !== null && (
          <button type="button" className="button link older" disabled={isReadingOlder} onClick={onOlder}>
            {c.older}
          </button>
        )}
        {isLoaded && nextBefore === null && <Beginning boundary={boundary} />}
        <ol className="entries">
          {entries.map((entry) => (
            <Entry key={`${epoch}.${entry.sequence}`} entry={entry} />
          ))}
          {view.queue
            .filter(({ id }) => running?.messageIds.includes(id) === true)
            .map(({ id, sender, text, acceptedAt }) => (
              <Card key={id} kind="user" name={sender.name ?? sender.id} at={acceptedAt}>
                <p className="plain-text">{text}</p>
              </Card>
            ))}
          {draft !== undefined && draft.epoch >= epoch && <DraftEntry draft={draft} />}
        </ol>
      </div>
      {!isAtEnd && (
        <button
          type="button"
          className="button to-end"
          onClick={() => pane.current?.scrollTo({ top: pane.current.scrollHeight })}
        >
          {c.newBelow(Math.max(0, last - seen))} <Icon name="down" />
        </button>
      )}
    </div>
  );
}

/** How the epoch began: with the conversation, or with a reset. */
function Beginning({ boundary }: { readonly boundary: Boundary | undefined }) {
  const c = useConversationWords();
  const language = useLanguage();
  if (boundary !== undefined) {
    const who = boundary.actor.id === "" ? c.you : boundary.actor.id;
    return (
      <p className="boundary" data-kind="reset">
        <span>
          <bdi>{c.resetBoundary(who, boundary.actor.surface, fullTime(boundary.at, language))}</bdi>
        </span>
      </p>
    );
  }
  return (
    <p className="boundary">
      <span>{c.begin}</span>
    </p>
  );
}
