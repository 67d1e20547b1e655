import type { usePages } from "./read.ts";
import { useScreenWords } from "../text/screens.ts";

/** Reads on in a list that has further pages. */
export function More({
  pages,
}: {
  readonly pages: Pick<ReturnType<typeof usePages>, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}) {
  const s = useScreenWords();
  if (!pages.hasNextPage) return null;
  return (
    <button
      type="button"
      className="button start"
      disabled={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      {s.more}
    </button>
  );
}
