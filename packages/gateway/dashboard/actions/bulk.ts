import type { WireOperation, WireOperationDetail } from "../../src/wire/operation.ts";
import type { WireSessionFilter } from "../../src/wire/session-query.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { dropToast, showToast, toasts } from "../state/toasts.ts";
import { book, forgetTexts, queries } from "../state/world.ts";
import { words } from "../text/words.ts";
import { explain, explainProblem } from "./explain.ts";

/** Which sessions a bulk is about; `count` is what the operator was told. */
export type BulkTarget =
  | { readonly ids: readonly string[]; readonly count: number }
  | { readonly filter: WireSessionFilter; readonly count: number };

/** Pause between two looks at how far a bulk has come, in milliseconds. */
const lookMilliseconds = 400;

/** Does one thing to many sessions. Those that fail come back on the list, with the reason. */
export async function runBulk(action: "delete" | "reset" | "restore", target: BulkTarget): Promise<void> {
  const t = words();
  const ids = "ids" in target ? target.ids : [];
  if (action === "delete") for (const id of ids) book.hide(id);
  try {
    const which = "ids" in target ? { ids } : { filter: target.filter, expectedCount: target.count };
    const started = await call<WireOperationDetail>({
      method: "POST",
      path: "/sessions/bulk",
      body: { action, ...which },
      headers: { "Idempotency-Key": randomId() },
    });
    const ended = started.id === null ? started : await follow(started.id);
    take(ended);
    report(ended);
  } catch (error) {
    showToast({ kind: "failed", text: t.bulkFailed(target.count, explain(error)), until: Date.now() + 15_000 });
  } finally {
    for (const id of ids) book.show(id);
    void queries.invalidateQueries({ queryKey: ["sessions"] });
  }
}

async function follow(id: string): Promise<WireOperationDetail> {
  const path = `/operations/${encodeURIComponent(id)}`;
  let toast: number | undefined;
  for (;;) {
    const operation = await call<WireOperationDetail>({ path });
    if (toast !== undefined) dropToast(toast);
    if (operation.endedAt !== null) return operation;
    toast = showProgress(operation);
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
  }
}

function showProgress({ id, done, failed, total }: WireOperation): number | undefined {
  const t = words();
  const cancel = { label: t.cancel, run: () => void call({ method: "DELETE", path: `/operations/${id}` }) };
  showToast({ kind: "done", text: t.bulkProgress(done + failed, total), actions: [cancel] });
  return toasts.get().at(-1)?.id;
}

/** What is known to be gone is gone from here, whatever an older list says. */
function take({ results }: WireOperationDetail): void {
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
