import { useDeferredValue } from "react";
import type { Draft } from "../state/drafts.ts";
import { useConversationWords } from "../text/conversation.ts";
import { Card } from "./card.tsx";
import { WrittenText } from "./entry.tsx";
import { Passed } from "./passed.tsx";
import { ToolLine } from "./tool-line.tsx";

/** What a run has written so far, as it writes it. */
export function DraftEntry({ draft }: { readonly draft: Draft }) {
  const c = useConversationWords();
  const { tools, end, startedAt } = draft;
  // Reading Markdown again for each piece must not hold up what somebody types meanwhile.
  const text = useDeferredValue(draft.text);
  const label = Object.entries(c.ends).find(([name]) => name === end)?.[1];
  const isWriting = end === undefined;
  return (
    <Card
      kind="draft"
      name={c.bot}
      mark={
        isWriting ? (
          <>
            {text === "" ? c.thinking : c.writing} <Passed since={startedAt} />
          </>
        ) : (
          (label ?? end)
        )
      }
      at={startedAt}
      isWriting={isWriting}
    >
      {tools.map((tool) => (
        <ToolLine key={tool.callId} tool={tool} />
      ))}
      {text !== "" && <WrittenText text={text} />}
      {isWriting && text === "" && <span className="caret" aria-hidden="true" />}
    </Card>
  );
}
