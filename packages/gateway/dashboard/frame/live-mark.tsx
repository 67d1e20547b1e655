import { liveState } from "../live/live-feed.ts";
import { clockTime } from "../parts/time.tsx";
import { useStore } from "../state/store.ts";
import { useLanguage, useWords } from "../text/words.ts";

/** Says when what is shown is not live, and of when it is. */
export function LiveMark() {
  const t = useWords();
  const language = useLanguage();
  const { state, asOf } = useStore(liveState);
  const isStale = state === "reconnecting";
  return (
    <p className="live-mark" data-state={state} role="status">
      {isStale && `${t.live[state]} · ${t.asOf(clockTime(asOf, language))}`}
      {state === "polling" && t.live.polling}
    </p>
  );
}
