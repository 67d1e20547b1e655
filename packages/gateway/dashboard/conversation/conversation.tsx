import { useCallback, useState } from "react";
import { explain } from "../actions/explain.ts";
import { regenerateAnswer } from "../actions/session-actions.ts";
import { useMay } from "../state/me.ts";
import { book } from "../state/world.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useWords } from "../text/words.ts";
import { Composer } from "./composer.tsx";
import { ConversationHead, type ConversationTab } from "./conversation-head.tsx";
import { Gone } from "./gone.tsx";
import { Queue } from "./queue.tsx";
import { RawView } from "./raw-view.tsx";
import { TranscriptPane } from "./transcript-pane.tsx";
import { useTranscript } from "./use-transcript.ts";
import "../style/conversation.css";
import "../style/transcript.css";

/** One conversation: what was said, what is being written, what waits, and what can be done. */
export default function Conversation({ id }: { readonly id: string }) {
  const t = useWords();
  const c = useConversationWords();
  const view = useTranscript(id);
  const [tab, setTab] = useState<ConversationTab>("transcript");
  const mayPost = useMay("session.post");
  const mayRegenerate = useMay("session.regenerate");
  const regenerate = useCallback(() => {
    const session = book.find(id);
    if (session !== undefined) void regenerateAnswer(session);
  }, [id]);
  if (view.isGone) return <Gone id={id} />;
  const { session, transcript, draft, error } = view;
  const unread =
    error === undefined ? (
      <Skeleton />
    ) : (
      <div className="state" role="alert">
        <h2>{c.conversationFailed}</h2>
        <p className="quiet">{explain(error)}</p>
        <button type="button" className="button" onClick={view.retry}>
          {t.retry}
        </button>
      </div>
    );
  if (session === undefined) {
    return (
      <section className="conversation" aria-label={c.transcript} aria-busy={error === undefined}>
        {unread}
      </section>
    );
  }
  const { entries, queue, nextBefore } = transcript;
  return (
    <section className="conversation" aria-labelledby="conversation-name" data-own-keys>
      <ConversationHead session={session} transcript={transcript} tab={tab} onTab={setTab} />
      {!transcript.isLoaded && error !== undefined ? (
        unread
      ) : tab === "raw" ? (
        <RawView session={session} entries={entries} queue={queue} isWhole={nextBefore === null} />
      ) : (
        <TranscriptPane
          sessionId={id}
          session={session}
          view={transcript}
          running={session.running}
          draft={draft}
          onOlder={view.readOlder}
          isReadingOlder={view.isReadingOlder}
          hasOlderFailed={view.hasOlderFailed}
          onRegenerate={mayRegenerate && session.running === null ? regenerate : undefined}
        />
      )}
      <Queue session={session} queue={queue} />
      {mayPost ? <Composer session={session} /> : <p className="composer-note quiet">{c.viewerHint}</p>}
    </section>
  );
}

/** Where the conversation will be, when it takes longer than a moment. */
function Skeleton() {
  return (
    <div className="conversation-skeleton late" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <i key={row} />
      ))}
    </div>
  );
}
