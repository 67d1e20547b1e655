import { useSearch } from "wouter";
import type { WireSession } from "../../src/wire/session.ts";
import { deleteSession, resetSession } from "../actions/removal.ts";
import { stopSession } from "../actions/session-actions.ts";
import { navigate } from "../location.ts";
import { Icon } from "../parts/icon.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { useMay } from "../state/me.ts";
import { nameOf } from "../text/session-name.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useWords } from "../text/words.ts";
import { MoreMenu } from "./more-menu.tsx";

/** The ways to look at a conversation. */
export type ConversationTab = "transcript" | "raw";

/** Which conversation it is, and what can be done with it. Each action has its place, whether or not it can be used now. */
export function ConversationHead({
  session,
  tab,
  onTab,
}: {
  readonly session: WireSession;
  readonly tab: ConversationTab;
  readonly onTab: (tab: ConversationTab) => void;
}) {
  const t = useWords();
  const c = useConversationWords();
  const search = useSearch();
  const mayStop = useMay("session.stop");
  const mayReset = useMay("session.reset");
  const mayDelete = useMay("session.delete");
  return (
    <header className="conversation-head">
      <button
        type="button"
        className="button plain square only-narrow"
        aria-label={c.back}
        onClick={() => navigate(search === "" ? "/" : `/?${search}`)}
      >
        <Icon name="back" />
      </button>
      <div className="conversation-title">
        <h2 id="conversation-name">
          <StateMark session={session} />
          <bdi>{nameOf(session)}</bdi>
        </h2>
        <p className="quiet">
          {session.key.adapter} · {c.facts(session.entries, session.epoch)}
          {session.model !== null && ` · ${session.model}`}
          {session.muted && ` · ${t.muted}`}
        </p>
      </div>
      <div className="conversation-actions">
        {mayStop && (
          <button
            type="button"
            className="button"
            data-hidden={session.running === null}
            disabled={session.running === null}
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
        <div className="tabs" role="group" aria-label={c.transcript}>
          <button
            type="button"
            className="button plain"
            aria-pressed={tab === "raw"}
            onClick={() => onTab(tab === "raw" ? "transcript" : "raw")}
          >
            {c.raw}
          </button>
        </div>
        <MoreMenu session={session} />
      </div>
    </header>
  );
}
