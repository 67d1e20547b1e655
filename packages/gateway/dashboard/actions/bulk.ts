import type { WireBulk } from "../../src/wire/bulk.ts";
import type { WireOperationDetail } from "../../src/wire/operation.ts";
import type { WireSessionFilter } from "../../src/wire/session-query.ts";
import { call } from "../api/call.ts";
import { randomId } from "../api/random-id.ts";
import { asReset, notReset } from "../state/demanded.ts";
import { showToast } from "../state/toasts.ts";
import { book, forgetTexts, queries } from "../state/world.ts";
import { words } from "../text/words.ts";
import { BulkProgress } from "./bulk-progress.ts";
import { explain, explainProblem } from "./explain.ts";

/** Which sessions a bulk is about; `count` is what the operator was told. */
export type BulkTarget =
  | { readonly ids: readonly string[]; readonly count: number }
  | { readonly filter: WireSessionFilter; readonly count: number };

/** What can be done to many sessions. */
type BulkAction = "delete" | "reset";

/** What a bulk came to. */
interface BulkOutcome {
  /** Those of its operations that are over. */
  readonly operations: readonly WireOperationDetail[];
  /** Why it went no further; undefined when it did. */
  readonly error?: unknown;
}

/** Sessions that one request may name. */
const mostIds = 500;

/** How long it is told what failed, in milliseconds. */
const failedMilliseconds = 15_000;

/** Does one thing to many sessions, at once where they are shown. Those that fail are as they were, with the reason. */
export async function runBulk(action: BulkAction, target: BulkTarget): Promise<void> {
  const ids = "ids" in target ? target.ids : [];
  if (action === "delete") for (const id of ids) book.hide(id);
  const sessions = ids.map((id) => book.find(id)).filter((session) => session !== undefined);
  const demand = () => perform(requestsOf(action, target), target.count);
  const outcome = await (action === "reset" ? asReset(sessions, demand) : demand());
  take(outcome, ids);
  reportFailures(outcome, target.count);
  reportDone(action, outcome);
  await readAgain();
  for (const id of ids) book.show(id);
}

/** Brings back what a bulk removed, and nothing that was removed before it or since. */
export async function undoBulk(operations: readonly string[], count: number): Promise<void> {
  const outcome = await perform(
    operations.map((operation) => ({ action: "restore", operation })),
    count,
  );
  reportFailures(outcome, count, words().inTrash);
  reportDone("restore", outcome);
  await readAgain();
}

/** What is gone without a word must not be seen once more: lists are read before anything is shown again. */
function readAgain(): Promise<void> {
  return queries.invalidateQueries({ queryKey: ["sessions"] });
}

function requestsOf(action: BulkAction, target: BulkTarget): readonly WireBulk[] {
  if ("filter" in target) return [{ action, filter: target.filter, expectedCount: target.count }];
  const { ids } = target;
  return Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, at) => ({
    action,
    ids: ids.slice(at * mostIds, (at + 1) * mostIds),
  }));
}

/** One request after the other; none begins after a cancel or a failure. */
async function perform(requests: readonly WireBulk[], count: number): Promise<BulkOutcome> {
  const operations: WireOperationDetail[] = [];
  using progress = new BulkProgress(count);
  try {
    for (const body of requests) {
      const headers = { "Idempotency-Key": randomId() };
      const started = await call<WireOperationDetail>({ method: "POST", path: "/sessions/bulk", body, headers });
      const ended = await progress.follow(started);
      operations.push(ended);
      if (ended.state === "cancelled") break;
    }
    return { operations };
  } catch (error) {
    return { operations, error };
  }
}

/** What is known to be gone is gone from here, whatever an older list says; what was not reset is as it was. */
function take({ operations }: BulkOutcome, ids: readonly string[]): void {
  const results = operations.flatMap((operation) => operation.results);
  const reset = new Set(results.filter(({ status }) => status === "reset").map(({ id }) => id));
  notReset(ids.filter((id) => !reset.has(id)));
  for (const { id, status, epoch } of results) {
    if (status !== "deleted" && status !== "already-deleted") continue;
    book.bury(id, epoch ?? book.find(id)?.epoch ?? 0);
    forgetTexts(id);
  }
}

function reportFailures({ operations, error }: BulkOutcome, count: number, advice = ""): void {
  const say = (failed: number, why: string) => {
    const text = `${words().bulkFailed(failed, why)} ${advice}`.trim();
    showToast({ kind: "failed", text, until: Date.now() + failedMilliseconds });
  };
  const failed = sum(operations.map((operation) => operation.failed));
  const problem = operations.flatMap(({ results }) => results).find((result) => result.problem !== null)?.problem;
  if (failed > 0) say(failed, problem === null || problem === undefined ? "" : explainProblem(problem));
  if (error !== undefined) say(count - sum(operations.map(({ total }) => total)), explain(error));
}

function reportDone(action: BulkAction | "restore", { operations }: BulkOutcome): void {
  const done = sum(operations.map((operation) => operation.done));
  if (done === 0) return;
  const t = words();
  const text = t.bulkDone(action, done);
  const undoable = operations.flatMap(({ id, undoUntil }) => (undoUntil === null ? [] : [{ id, undoUntil }]));
  if (undoable.length === 0) return showToast({ kind: "done", text });
  const ids = undoable.map(({ id }) => id);
  const undo = { label: t.undo, isUndo: true, run: () => void undoBulk(ids, done) };
  const until = Math.min(...undoable.map(({ undoUntil }) => Date.parse(undoUntil)));
  showToast({ kind: "done", text, actions: [undo], until });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
