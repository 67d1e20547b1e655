import { useState } from "react";
import { type BulkTarget, runBulk } from "../actions/bulk.ts";
import { Confirm } from "../parts/confirm.tsx";
import { useMay } from "../state/me.ts";
import { clearSelection, everyMatch, selection } from "../state/selection.ts";
import { useStore } from "../state/store.ts";
import { book } from "../state/world.ts";
import { type Dictionary, useWords } from "../text/words.ts";
import type { ListQuery } from "../state/session-order.ts";
import type { ListRows } from "./list-rows.ts";

/** What is asked before it is done to many. */
interface Question {
  readonly action: "delete" | "reset";
  readonly target: BulkTarget;
}

/** What can be done with the conversations that are selected, or with all that meet the filter. */
export default function BulkBar({
  query,
  rows,
  total,
}: {
  readonly query: ListQuery;
  readonly rows: ListRows;
  readonly total: number | undefined;
}) {
  const t = useWords();
  const mayAct = useMay("session.bulk");
  const [question, setQuestion] = useState<Question>();
  const isByFilter = useStore(everyMatch);
  const selected = useStore(selection);
  const chosen = [...selected].filter((id) => !book.isGone(id));
  // Only when every row that was read is chosen can “all” mean those that were not read as well.
  const isAllRead = rows.known.every(({ id }) => selected.has(id));
  const hasMore = total !== undefined && !rows.isWhole && isAllRead && chosen.length < total;
  // “All” stays all when more of them are read or come.
  const target: BulkTarget =
    isByFilter && total !== undefined ? { filter: query.filter, count: total } : { ids: chosen, count: chosen.length };
  const go = ({ action, target: which }: Question) => {
    setQuestion(undefined);
    clearSelection();
    void runBulk(action, which);
  };
  return (
    <footer className="list-foot" data-selected="true">
      <strong>{t.selected(target.count)}</strong>
      {hasMore && !isByFilter && (
        <button type="button" className="button link" onClick={() => everyMatch.set(true)}>
          {t.selectAll(total)}
        </button>
      )}
      <span className="spread" />
      {mayAct && (
        <>
          <button type="button" className="button" onClick={() => setQuestion({ action: "reset", target })}>
            {t.reset}
          </button>
          <button
            type="button"
            id="bulk-delete"
            className="button danger"
            onClick={() => setQuestion({ action: "delete", target })}
          >
            {t.delete}
          </button>
        </>
      )}
      <button type="button" className="button plain" onClick={clearSelection}>
        {t.clearSelection}
      </button>
      {question !== undefined && (
        <Confirm
          title={
            question.action === "delete" ? t.bulkDelete(question.target.count) : t.bulkReset(question.target.count)
          }
          body={"filter" in question.target ? t.bulkFilterBody(describe(query, t)) : t.bulkBody}
          go={question.action === "delete" ? t.delete : t.reset}
          onClose={() => setQuestion(undefined)}
          onGo={() => go(question)}
        />
      )}
    </footer>
  );
}

/** A filter, in the words that stand above the list. */
function describe({ filter: { q, state, adapter, pinned } }: ListQuery, t: Dictionary): string {
  const parts = [
    q !== undefined && `${t.searchShort}: “${q}”`,
    state !== undefined && `${t.filter}: ${t.states[state]}`,
    adapter !== undefined && `${t.channel}: ${adapter}`,
    pinned === true && t.pinnedOnly,
  ].filter((part) => part !== false);
  return parts.length === 0 ? t.anyState : parts.join(", ");
}
