import type { Clock } from "@keyturn/core";
import { Problem } from "../problems/problem.ts";
import type { WireOperation } from "../wire/operation.ts";
import type { Operation } from "./operation.ts";

/** Operations at work at the same time; with 4 sessions each they are few beside those who talk. */
const mostAtWork = 10;

/** Operations that are known; beyond, the oldest that is over is forgotten. */
const mostKnown = 1_000;

/** Results and removals that all of them keep together (about 20 MB); beyond, as with the operations. */
const mostResults = 50_000;

/** How long one is known after its end, in milliseconds. */
const knownMilliseconds = 24 * 3_600_000;

/** Least time between two tellings of how far one has come, in milliseconds: a page is not drawn more often. */
const tellMilliseconds = 500;

/** Longest wait for the sessions that are being worked on at the end, in milliseconds: a policy may never answer. */
const closeMilliseconds = 5_000;

/** Told how far an operation has come; must not throw. */
export type OperationListener = (operation: WireOperation) => void;

/** The operations of this process: those at work, and those that ended lately. Kept in memory alone. */
export class OperationRegister {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #known = new Map<string, Operation>();
  readonly #atWork = new Map<Operation, Promise<void>>();
  readonly #listeners = new Set<OperationListener>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The returned function ends it. */
  subscribe(listener: OperationListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Begins an operation, and does not wait for it.
   * @throws Problem `OPERATIONS_EXHAUSTED` when as many are at work as may be; this one then does not begin.
   */
  start(operation: Operation): void {
    if (this.#isClosed || this.#atWork.size >= mostAtWork) {
      const detail = `${this.#atWork.size} operations are at work, so this one was not begun. Try again when one is over.`;
      throw new Problem("OPERATIONS_EXHAUSTED", detail, { headers: { "Retry-After": "5" } });
    }
    this.#known.set(operation.id, operation);
    this.#tellOf(operation);
    const run = operation.run().finally(() => this.#atWork.delete(operation));
    this.#atWork.set(operation, run);
    this.#forgetOld();
  }

  /** Knows one that was worked through at once and did something. Tells nobody: its sessions told of themselves. */
  keep(operation: Operation): void {
    if (operation.describe().done === 0) return;
    this.#known.set(operation.id, operation);
    this.#forgetOld();
  }

  /** @throws Problem `OPERATION_NOT_FOUND` */
  find(id: string): Operation {
    this.#forgetOld();
    const operation = this.#known.get(id);
    if (operation !== undefined) return operation;
    throw new Problem("OPERATION_NOT_FOUND", "No operation of this id is at work here or known to have ended lately.");
  }

  /** The newest first. */
  list(limit: number): readonly Operation[] {
    this.#forgetOld();
    return [...this.#known.values()].toReversed().slice(0, limit);
  }

  /** Cancels what is at work, and waits a while for the sessions that are being worked on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const operation of this.#atWork.keys()) operation.cancel();
    const { promise: isLate, resolve } = Promise.withResolvers<void>();
    const timer = this.#clock.startTimer(closeMilliseconds, resolve);
    await Promise.race([Promise.all(this.#atWork.values()), isLate]);
    timer.cancel();
  }

  #tellOf(operation: Operation): void {
    let toldAt = Number.NEGATIVE_INFINITY;
    let toldState: WireOperation["state"] | undefined;
    operation.onChange = () => {
      const told = operation.describe();
      const now = this.#clock.monotonic();
      const isNews = told.state !== toldState || told.endedAt !== null;
      if (!isNews && now - toldAt < tellMilliseconds) return;
      toldAt = now;
      toldState = told.state;
      for (const listener of this.#listeners) listener(told);
    };
    operation.onChange();
  }

  #forgetOld(): void {
    const before = this.#clock.now() - knownMilliseconds;
    let kept = 0;
    for (const operation of this.#known.values()) kept += operation.kept;
    for (const [id, operation] of this.#known) {
      const { endedAt } = operation;
      if (endedAt === undefined) continue;
      const isMuch = this.#known.size > mostKnown || kept > mostResults;
      if (endedAt > before && !isMuch) continue;
      this.#known.delete(id);
      kept -= operation.kept;
    }
  }
}
