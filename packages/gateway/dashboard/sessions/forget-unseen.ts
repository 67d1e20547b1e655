import { cursor, selection } from "../state/selection.ts";
import { book, knownTranscript, queries } from "../state/world.ts";
import type { ListPage } from "./list-rows.ts";

/** Sessions that the page knows at most, or somewhat more: it is then some 10 MB, however far somebody scrolls. */
const mostSessions = 4_000;

/** How long news is kept whatever it is of, in milliseconds: a page that has it may be on its way. */
const freshMilliseconds = 10_000;

/** Forgets the sessions of pages that nobody looks at any more, when there are many. */
export function forgetUnseen(): void {
  if (book.size <= mostSessions) return;
  const pages = queries.getQueriesData<ListPage>({ queryKey: ["sessions"] });
  const wanted = new Set([...pages.flatMap(([, page]) => page?.ids ?? []), ...selection.get(), cursor.get()]);
  const fresh = performance.now() - freshMilliseconds;
  book.keep((id) => wanted.has(id) || knownTranscript(id) !== undefined || book.learnedAt(id) > fresh);
}
