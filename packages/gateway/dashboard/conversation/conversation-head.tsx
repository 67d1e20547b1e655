import type { WireSession } from "../../src/wire/session.ts";
import { StateMark } from "../parts/state-mark.tsx";
import { useAsDemanded } from "../state/as-demanded.ts";
import type { TranscriptView } from "../state/transcript.ts";
import { nameOf } from "../text/session-name.ts";
import { useConversationWords } from "../text/conversation.ts";
import { BackButton } from "./back-button.tsx";
import { ConversationActions } from "./conversation-actions.tsx";
import { ConversationFacts } from "./conversation-facts.tsx";

/** The ways to look at a conversation. */
export type ConversationTab = "transcript" | "raw";

/** Which conversation it is, and what can be done with it. Each action has its place, whether or not it can be used now. */
export function ConversationHead({
  session,
  transcript,
  tab,
  onTab,
}: {
  readonly session: WireSession;
  readonly transcript: TranscriptView;
  readonly tab: ConversationTab;
  readonly onTab: (tab: ConversationTab) => void;
}) {
  const c = useConversationWords();
  return (
    <header className="conversation-head">
      <div className="conversation-bar">
        <BackButton />
        <h2 id="conversation-name">
          <StateMark session={useAsDemanded(session)} />
          <bdi title={nameOf(session)}>{nameOf(session)}</bdi>
        </h2>
        <button
          type="button"
          className="button plain"
          aria-pressed={tab === "raw"}
          title={c.rawHint}
          onClick={() => onTab(tab === "raw" ? "transcript" : "raw")}
        >
          {c.raw}
        </button>
      </div>
      <ConversationActions session={session} />
      <ConversationFacts session={session} transcript={transcript} />
    </header>
  );
}
