import { liveState } from "../live/live-feed.ts";
import { loaded } from "../parts/loaded.tsx";
import { clockTime } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { everyMatch, select, selection } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { useListWords } from "../text/list.ts";
import { useLanguage, useWords } from "../text/words.ts";
import type { ListQuery } from "../state/session-order.ts";
import type { ListRows } from "./list-rows.ts";

const BulkBar = loaded(
  async () => (await import("../frame/later.ts")).BulkBar,
  () => <footer className="list-foot" />,
);

/** The foot of the list: how many there are and as of when, or what can be done with those that are selected. */
export function ListFoot({
  query,
  rows,
  total,
}: {
  readonly query: ListQuery;
  readonly rows: ListRows;
  readonly total: number | undefined;
}) {
  const t = useWords();
  const l = useListWords();
  const language = useLanguage();
  const selected = useStore(selection);
  const { asOf } = useStore(liveState);
  const mayAct = useMay("session.bulk");
  if (selected.size > 0) {
    return <BulkBar query={query} rows={rows} total={total} />;
  }
  return (
    <footer className="list-foot">
      <span>
        {total !== undefined && `${t.count(total)} · `}
        {t.asOf(clockTime(asOf, language))}
      </span>
      {mayAct && rows.length > 1 && (
        <button
          type="button"
          className="button link"
          onClick={() => {
            select(rows.known.map(({ id }) => id));
            everyMatch.set(!rows.isWhole);
          }}
        >
          {l.selectAll}
          <span className="visually-hidden"> {rows.length.toLocaleString(language)}</span>
        </button>
      )}
    </footer>
  );
}
