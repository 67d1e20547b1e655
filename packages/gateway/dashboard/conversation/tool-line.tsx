import { Icon } from "../parts/icon.tsx";
import type { DraftTool } from "../state/drafts.ts";
import { useConversationWords } from "../text/conversation.ts";
import { Passed } from "./passed.tsx";
import { Duration } from "./tool-call.tsx";

/** A call of a tool while its answer is being written: its name, what went in, and for how long it works or how it ended. */
export function ToolLine({ tool }: { readonly tool: DraftTool }) {
  const c = useConversationWords();
  const { name, input, startedAt, durationMilliseconds, isError } = tool;
  const end = isError ? "failed" : "done";
  return (
    <p className="tool-line" data-failed={isError}>
      <Icon name={isError ? "alert" : durationMilliseconds === null ? "tool" : "check"} />
      <code className="tool-name">{name}</code>
      {input !== null && <code className="tool-input">{JSON.stringify(input)}</code>}
      {durationMilliseconds === null ? (
        <span className="tool-duration">
          {c.toolRunning} <Passed since={startedAt} />
        </span>
      ) : (
        <>
          <Duration milliseconds={durationMilliseconds} />
          <span className={isError ? "" : "visually-hidden"}>{c.toolEnds[end]}</span>
        </>
      )}
    </p>
  );
}
