import type { Clock, Timer } from "@keyturn/core";

interface PendingTimer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Taken when the module loads, so that a test that fakes timers does not stop the clock from settling. */
const nextTask = setImmediate;

/** Rounds of the event loop that follow each timer: streams of several stages need more than one to come to rest. */
const settlingRounds = 4;

/**
 * Time that moves when the test says so. Timers fire in the order of their time, those of one time in the order in which
 * they were started; whatever a timer sets off, promises and streams included, comes to rest before the next one fires.
 */
export class ManualClock implements Clock {
  readonly #start: number;
  readonly #timers = new Set<PendingTimer>();
  #elapsed = 0;
  #order = 0;

  /** @param start the wall-clock time at the beginning, in milliseconds since 1970. */
  constructor(start: number = Date.UTC(2030, 0, 1)) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  startTimer(milliseconds: number, callback: () => void): Timer {
    const timer = { at: this.#elapsed + Math.max(0, milliseconds), order: this.#order, callback };
    this.#order += 1;
    this.#timers.add(timer);
    return { cancel: () => this.#timers.delete(timer) };
  }

  /** Timers that were started and neither fired nor were cancelled: 0 at the end of a test that leaks none. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Moves time on, and fires every timer that falls due on the way, those included that are started on the way. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#elapsed + milliseconds;
    await settle();
    for (let timer = this.#nextUntil(end); timer !== undefined; timer = this.#nextUntil(end)) {
      this.#timers.delete(timer);
      this.#elapsed = timer.at;
      timer.callback();
      await settle();
    }
    this.#elapsed = end;
  }

  #nextUntil(end: number): PendingTimer | undefined {
    let next: PendingTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.at > end) continue;
      if (next === undefined || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  }
}

/** Resolves when everything that can happen without time passing has happened. */
async function settle(): Promise<void> {
  for (let round = 0; round < settlingRounds; round += 1) {
    await new Promise<void>((resolve) => {
      nextTask(resolve);
    });
  }
}
