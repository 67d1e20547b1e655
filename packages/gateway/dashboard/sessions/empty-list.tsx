import { navigate, usePath } from "../location.ts";
import { useWords } from "../text/words.ts";
import type { ListQuery } from "../state/session-order.ts";

/** A list without rows: how to begin, or how to see more. */
export default function EmptyList({ query }: { readonly query: ListQuery }) {
  const t = useWords();
  const path = usePath();
  if (Object.keys(query.filter).length > 0) {
    return (
      <div className="state">
        <h2>{t.listFilteredTitle}</h2>
        <p className="quiet">{t.listFiltered}</p>
        <button type="button" className="button" onClick={() => navigate(path, { replace: true })}>
          {t.clearFilters}
        </button>
      </div>
    );
  }
  return (
    <div className="state">
      <h2>{t.listEmptyTitle}</h2>
      <p className="quiet">{t.listEmpty}</p>
      <pre>
        <code>keyturn chat</code>
      </pre>
    </div>
  );
}
