import type { WireSummary } from "../../src/wire/transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { WrittenText } from "./entry.tsx";
import { TimeOfDay } from "./moment.tsx";

/** What the agent remembers of all that stands above: one line that opens. The messages themselves are still there. */
export function Summary({ summary }: { readonly summary: WireSummary }) {
  const c = useConversationWords();
  return (
    <details className="summary">
      <summary title={c.summaryHint}>
        <Icon name="list" />
        {c.summary(summary.upTo)}
        <TimeOfDay at={summary.at} />
      </summary>
      <WrittenText text={summary.text} />
    </details>
  );
}
