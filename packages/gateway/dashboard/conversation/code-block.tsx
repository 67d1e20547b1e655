import { CopyButton } from "../parts/copy-button.tsx";
import { useConversationWords } from "../text/conversation.ts";

/** Code that is not cut off or wrapped: it scrolls within itself, and is copied as it is. */
export function CodeBlock({
  code,
  label,
}: {
  readonly code: string;
  /** Which language, or what it is. */ readonly label: string;
}) {
  const c = useConversationWords();
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{label}</span>
        <CopyButton text={() => code} label={c.copyCode} copied={c.copied} className="button plain square small" />
      </div>
      <pre tabIndex={0} aria-label={label}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
