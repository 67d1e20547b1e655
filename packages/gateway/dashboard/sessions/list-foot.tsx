import { Suspense, lazy } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import { liveState } from "../live/live-feed.ts";
import { clockTime } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { select, selection } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { useLanguage, useWords } from "../text/words.ts";
import type { ListQuery } from "./list-query.ts";

const BulkBar = lazy(() => import("./bulk-bar.tsx"));

/** The foot of the list: how many there are and as of when, or what can be done with those that are selected. */
export function ListFoot({
  query,
  rows,
  total,
}: {
  readonly query: ListQuery;
  readonly rows: readonly WireSession[];
  readonly total: number | undefined;
}) {
  const t = useWords();
  const language = useLanguage();
  const selected = useStore(selection);
  const { asOf } = useStore(liveState);
  const mayAct = useMay("session.bulk");
  const chosen = rows.filter(({ id }) => selected.has(id));
  if (chosen.length > 0) {
    return (
      <Suspense fallback={<footer className="list-foot" />}>
        <BulkBar query={query} rows={rows} chosen={chosen} total={total} />
      </Suspense>
    );
  }
  return (
    <footer className="list-foot">
      {total !== undefined && t.count(total)} · {t.asOf(clockTime(asOf, language))}
      {mayAct && rows.length > 1 && (
        <button type="button" className="button link" onClick={() => select(rows.map(({ id }) => id))}>
          {t.selectAll(rows.length)}
        </button>
      )}
    </footer>
  );
}
