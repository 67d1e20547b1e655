import type { WireOperationDetail } from "../../src/wire/operation.ts";
import type { WireSessionFilter } from "../../src/wire/session-query.ts";
import { ApiError } from "../api/api-error.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { asReset, notReset } from "../state/demanded.ts";
import { changeToast, dropToast, openToast, showToast } from "../state/toasts.ts";
import { book, forgetTexts, queries } from "../state/world.ts";
import { words } from "../text/words.ts";
import { explain, explainProblem } from "./explain.ts";

/** Which sessions a bulk is about; `count` is what the operator was told. */
export type BulkTarget =
  | { readonly ids: readonly string[]; readonly count: number }
  | { readonly filter: WireSessionFilter; readonly count: number };

type BulkAction = "delete" | "reset" | "restore";

/** Pause between two looks at how far a bulk has come, in milliseconds. */
const lookMilliseconds = 400;

/** How long a bulk is asked after that the gateway does not answer for, in milliseconds. */
const patienceMilliseconds = 60_000;

/** Sessions that one request may name. */
const mostIds = 500;

/** Does one thing to many sessions, at once where they are shown. Those that fail are as they were, with the reason. */
export async function runBulk(action: BulkAction, target: BulkTarget): Promise<void> {
  if (!("ids" in target)) return runPart(action, target);
  for (let first = 0; first < target.ids.length; first += mostIds) {
    const ids = target.ids.slice(first, first + mostIds);
    await runPart(action, { ids, count: ids.length });
  }
}

async function runPart(action: BulkAction, target: BulkTarget): Promise<void> {
  const t = words();
  const ids = "ids" in target ? target.ids : [];
  if (action === "delete") for (const id of ids) book.hide(id);
  const sessions = ids.map((id) => book.find(id)).filter((session) => session !== undefined);
  try {
    const demand = () => perform(action, target);
    const ended = await (action === "reset" ? asReset(sessions, demand) : demand());
    take(ended, ids);
    report(ended);
  } catch (error) {
    showToast({ kind: "failed", text: t.bulkFailed(target.count, explain(error)), until: Date.now() + 15_000 });
  }
  // What is gone without a word must not be seen once more: the list is read before anything is shown again.
  await queries.invalidateQueries({ queryKey: ["sessions"] });
  for (const id of ids) book.show(id);
}

async function perform(action: BulkAction, target: BulkTarget): Promise<WireOperationDetail> {
  const which = "ids" in target ? { ids: target.ids } : { filter: target.filter, expectedCount: target.count };
  const started = await call<WireOperationDetail>({
    method: "POST",
    path: "/sessions/bulk",
    body: { action, ...which },
    headers: { "Idempotency-Key": randomId() },
  });
  return started.id === null ? started : follow(started.id, started);
}

/** Waits for the end of a bulk, and shows in one place how far it is. */
async function follow(id: string, started: WireOperationDetail): Promise<WireOperationDetail> {
  const path = `/operations/${encodeURIComponent(id)}`;
  const cancel = { label: words().cancel, run: () => void call({ method: "DELETE", path }).catch(() => undefined) };
  const saying = ({ done, failed, total }: WireOperationDetail) => ({
    text: words().bulkProgress(done + failed, total),
    until: Date.now() + patienceMilliseconds,
  });
  const toast = openToast({ kind: "done", actions: [cancel], ...saying(started) });
  let heardAt = Date.now();
  try {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
      const operation = await call<WireOperationDetail>({ path }).catch((error: unknown) => {
        // It goes on, whether or not it can be asked for just now.
        const isPassing = error instanceof ApiError && error.isPassing;
        if (!isPassing || Date.now() - heardAt > patienceMilliseconds) throw error;
      });
      if (operation === undefined) continue;
      heardAt = Date.now();
      if (operation.endedAt !== null) return operation;
      changeToast(toast, saying(operation));
    }
  } finally {
    dropToast(toast);
  }
}

/** What is known to be gone is gone from here, whatever an older list says; what was not reset is as it was. */
function take({ results }: WireOperationDetail, ids: readonly string[]): void {
  const reset = new Set(results.filter(({ status }) => status === "reset").map(({ id }) => id));
  notReset(ids.filter((id) => !reset.has(id)));
  for (const { id, status, epoch } of results) {
    if (status !== "deleted" && status !== "already-deleted") continue;
    book.bury(id, epoch ?? book.find(id)?.epoch ?? 0);
    forgetTexts(id);
  }
}

function report({ action, done, failed, results, omittedResults, undoUntil }: WireOperationDetail): void {
  const t = words();
  if (failed > 0) {
    const problem = results.find((result) => result.problem !== null)?.problem;
    const why = problem === null || problem === undefined ? "" : explainProblem(problem);
    showToast({ kind: "failed", text: t.bulkFailed(failed, why), until: Date.now() + 15_000 });
  }
  if (done === 0) return;
  const ids = results.filter(({ undoUntil: until }) => until !== null).map(({ id }) => id);
  const run = () => void runBulk("restore", { ids, count: ids.length });
  // An undo of some of them would look like one of all.
  const isWhole = omittedResults === 0 && ids.length > 0;
  const actions = undoUntil === null || !isWhole ? [] : [{ label: t.undo, isUndo: true, run }];
  const until = undoUntil === null ? Date.now() + 6_000 : Date.parse(undoUntil);
  const where = omittedResults > 0 && undoUntil !== null && action === "delete" ? ` ${t.inTrash}` : "";
  showToast({ kind: "done", text: t.bulkDone(action, done) + where, actions, until });
}
