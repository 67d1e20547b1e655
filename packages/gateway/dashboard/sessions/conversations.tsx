import { useEffect, useSyncExternalStore } from "react";
import { loaded } from "../parts/loaded.tsx";
import { noteLook } from "../state/looked.ts";
import { openTranscript } from "../state/refresh.ts";
import { book } from "../state/world.ts";
import { useWords } from "../text/words.ts";
import { SessionList } from "./session-list.tsx";

const Conversation = loaded(
  async () => (await import("../conversation/conversation.tsx")).default,
  () => <section className="conversation" aria-busy="true" />,
);

/** The list of conversations, and the one that is open beside it; on a phone one or the other. */
export function Conversations({ id }: { readonly id: string | undefined }) {
  const t = useWords();
  useLooks(id);
  useEffect(() => {
    // While its file is still on the way. What went wrong the conversation tells, which asks again.
    if (id !== undefined) openTranscript(id).catch(() => undefined);
  }, [id]);
  return (
    <div className="panes" data-open={id !== undefined}>
      <h1 className="visually-hidden">{t.conversations}</h1>
      <SessionList openId={id} />
      {id === undefined ? <NothingOpen /> : <Conversation key={id} id={id} />}
    </div>
  );
}

/** What happens in a conversation that is open before somebody's eyes is not news to them. */
function useLooks(id: string | undefined): void {
  const session = useSyncExternalStore(book.subscribe, () => (id === undefined ? undefined : book.find(id)));
  useEffect(() => {
    const look = () => session !== undefined && document.visibilityState === "visible" && noteLook(session);
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [session]);
}

function NothingOpen() {
  const t = useWords();
  return (
    <section className="nothing-open" aria-label={t.chooseTitle}>
      <h2>{t.chooseTitle}</h2>
      <p className="quiet">{t.choose}</p>
    </section>
  );
}
