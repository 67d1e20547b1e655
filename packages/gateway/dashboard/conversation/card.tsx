import type { ReactNode } from "react";
import { CopyButton } from "../parts/copy-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { useConversationWords } from "../text/conversation.ts";
import { TimeOfDay } from "./moment.tsx";

/** Whose word an entry is. */
export type CardKind = "user" | "assistant" | "operator" | "note" | "draft";

/** The frame of an entry: who wrote it and when, what they wrote, and what can be done with it. */
export function Card({
  kind,
  name,
  mark,
  at,
  isContinued = false,
  isWriting,
  copy,
  onRegenerate,
  children,
}: {
  readonly kind: CardKind;
  readonly name: string;
  readonly mark?: ReactNode | undefined;
  readonly at: string;
  /** Whether the name stands above already. It is still said to whoever hears the page. */
  readonly isContinued?: boolean;
  /** Whether it is still being written. */
  readonly isWriting?: boolean;
  /** What is copied; nothing can be where it is left out. */
  readonly copy?: () => string;
  readonly onRegenerate?: (() => void) | undefined;
  readonly children: ReactNode;
}) {
  const c = useConversationWords();
  return (
    <article className="entry" data-kind={kind} data-continued={isContinued} data-writing={isWriting}>
      <span className="face" aria-hidden="true">
        {kind === "user" ? initialOf(name) : <Icon name={kind === "note" ? "note" : "bot"} />}
      </span>
      <header className={isContinued ? "visually-hidden" : ""}>
        <bdi className="entry-name">{name}</bdi>
        {mark !== undefined && <span className="entry-mark">{mark}</span>}
        <TimeOfDay at={at} />
      </header>
      <div className="entry-body">{children}</div>
      {copy !== undefined && (
        <div className="entry-tools">
          {onRegenerate !== undefined && (
            <button
              type="button"
              className="button plain square small"
              aria-label={c.regenerate}
              title={c.regenerateHint}
              onClick={onRegenerate}
            >
              <Icon name="again" />
            </button>
          )}
          <CopyButton text={copy} label={c.copyMessage} copied={c.copied} className="button plain square small" />
        </div>
      )}
    </article>
  );
}

/** The first letter of a name, whatever script it is in. */
function initialOf(name: string): string {
  return name.match(/[\p{L}\p{N}]/u)?.[0].toUpperCase() ?? "·";
}
