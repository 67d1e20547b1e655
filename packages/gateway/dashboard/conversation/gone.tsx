import { useQuery } from "@tanstack/react-query";
import type { WireRemovedSession, WireTrashPage } from "../../src/wire/trash.ts";
import { undoRemoval } from "../actions/undo.ts";
import { call } from "../api/call.ts";
import { clockTime } from "../parts/time.tsx";
import { BackButton } from "./back-button.tsx";
import { useMay } from "../state/me.ts";
import { useConversationWords } from "../text/conversation.ts";
import { nameOf } from "../text/session-name.ts";
import { useLanguage, useWords } from "../text/words.ts";

/** What can be brought back of a session, however much was deleted after it; null when nothing can. */
async function findInTrash(id: string, signal: AbortSignal): Promise<WireRemovedSession | null> {
  let cursor: string | undefined;
  do {
    const query = { trash: true, limit: 200, cursor };
    const page: WireTrashPage = await call<WireTrashPage>({ path: "/sessions", query, signal });
    const removed = page.items.find((item) => item.id === id);
    if (removed !== undefined) return removed;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return null;
}

/** In the place of a conversation that was deleted: that it is gone, and for how long that can be undone. */
export function Gone({ id }: { readonly id: string }) {
  const t = useWords();
  const c = useConversationWords();
  const language = useLanguage();
  const mayRestore = useMay("session.restore");
  const trash = useQuery({ queryKey: ["trash", id], queryFn: ({ signal }) => findInTrash(id, signal), staleTime: 0 });
  const removed = trash.data ?? undefined;
  return (
    <section className="conversation" aria-labelledby="gone-title">
      <div className="conversation-bar">
        <BackButton />
      </div>
      <div className="state">
        <h2 id="gone-title">{c.goneTitle}</h2>
        <p className="quiet">{c.gone}</p>
        {trash.data === null && <p className="quiet">{c.goneForGood}</p>}
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
