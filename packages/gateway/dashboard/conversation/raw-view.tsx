import { CopyButton } from "../parts/copy-button.tsx";
import { useConversationWords } from "../text/conversation.ts";

/** A conversation as the API tells it. Text, whatever is in it. */
export function RawView({
  value,
  isWhole,
}: {
  readonly value: object;
  /** False where older entries were not read. */
  readonly isWhole: boolean;
}) {
  const c = useConversationWords();
  const text = JSON.stringify(value, null, 2);
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
}
