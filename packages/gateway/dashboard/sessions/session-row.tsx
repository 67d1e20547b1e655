import { type MouseEvent, memo } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { Icon } from "../parts/icon.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { Ago } from "../parts/time.tsx";
import { useAsDemanded } from "../state/as-demanded.ts";
import type { RowNote } from "../state/row-notes.ts";
import { toggleSelected } from "../state/selection.ts";
import { useListWords } from "../text/list.ts";
import { plainText } from "../text/plain-text.ts";
import { nameOf, placeOf } from "../text/session-name.ts";
import { useWords } from "../text/words.ts";
import { ChannelIcon } from "./channel-icon.tsx";

/** One conversation of the list. Rendered again only when something of it is another. */
export const SessionRow = memo(function SessionRow({
  session: known,
  note,
  top,
  position,
  count,
  isOpen,
  isCursor,
  isSelected,
  isUnread,
  onPoint,
}: {
  readonly session: WireSession;
  readonly note: RowNote | undefined;
  /** In pixels, from the beginning of the list. */
  readonly top: number;
  readonly position: number;
  readonly count: number;
  readonly isOpen: boolean;
  readonly isCursor: boolean;
  readonly isSelected: boolean;
  readonly isUnread: boolean;
  /** Somebody clicked on it. */
  readonly onPoint: (id: string, event: MouseEvent) => void;
}) {
  const t = useWords();
  const session = useAsDemanded(known);
  const { id, key, updatedAt, waiting, pinned, muted } = session;
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
      data-unread={isUnread}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => onPoint(id, event)}
    >
      <span
        className="row-check"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          toggleSelected(id);
        }}
      >
        <span className="row-box">{isSelected && <Icon name="check" />}</span>
      </span>
      <StateMark session={session} isUnread={isUnread} />
      <span className="row-name">
        <ChannelIcon adapter={key.adapter} />
        <bdi>{nameOf(session)}</bdi>
        {pinned && <Mark name="pin" label={t.pinned} />}
        {muted && <Mark name="mute" label={t.muted} />}
      </span>
      <span className="row-time">
        <Ago at={updatedAt} />
      </span>
      <Preview session={session} note={note} />
      {waiting > 0 && (
        <span className="badge">
          {waiting}
          <span className="visually-hidden"> {t.waitingCount(waiting)}</span>
        </span>
      )}
    </div>
  );
});

/** Who it is with, and what was said last; or what there is to know in its place. */
function Preview({ session, note }: { readonly session: WireSession; readonly note: RowNote | undefined }) {
  const t = useWords();
  const l = useListWords();
  const { owner, title, key, preview, running, entries, reset } = session;
  if (note !== undefined) {
    const text = note.action === "delete" ? l.notDeleted(note.why) : l.notReset(note.why);
    return (
      <span className="row-preview error" title={text}>
        <bdi>{text}</bdi>
      </span>
    );
  }
  const isReset = reset !== null && entries === 0 && running === null;
  const text = plainText(preview);
  const nothing = running === null ? t.emptyConversation : `${t.answering}…`;
  return (
    <span className="row-preview">
      <bdi className="row-person">{owner.name ?? owner.id}</bdi>
      {title !== null && <bdi className="row-person">{placeOf(key)}</bdi>}
      <bdi data-kind={text === "" || isReset ? "note" : undefined}>
        {isReset ? l.resetBy(reset.actor.name ?? reset.actor.id) : text === "" ? nothing : text}
      </bdi>
    </span>
  );
}

function Mark({ name, label }: { readonly name: "pin" | "mute"; readonly label: string }) {
  return (
    <span className="row-mark" title={label}>
      <Icon name={name} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
