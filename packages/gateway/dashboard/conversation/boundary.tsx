import { type ReactNode, useEffect, useState } from "react";
import type { WireSession, WireSessionReset } from "../../src/wire/session.ts";
import { undoRemoval } from "../actions/undo.ts";
import { clockTime, fullTime } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useLanguage, useWords } from "../text/words.ts";
import { dayName } from "./moment.tsx";

/** A line across the transcript, with a word in it. */
function Line({ kind, children }: { readonly kind: string; readonly children: ReactNode }) {
  return (
    <div className="boundary" data-kind={kind}>
      {children}
    </div>
  );
}

/** A day begins. */
export function DayLine({ at }: { readonly at: string }) {
  const language = useLanguage();
  return (
    <Line kind="day">
      <time dateTime={at} title={fullTime(at, language)}>
        {dayName(at, language)}
      </time>
    </Line>
  );
}

/** Where a message stood that its writer took back. */
export function Withdrawn() {
  const c = useConversationWords();
  return (
    <div className="entry" data-kind="notice">
      <p>{c.withdrawn}</p>
    </div>
  );
}

/** How the epoch began: with the conversation, or with a reset, which can be undone from here for a while. */
export function Beginning({
  session,
  isEmpty,
}: {
  readonly session: WireSession | undefined;
  /** Whether nothing was said since: it then says what comes here. */
  readonly isEmpty: boolean;
}) {
  const c = useConversationWords();
  const reset = session?.reset ?? null;
  return (
    <>
      {session === undefined || reset === null ? (
        <Line kind="begin">{c.begin}</Line>
      ) : (
        <ResetLine session={session} reset={reset} />
      )}
      {isEmpty && <p className="nothing-said quiet">{reset === null ? c.nothingSaid : c.nothingSince}</p>}
    </>
  );
}

function ResetLine({ session, reset }: { readonly session: WireSession; readonly reset: WireSessionReset }) {
  const t = useWords();
  const c = useConversationWords();
  const language = useLanguage();
  const mayRestore = useMay("session.restore");
  const { actor, at, entries, undoUntil } = reset;
  const canUndo = useIsBefore(undoUntil);
  const undo = () =>
    void undoRemoval({ kind: "reset", session: { ...session, entries }, epoch: session.epoch, undoUntil });
  return (
    <Line kind="reset">
      <span title={fullTime(at, language)}>
        <bdi>
          {c.resetBoundary(actor.name ?? actor.id, surfaceName(actor.surface, c.surfaces), clockTime(at, language))}
        </bdi>
        {entries > 0 && ` · ${t.messages(entries)}`}
      </span>
      {mayRestore && canUndo && (
        <button
          type="button"
          className="button link"
          title={c.undoHint(clockTime(undoUntil ?? at, language))}
          onClick={undo}
        >
          {c.undo}
        </button>
      )}
    </Line>
  );
}

/** Whether a time is still to come; the component renders again when it has. */
function useIsBefore(time: string | null): boolean {
  const left = time === null ? 0 : Date.parse(time) - Date.now();
  const [, note] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => note(Date.now()), left);
    return () => clearTimeout(timer);
  }, [time, left > 0]);
  return left > 0;
}

/** What a surface is called: adapters by their own name. */
function surfaceName(surface: string, names: Readonly<Record<string, string>>): string {
  return names[surface] ?? surface.charAt(0).toUpperCase() + surface.slice(1);
}
