import { Icon } from "../parts/icon.tsx";
import type { Draft } from "../state/drafts.ts";
import { useConversationWords } from "../text/conversation.ts";
import { Card, WrittenText } from "./entry.tsx";

/** What a run has written so far, as it writes it. */
export function DraftEntry({ draft }: { readonly draft: Draft }) {
  const c = useConversationWords();
  const { text, tools, end, startedAt } = draft;
  const label = Object.entries(c.ends).find(([name]) => name === end)?.[1];
  return (
    <Card
      kind="draft"
      name={c.bot}
      mark={end === undefined ? (text === "" ? c.thinking : c.writing) : (label ?? end)}
      at={startedAt}
    >
      {tools.map(({ callId, name, durationMilliseconds, isError }) => (
        <p key={callId} className="tool-line">
          <Icon name={isError ? "alert" : "tool"} /> <code>{name}</code>{" "}
          {durationMilliseconds === null ? c.toolRunning : `${(durationMilliseconds / 1_000).toFixed(1)} s`}
        </p>
      ))}
      {text !== "" && <WrittenText text={text} />}
      {end === undefined && <span className="caret" aria-hidden="true" />}
    </Card>
  );
}
