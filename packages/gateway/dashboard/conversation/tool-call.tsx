import { useState } from "react";
import type { WireToolPart } from "../../src/wire/transcript.ts";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { useLanguage } from "../text/words.ts";
import { CodeBlock } from "./code-block.tsx";

/** Calls that somebody opened. A row that scrolled out of sight and comes back is as it was left. */
const opened = new Set<string>();

/** A call of a tool in one line: its name, what went in, how long it took and how it ended. All of it once it is opened. */
export function ToolCall({ part }: { readonly part: WireToolPart }) {
  const c = useConversationWords();
  const { callId, name, input, output, isError, durationMilliseconds } = part;
  const [isOpen, setOpen] = useState(opened.has(callId));
  const toggle = (isNow: boolean) => {
    setOpen(isNow);
    if (isNow) opened.add(callId);
    else opened.delete(callId);
  };
  const end = isError ? "failed" : output === undefined ? "unfinished" : "done";
  return (
    <details className="tool" data-end={end} open={isOpen} onToggle={({ currentTarget }) => toggle(currentTarget.open)}>
      <summary>
        <Icon name="tool" />
        <code className="tool-name">{name}</code>
        <code className="tool-input">{JSON.stringify(input)}</code>
        {durationMilliseconds !== null && <Duration milliseconds={durationMilliseconds} />}
        <span className="tool-end">
          <Icon name={end === "done" ? "check" : "alert"} />
          <span className={end === "done" ? "visually-hidden" : ""}>{c.toolEnds[end]}</span>
        </span>
      </summary>
      {isOpen && (
        <>
          <CodeBlock label={c.toolInput} code={JSON.stringify(input, null, 2)} />
          {output !== undefined && (
            <CodeBlock
              label={isError ? c.toolError : c.toolOutput}
              code={typeof output === "string" ? output : JSON.stringify(output, null, 2)}
            />
          )}
        </>
      )}
    </details>
  );
}

/** How long something took. */
export function Duration({ milliseconds }: { readonly milliseconds: number }) {
  const language = useLanguage();
  const digits = milliseconds < 9_950 ? 1 : 0;
  const seconds = (milliseconds / 1_000).toLocaleString(language, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return <span className="tool-duration">{seconds} s</span>;
}
