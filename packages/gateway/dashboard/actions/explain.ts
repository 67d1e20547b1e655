import { ApiError } from "../api/api-error.ts";
import { words } from "../text/words.ts";

/** Why something failed, for people: what happened and what to do. With the request's id, where there is one. */
export function explain(error: unknown): string {
  const t = words();
  if (!(error instanceof ApiError)) return t.unforeseen;
  if (error.status === 0) return t.unreachable;
  const reference = error.problem?.instance;
  return reference === undefined || error.status < 500 ? error.detail : `${error.detail} ${t.reference(reference)}`;
}
