import { useDeferredValue, useEffect, useState } from "react";
import { Icon } from "../parts/icon.tsx";
import type { Draft } from "../state/drafts.ts";
import { useConversationWords } from "../text/conversation.ts";
import { Card } from "./card.tsx";
import { WrittenText } from "./entry.tsx";
import { Duration } from "./tool-call.tsx";

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
            {text === "" ? c.thinking : c.writing} <Elapsed since={startedAt} />
          </>
        ) : (
          (label ?? end)
        )
      }
      at={startedAt}
      isWriting={isWriting}
    >
      {tools.map(({ callId, name, durationMilliseconds, isError }) => (
        <p key={callId} className="tool-line" data-failed={isError}>
          <Icon name={isError ? "alert" : durationMilliseconds === null ? "tool" : "check"} />
          <code>{name}</code>
          {durationMilliseconds === null ? c.toolRunning : <Duration milliseconds={durationMilliseconds} />}
        </p>
      ))}
      {text !== "" && <WrittenText text={text} />}
      {isWriting && text === "" && <span className="caret" aria-hidden="true" />}
    </Card>
  );
}

/** Seconds since something began. */
function Elapsed({ since }: { readonly since: string }) {
  const passed = () => Math.max(0, Math.floor((Date.now() - Date.parse(since)) / 1_000));
  const [seconds, setSeconds] = useState(passed);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(passed), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  const minutes = Math.floor(seconds / 60);
  return <span className="elapsed">{minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`}</span>;
}
