import { Suspense, lazy } from "react";
import { useWords } from "../text/words.ts";
import { SessionList } from "./session-list.tsx";

const Conversation = lazy(() => import("../conversation/conversation.tsx"));

/** The list of conversations, and the one that is open beside it; on a phone one or the other. */
export function Conversations({ id }: { readonly id: string | undefined }) {
  return (
    <div className="panes" data-open={id !== undefined}>
      <SessionList openId={id} />
      <Suspense fallback={<section className="conversation" aria-busy="true" />}>
        {id === undefined ? <NothingOpen /> : <Conversation key={id} id={id} />}
      </Suspense>
    </div>
  );
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
