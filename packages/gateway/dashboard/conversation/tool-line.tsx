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
  // As it will look once the answer is in the transcript: nothing moves then.
  return (
    <p className="tool tool-line" data-end={durationMilliseconds === null ? "running" : end}>
      <Icon name="tool" />
      <code className="tool-name">{name}</code>
      {input !== null && <code className="tool-input">{JSON.stringify(input)}</code>}
      {durationMilliseconds === null ? (
        <span className="tool-duration">
          {c.toolRunning} <Passed since={startedAt} />
        </span>
      ) : (
        <>
          <Duration milliseconds={durationMilliseconds} />
          <span className="tool-end">
            <Icon name={isError ? "alert" : "check"} />
            <span className={isError ? "" : "visually-hidden"}>{c.toolEnds[end]}</span>
          </span>
        </>
      )}
    </p>
  );
}
