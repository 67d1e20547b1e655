import type { WireSession } from "../../src/wire/session.ts";
import { deleteSession, resetSession } from "../actions/removal.ts";
import { stopSession } from "../actions/session-actions.ts";
import { Icon } from "../parts/icon.tsx";
import { useMay } from "../state/me.ts";
import { stopping } from "../state/demanded.ts";
import { useStore } from "../state/store.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useWords } from "../text/words.ts";
import { MoreMenu } from "./more-menu.tsx";

/** What can be done with the open conversation. On a phone it is a bar at the bottom, above the keyboard. */
export function ConversationActions({ session }: { readonly session: WireSession }) {
  const t = useWords();
  const c = useConversationWords();
  const mayStop = useMay("session.stop");
  const mayReset = useMay("session.reset");
  const mayDelete = useMay("session.delete");
  const isStopping = useStore(stopping).has(session.running?.runId ?? "");
  return (
    <div className="conversation-actions">
      {mayStop && (
        <button
          type="button"
          className="button"
          data-hidden={session.running === null}
          disabled={session.running === null || isStopping}
          onClick={() => void stopSession(session)}
        >
          <Icon name="stop" />
          {t.stop}
        </button>
      )}
      {mayReset && (
        <button type="button" className="button" title={c.resetHint} onClick={() => void resetSession(session)}>
          <Icon name="reset" />
          {t.reset}
        </button>
      )}
      {mayDelete && (
        <button
          type="button"
          className="button danger"
          title={c.deleteHint}
          onClick={() => void deleteSession(session)}
        >
          <Icon name="trash" />
          {t.delete}
        </button>
      )}
      <MoreMenu session={session} />
    </div>
  );
}
