import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock, SessionId } from "@keyturn/core";
import type { LabelledActor } from "../access/caller.ts";
import { presentTime } from "../present/timestamp.ts";
import { problemOfError } from "../problems/problem-of-error.ts";
import { Problem } from "../problems/problem.ts";
import type { BulkAction } from "../wire/bulk.ts";
import type { WireBulkResult, WireOperation, WireOperationDetail } from "../wire/operation.ts";
import { ResultKeeper } from "./result-keeper.ts";

/** Sessions that one operation works on at a time: enough to keep a disk busy, few beside those who talk. */
const workers = 4;

/** What an operation is made of. */
export interface OperationParts {
  readonly action: BulkAction;
  readonly actor: LabelledActor;
  /** Each once. */
  readonly ids: readonly SessionId[];
  /** Does it to one session; what it throws is that session's result. */
  readonly work: (id: SessionId) => Promise<WireBulkResult>;
  readonly clock: Clock;
  /** Told of what failed by a fault of the bot's own. */
  readonly reportError: (error: unknown) => void;
}

/** The same thing done to many sessions, each by itself: one that fails keeps none of the others. */
export class Operation {
  readonly id: string = `o_${randomBytes(16).toString("base64url")}`;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Told after each session, and when its state changes. */
  onChange: () => void = () => undefined;
  readonly #parts: OperationParts;
  readonly #results = new ResultKeeper();
  #next = 0;
  #state: WireOperation["state"] = "running";
  #endedAt: number | undefined;

  constructor(parts: OperationParts) {
    this.#parts = parts;
    this.startedAt = parts.clock.now();
  }

  get isCancelled(): boolean {
    return this.#state === "cancelled";
  }

  /** When the last session was done with, in milliseconds since 1970; undefined before. */
  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  /** How many results and removals it holds. */
  get kept(): number {
    return this.#results.kept.length + this.#results.removals.size;
  }

  /**
   * The sessions that it removed and that can be brought back, each with the epoch that names its removal.
   * @throws Problem `OPERATION_AT_WORK`, and `RESTORE_NOTHING` when there are none
   */
  removals(): readonly (readonly [SessionId, number])[] {
    if (this.#endedAt === undefined) {
      throw new Problem("OPERATION_AT_WORK", "The operation is still at work. Cancel it first, or wait for its end.");
    }
    const { removals } = this.#results;
    if (removals.size === 0) throw new Problem("RESTORE_NOTHING", "Nothing that this operation did can be undone.");
    return this.#parts.ids.flatMap((id) => {
      const epoch = removals.get(id);
      return epoch === undefined ? [] : [[id, epoch] as const];
    });
  }

  /** One of its removals was undone: there is nothing to undo of it any more. */
  forgetRemoval(id: SessionId): void {
    this.#results.forgetRemoval(id);
  }

  /** Works through the sessions. Never rejects. */
  async run(): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
    this.#endedAt = this.#parts.clock.now();
    if (!this.isCancelled) this.#state = "done";
    this.onChange();
  }

  /** Begins with no further session. What is done stays done; nothing happens when all of it is. */
  cancel(): void {
    if (this.#state !== "running") return;
    this.#state = "cancelled";
    this.onChange();
  }

  /** How far it has come. */
  describe(): WireOperation {
    const { action, actor, ids } = this.#parts;
    const { kind, id, surface } = actor;
    const { done, failed, undoUntil } = this.#results;
    return {
      id: this.id,
      action,
      state: this.#state,
      actor: { kind, id, surface },
      total: ids.length,
      done,
      failed,
      startedAt: presentTime(this.startedAt),
      endedAt: this.#endedAt === undefined ? null : presentTime(this.#endedAt),
      undoUntil,
    };
  }

  /** How far it has come, with what became of its sessions. */
  describeResults(): WireOperationDetail {
    return { ...this.describe(), results: [...this.#results.kept], omittedResults: this.#results.omitted };
  }

  async #work(): Promise<void> {
    while (!this.isCancelled) {
      const id = this.#parts.ids[this.#next];
      if (id === undefined) return;
      this.#next += 1;
      this.#results.add(await this.#resultOf(id));
      this.onChange();
      // A store in memory answers within the same turn of the event loop: without this nobody else had one.
      await nextTurn();
    }
  }

  async #resultOf(id: SessionId): Promise<WireBulkResult> {
    try {
      return await this.#parts.work(id);
    } catch (error) {
      const { code, status, message } = problemOfError(error);
      if (status >= 500) this.#parts.reportError(error);
      return { id, status: "failed", epoch: null, undoUntil: null, problem: { code, status, detail: message } };
    }
  }
}
