import { memo } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { Icon } from "../parts/icon.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { Ago } from "../parts/time.tsx";
import { toggleSelected } from "../state/selection.ts";
import { nameOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";

/** One conversation of the list. */
export const SessionRow = memo(function SessionRow({
  session,
  top,
  position,
  count,
  isOpen,
  isCursor,
  isSelected,
  onOpen,
}: {
  readonly session: WireSession;
  /** In pixels, from the beginning of the list. */
  readonly top: number;
  readonly position: number;
  /** -1 when it is not known. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly onOpen: (id: string) => void;
}) {
  const t = useWords();
  const { id, key, owner, preview, updatedAt, waiting, running, pinned, muted } = session;
  return (
    <div
      id={`row-${id}`}
      role="option"
      className="row"
      aria-selected={isSelected}
      aria-posinset={position}
      aria-setsize={count}
      data-open={isOpen}
      data-cursor={isCursor}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => (event.shiftKey || event.metaKey || event.ctrlKey ? toggleSelected(id) : onOpen(id))}
    >
      <span
        className="row-check"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          toggleSelected(id);
        }}
      >
        {isSelected ? <Icon name="check" /> : <StateMark session={session} />}
      </span>
      <span className="row-name">
        <bdi>{nameOf(session)}</bdi>
        {pinned && <Mark name="pin" label={t.pinned} />}
        {muted && <Mark name="mute" label={t.muted} />}
      </span>
      <span className="row-time">
        <Ago at={updatedAt} />
      </span>
      <span className="row-preview">
        <span className="row-channel">{key.adapter}</span>
        {owner.name !== null && <bdi className="row-person">{owner.name}</bdi>}
        <bdi>{preview !== "" ? preview : running === null ? t.emptyConversation : `${t.answering}…`}</bdi>
      </span>
      {waiting > 0 && (
        <span className="badge">
          {waiting}
          <span className="visually-hidden"> {t.waitingCount(waiting)}</span>
        </span>
      )}
    </div>
  );
});

function Mark({ name, label }: { readonly name: "pin" | "mute"; readonly label: string }) {
  return (
    <span className="row-mark" title={label}>
      <Icon name={name} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
