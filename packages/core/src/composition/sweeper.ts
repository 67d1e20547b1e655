import type { Clock, Timer } from "../clock.ts";
import type { Sessions } from "../sessions/sessions.ts";

/** Between two sweeps of what has expired, in milliseconds: marks and retired ids are kept a little longer than needed. */
const sweepMilliseconds = 600_000;

/** The parts that a sweeper is made of. */
export interface SweeperParts {
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/** Drops what has expired: regularly, and at the very moment at which a removal can no longer be undone. */
export class Sweeper {
  readonly #parts: SweeperParts;
  #timer: Timer | undefined;
  #next = Number.POSITIVE_INFINITY;
  #isRunning = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** Begins to sweep: at once what expired while the process was away. */
  async start(): Promise<void> {
    this.#isRunning = true;
    await this.#sweep();
  }

  stop(): void {
    this.#isRunning = false;
    this.#timer?.cancel();
  }

  /** Something expires at that time, in milliseconds since 1970. */
  expect(at: number): void {
    if (!this.#isRunning || at >= this.#next) return;
    this.#timer?.cancel();
    this.#next = at;
    this.#timer = this.#parts.clock.startTimer(Math.max(0, at - this.#parts.clock.now()), () => {
      void this.#sweep();
    });
  }

  async #sweep(): Promise<void> {
    const { sessions, clock, reportError } = this.#parts;
    this.#next = Number.POSITIVE_INFINITY;
    try {
      await sessions.sweep();
      for (const { until } of await sessions.undoable()) this.expect(until);
    } catch (error) {
      reportError(error);
    }
    this.expect(clock.now() + sweepMilliseconds);
  }
}
