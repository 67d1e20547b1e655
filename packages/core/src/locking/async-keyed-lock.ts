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

/** Gives the key to the next in line. */
type Release = () => void;

/**
 * The in-process lock, on async-lock. What is used of it is its queue alone; the wrapper avoids the rest:
 * - no time options (`maxExecutionTime` lets a second holder in, `timeout` on a hot key overflows the stack);
 * - its queue hands out the right to enter, and the section runs in its caller's own function: so it sees its caller's
 *   asynchronous context (async-lock would run it in that of the holder before), and its parameters do not matter
 *   (async-lock waits for a callback when there is one);
 * - one string key, never a list (two lists in different order wait for each other for ever);
 * - `maxPending` is lifted (its default of 1,000 turns callers away); the queue is short because messages wait in the inbox;
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

  async acquire<Result>(key: string, section: () => Promise<Result>, request: LockRequest): Promise<Result> {
    const outer = heldSection.getStore();
    if (outer?.isRunning === true) throw new LockNestedError(key, outer.key);
    const asked = this.#clock.monotonic();
    const place = this.#enter(key, request.signal);
    // A free key is entered at once: most are, and a promise less is a good part of what the lock costs.
    const release = place instanceof Promise ? await place : place;
    const entered = this.#clock.monotonic();
    const held: HeldSection = { key, isRunning: true };
    const state = this.#states.get(key);
    if (state !== undefined) {
      state.operation = request.operation;
      state.since = entered;
    }
    try {
      return await heldSection.run(held, section);
    } finally {
      held.isRunning = false;
      if (state !== undefined) state.operation = undefined;
      release();
      this.#observe?.({
        key,
        operation: request.operation,
        waitMilliseconds: entered - asked,
        holdMilliseconds: this.#clock.monotonic() - entered,
      });
    }
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

  /** The right to enter, now or when it is the caller's turn. A caller that leaves keeps its place, which passes at once. */
  #enter(key: string, signal: AbortSignal | undefined): Release | Promise<Release> {
    if (signal?.aborted === true) throw new LockAbortedError(key, signal.reason);
    const state = this.#count(key);
    let release: Release | undefined;
    let admit = (done: Release): void => {
      release = () => this.#leave(key, state, done);
    };
    // A body with one parameter holds the key until it calls it: here that is what is wanted.
    this.#queue.acquire(key, (done: Release) => admit(done), ignore);
    if (release !== undefined) return release;
    return new Promise((resolve, reject) => {
      const leave = () => reject(new LockAbortedError(key, signal?.reason));
      signal?.addEventListener("abort", leave, { once: true });
      admit = (done) => {
        signal?.removeEventListener("abort", leave);
        // Not at once: thousands of callers that left, one after the other, would be as many calls inside each other.
        if (signal?.aborted === true) queueMicrotask(() => this.#leave(key, state, done));
        else resolve(() => this.#leave(key, state, done));
      };
    });
  }

  #leave(key: string, state: KeyState, done: Release): void {
    state.count -= 1;
    if (state.count === 0) this.#states.delete(key);
    done();
  }

  #count(key: string): KeyState {
    let state = this.#states.get(key);
    if (state === undefined) {
      state = { count: 0, operation: undefined, since: 0 };
      this.#states.set(key, state);
    }
    state.count += 1;
    return state;
  }
}

function ignore(): void {
  // async-lock's own callback tells nothing that the release does not.
}
