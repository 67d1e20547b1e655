import { AsyncLocalStorage } from "node:async_hooks";
import AsyncLock from "async-lock";
import type { Clock } from "../clock.ts";
import { LockAbortedError, LockNestedError } from "../errors.ts";
import type { KeyedLock, LockObservation, LockRequest, LockState } from "./keyed-lock.ts";

/** How the lock is made. */
export interface AsyncKeyedLockOptions {
  readonly clock: Clock;
  /** Told of every section that ended. Must not throw. */
  readonly observe?: (observation: LockObservation) => void;
}

interface KeyState {
  /** Holder and waiters together; the key's memory is freed when it falls to 0. */
  count: number;
  operation: string | undefined;
  since: number;
}

interface HeldSection {
  readonly key: string;
  /** False once the section ended: what it left running (a timer, say) no longer holds the lock and may ask for one. */
  isRunning: boolean;
}

/** The section that the running code is in. Shared by all instances: a section of one must not wait for another. */
const heldSection = new AsyncLocalStorage<HeldSection>();

/**
 * The in-process lock, on async-lock. What is used of it is its queue alone; the wrapper avoids the rest:
 * - no time options (`maxExecutionTime` lets a second holder in, `timeout` on a hot key overflows the stack);
 * - the body has no parameter (with one, async-lock waits for a callback and never releases);
 * - one string key, never a list (two lists in different order wait for each other for ever);
 * - `maxPending` is lifted (its default of 1,000 turns callers away); the queue is short because messages wait in the inbox;
 * - the section runs in its caller's asynchronous context (async-lock runs it in that of the holder before);
 * - a section that asks for a lock fails at once instead of hanging.
 */
export class AsyncKeyedLock implements KeyedLock {
  readonly #queue = new AsyncLock({ maxPending: Number.POSITIVE_INFINITY });
  readonly #states = new Map<string, KeyState>();
  readonly #clock: Clock;
  readonly #observe: ((observation: LockObservation) => void) | undefined;

  constructor(options: AsyncKeyedLockOptions) {
    this.#clock = options.clock;
    this.#observe = options.observe;
  }

  acquire<Result>(key: string, section: () => Promise<Result>, request: LockRequest): Promise<Result> {
    const held = heldSection.getStore();
    if (held?.isRunning === true) return Promise.reject(new LockNestedError(key, held.key));
    const { signal } = request;
    if (signal?.aborted === true) return Promise.reject(new LockAbortedError(key, signal.reason));
    const state = this.#enter(key);
    return signal === undefined
      ? this.#wait(key, state, section, request.operation)
      : this.#waitWithSignal(key, state, section, request.operation, signal);
  }

  inspect(key: string): LockState | undefined {
    const state = this.#states.get(key);
    if (state?.operation === undefined) return undefined;
    return {
      operation: state.operation,
      heldMilliseconds: this.#clock.monotonic() - state.since,
      waiting: state.count - 1,
    };
  }

  get activeKeys(): number {
    return this.#states.size;
  }

  #enter(key: string): KeyState {
    let state = this.#states.get(key);
    if (state === undefined) {
      state = { count: 0, operation: undefined, since: 0 };
      this.#states.set(key, state);
    }
    state.count += 1;
    return state;
  }

  #leave(key: string, state: KeyState): void {
    state.count -= 1;
    if (state.count === 0) this.#states.delete(key);
  }

  #wait<Result>(key: string, state: KeyState, section: () => Promise<Result>, operation: string): Promise<Result> {
    // A free key runs at once in the caller's own context; only a queued section needs its context carried.
    const inContext = state.count === 1 ? undefined : AsyncLocalStorage.snapshot();
    const start = this.#clock.monotonic();
    return this.#queue.acquire(key, () => {
      const hold = () => this.#hold(key, state, section, operation, start);
      return inContext === undefined ? hold() : inContext(hold);
    });
  }

  /** The caller may leave while it waits; its place in the queue then passes without running anything. */
  #waitWithSignal<Result>(
    key: string,
    state: KeyState,
    section: () => Promise<Result>,
    operation: string,
    signal: AbortSignal,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const leave = () => reject(new LockAbortedError(key, signal.reason));
      signal.addEventListener("abort", leave, { once: true });
      const inContext = AsyncLocalStorage.snapshot();
      const start = this.#clock.monotonic();
      const place = this.#queue.acquire(key, () => {
        signal.removeEventListener("abort", leave);
        if (signal.aborted) {
          this.#leave(key, state);
          return Promise.resolve();
        }
        return inContext(() => this.#hold(key, state, section, operation, start)).then(resolve);
      });
      place.catch(reject);
    });
  }

  async #hold<Result>(
    key: string,
    state: KeyState,
    section: () => Promise<Result>,
    operation: string,
    start: number,
  ): Promise<Result> {
    const entered = this.#clock.monotonic();
    state.operation = operation;
    state.since = entered;
    const held: HeldSection = { key, isRunning: true };
    try {
      return await heldSection.run(held, section);
    } finally {
      held.isRunning = false;
      state.operation = undefined;
      this.#leave(key, state);
      this.#observe?.({
        key,
        operation,
        waitMilliseconds: entered - start,
        holdMilliseconds: this.#clock.monotonic() - entered,
      });
    }
  }
}
