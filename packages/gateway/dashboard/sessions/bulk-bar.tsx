import { useState } from "react";
import type { WireSession } from "../../src/wire/session.ts";
import type { BulkTarget } from "../actions/bulk.ts";
import { liveState } from "../live/live-feed.ts";
import { Confirm } from "../parts/confirm.tsx";
import { clockTime } from "../parts/time.tsx";
import { useMay } from "../state/me.ts";
import { clearSelection, select, selection } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { useLanguage, useWords } from "../text/words.ts";
import type { ListQuery } from "./list-query.ts";

/** What is asked before it is done to many. */
interface Question {
  readonly action: "delete" | "reset";
  readonly target: BulkTarget;
}

/** The foot of the list: how many there are, or what can be done with those that are selected. */
export function BulkBar({
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
  const [question, setQuestion] = useState<Question>();
  const all = rows.filter(({ id }) => selected.has(id));
  const isEvery = total !== undefined && all.length === rows.length && all.length < total;
  const [isByFilter, setByFilter] = useState(false);
  const byFilter = isByFilter && isEvery && total !== undefined;
  const target: BulkTarget = byFilter
    ? { filter: query.filter, count: total }
    : { ids: all.map(({ id }) => id), count: all.length };
  const ask = (action: Question["action"]) => setQuestion({ action, target });

  if (all.length === 0) {
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
  return (
    <footer className="list-foot" data-selected="true">
      <strong>{t.selected(target.count)}</strong>
      {isEvery && !byFilter && (
        <button type="button" className="button link" onClick={() => setByFilter(true)}>
          {t.selectAll(total)}
        </button>
      )}
      <span className="spread" />
      {mayAct && (
        <>
          <button type="button" className="button" onClick={() => ask("reset")}>
            {t.reset}
          </button>
          <button type="button" id="bulk-delete" className="button danger" onClick={() => ask("delete")}>
            {t.delete}
          </button>
        </>
      )}
      <button type="button" className="button plain" onClick={clearSelection}>
        {t.clearSelection}
      </button>
        {question !== undefined && (
          <Confirm
            title={question.action === "delete" ? t.bulkDelete(question.target.count) : t.bulkReset(question.target.count)}
            body={"filter" in question.target ? t.bulkFilterBody(describe(query, t.anyState)) : t.bulkBody}
            go={question.action === "delete" ? t.delete : t.reset}
            onClose={() => setQuestion(undefined)}
            onGo={() => {
              setQuestion(undefined);
              setByFilter(false);
              clearSelection();
              void import("../actions/bulk.ts").then(({ runBulk }) => runBulk(question.action, question.target));
            }}
          />
        )}
    </footer>
  );
}

function describe({ filter }: ListQuery, any: string): string {
  const parts = Object.entries(filter).map(([name, value]) => `${name} = ${String(value)}`);
  return parts.length === 0 ? any : parts.join(", ");
}
