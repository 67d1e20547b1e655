import { useScreenWords } from "../text/screens.ts";
import type { ListRead } from "./read.ts";

/** Reads on in a list that has further pages. */
export function More({ list }: { readonly list: Pick<ListRead<unknown>, "more"> }) {
  const s = useScreenWords();
  if (list.more === undefined) return null;
  return (
    <button type="button" className="button start" onClick={list.more}>
      {s.more}
    </button>
  );
}
