import { memo } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import type { TranscriptView } from "../state/transcript.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { useConversationWords } from "../text/conversation.ts";

/** A conversation as the API tells it. Text, whatever is in it; made anew only when it is another. */
export const RawView = memo(function RawView({
  session,
  entries,
  queue,
  isWhole,
}: Pick<TranscriptView, "entries" | "queue"> & {
  readonly session: WireSession;
  /** False where older entries were not read. */
  readonly isWhole: boolean;
}) {
  const c = useConversationWords();
  const text = JSON.stringify({ session, entries, queue }, null, 2);
  return (
    <div className="raw-frame">
      <div className="raw-head quiet">
        <span>{isWhole ? c.rawWhole : c.rawPart}</span>
        <CopyButton text={() => text} label={c.copyAll} copied={c.copied} />
      </div>
      <pre className="raw" tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
});
