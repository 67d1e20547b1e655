import { useQuery } from "@tanstack/react-query";
import type { WireTrashPage } from "../../src/wire/trash.ts";
import { undoRemoval } from "../actions/undo.ts";
import { call } from "../api/call.ts";
import { clockTime } from "../parts/time.tsx";
import { BackButton } from "./back-button.tsx";
import { useMay } from "../state/me.ts";
import { useConversationWords } from "../text/conversation.ts";
import { nameOf } from "../text/session-name.ts";
import { useLanguage, useWords } from "../text/words.ts";

/** In the place of a conversation that was deleted: that it is gone, and for how long that can be undone. */
export function Gone({ id }: { readonly id: string }) {
  const t = useWords();
  const c = useConversationWords();
  const language = useLanguage();
  const mayRestore = useMay("session.restore");
  const trash = useQuery({
    queryKey: ["trash"],
    queryFn: ({ signal }) => call<WireTrashPage>({ path: "/sessions", query: { trash: true, limit: 200 }, signal }),
    staleTime: 0,
  });
  const removed = trash.data?.items.find((item) => item.id === id);
  return (
    <section className="conversation" aria-labelledby="gone-title">
      <div className="conversation-bar">
        <BackButton />
      </div>
      <div className="state">
        <h2 id="gone-title">{c.goneTitle}</h2>
        <p className="quiet">{c.gone}</p>
        {trash.data !== undefined && removed === undefined && <p className="quiet">{c.goneForGood}</p>}
        {removed !== undefined && (
          <p className="quiet">
            {c.goneUndo(nameOf(removed), t.messages(removed.entries), clockTime(removed.undoUntil, language))}
          </p>
        )}
        {removed !== undefined && mayRestore && (
          <button
            type="button"
            className="button"
            onClick={() => void undoRemoval({ ...removed, kind: "delete", session: removed })}
          >
            {t.undo}
          </button>
        )}
      </div>
    </section>
  );
}
