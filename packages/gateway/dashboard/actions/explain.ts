import { ApiError } from "../api/api-error.ts";
import { words } from "../text/words.ts";

/** Why something failed, for people: what happened and what to do. With the request's id, where there is one. */
export function explain(error: unknown): string {
  const t = words();
  if (!(error instanceof ApiError)) return t.unforeseen;
  if (error.status === 0) return t.unreachable;
  const why = explainProblem(error);
  const reference = error.problem?.instance;
  return reference === undefined || error.status < 500 ? why : `${why} ${t.reference(reference)}`;
}

/** What the gateway refused or failed at, in the language of now where that has words for it. */
export function explainProblem({ code, detail }: { readonly code: string; readonly detail: string }): string {
  const said = words().problems[code];
  return said?.endsWith(":") === true ? `${said} ${detail}` : (said ?? detail);
}
