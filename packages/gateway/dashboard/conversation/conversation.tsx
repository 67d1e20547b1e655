import { useState } from "react";
import { explain } from "../actions/explain.ts";
import { useMay } from "../state/me.ts";
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

/** One conversation: what was said, what is being written, what waits, and what can be done. */
export default function Conversation({ id }: { readonly id: string }) {
  const t = useWords();
  const c = useConversationWords();
  const view = useTranscript(id);
  const [tab, setTab] = useState<ConversationTab>("transcript");
  const mayPost = useMay("session.post");
  if (view.isGone) return <Gone id={id} />;
  const { session, transcript, draft, error } = view;
  if (session === undefined) {
    return (
      <section className="conversation" aria-label={c.transcript} aria-busy={error === undefined}>
        {error === undefined ? (
          <p className="late padded">{t.live.connecting}</p>
        ) : (
          <div className="state" role="alert">
            <h2>{c.conversationFailed}</h2>
            <p className="quiet">{explain(error)}</p>
            <button type="button" className="button" onClick={view.retry}>
              {t.retry}
            </button>
          </div>
        )}
      </section>
    );
  }
  return (
    <section className="conversation" aria-labelledby="conversation-name">
      <ConversationHead session={session} tab={tab} onTab={setTab} />
      {tab === "raw" ? (
        <RawView value={{ session, entries: transcript.entries, queue: transcript.queue }} />
      ) : (
        <TranscriptPane
          view={transcript}
          running={session.running}
          draft={draft}
          onOlder={view.readOlder}
          isReadingOlder={view.isReadingOlder}
        />
      )}
      <Queue session={session} queue={transcript.queue} />
      {mayPost ? <Composer session={session} /> : <p className="composer-note quiet">{c.viewerHint}</p>}
    </section>
  );
}
