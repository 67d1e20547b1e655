/** A timer that can be called off. Cancelling one that has fired or was cancelled does nothing. */
export interface Timer {
  cancel(): void;
}

/** Time, as a port: tests drive it by hand. */
export interface Clock {
  /** Wall-clock time in milliseconds since 1970; for what people read and what is stored. */
  now(): number;
  /** Milliseconds that only ever grow; for measuring and for deadlines. */
  monotonic(): number;
  /** Calls back once after `milliseconds`. The timer alone does not keep the process alive. The callback must not throw. */
  startTimer(milliseconds: number, callback: () => void): Timer;
}

/** The machine's own time. */
export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }

  startTimer(milliseconds: number, callback: () => void): Timer {
    const timeout = setTimeout(callback, milliseconds);
    timeout.unref();
    return { cancel: () => clearTimeout(timeout) };
  }
}

/** Resolves after `milliseconds`, or as soon as the signal aborts; it never rejects, so look at the signal afterwards. */
export function pause(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const end = () => {
      timer.cancel();
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = clock.startTimer(milliseconds, end);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** Waits for the work, and `milliseconds` at most. @throws what the work throws in that time. */
export async function waitAtMost(clock: Clock, milliseconds: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  try {
    await Promise.race([work, pause(clock, milliseconds, patience.signal)]);
  } finally {
    patience.abort();
  }
}
