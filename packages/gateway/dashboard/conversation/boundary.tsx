import type { ReactNode } from "react";
import { clockTime, fullTime } from "../parts/time.tsx";
import type { Boundary } from "../state/transcript.ts";
import { useConversationWords } from "../text/conversation.ts";
import { useLanguage } from "../text/words.ts";
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

/** How the epoch began: with the conversation, or with a reset. */
export function Beginning({
  boundary,
  isEmpty,
}: {
  readonly boundary: Boundary | undefined;
  /** Whether nothing was said since: it then says what comes here. */
  readonly isEmpty: boolean;
}) {
  const c = useConversationWords();
  const language = useLanguage();
  return (
    <>
      {boundary === undefined ? (
        <Line kind="begin">{c.begin}</Line>
      ) : (
        <Line kind="reset">
          <span title={fullTime(boundary.at, language)}>
            <bdi>
              {c.resetBoundary(
                boundary.actor.id === "" ? c.you : boundary.actor.id,
                boundary.actor.surface,
                clockTime(boundary.at, language),
              )}
            </bdi>
          </span>
        </Line>
      )}
      {isEmpty && <p className="nothing-said quiet">{boundary === undefined ? c.nothingSaid : c.nothingSince}</p>}
    </>
  );
}
