import { useEffect } from "react";
import { forgetSeen, noteSeen } from "../state/seen.ts";
import type { TranscriptView } from "../state/transcript.ts";

/** Notes how far an open conversation was seen: up to now, while its end is in sight of somebody who looks. */
export function useSeen(sessionId: string, view: TranscriptView, isAtEnd: boolean): void {
  useEffect(() => {
    const look = () => isAtEnd && view.isLoaded && document.visibilityState === "visible" && noteSeen(sessionId, view);
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [sessionId, view, isAtEnd]);
  useEffect(() => () => forgetSeen(sessionId), [sessionId]);
}
