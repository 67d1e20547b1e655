import type { Clock, Timer } from "../clock.ts";
import { RunAbortedError, RunTimeoutError } from "../errors.ts";
import type { RunId } from "../identifiers.ts";

/** How long a run may take, in milliseconds. */
export interface RunLimits {
  /** With no sign of life from the model or a tool. */
  readonly idleTimeoutMilliseconds: number;
  /** Altogether. */
  readonly totalTimeoutMilliseconds: number;
}

/** Watches one run: joins what can end it early, the caller's signal and both time limits, into one signal. */
export class RunWatch {
  readonly #controller = new AbortController();
  readonly #clock: Clock;
  readonly #limits: RunLimits;
  readonly #caller: AbortSignal;
  readonly #abortByCaller: () => void;
  readonly #total: Timer;
  #idle: Timer;
  #lastSign: number;

  constructor(runId: RunId, caller: AbortSignal, clock: Clock, limits: RunLimits) {
    this.#clock = clock;
    this.#limits = limits;
    this.#caller = caller;
    this.#abortByCaller = () => this.#controller.abort(asAbortedError(runId, caller.reason));
    this.#lastSign = clock.monotonic();
    this.#total = clock.startTimer(limits.totalTimeoutMilliseconds, () => this.#timeOut("total"));
    this.#idle = this.#startIdleTimer(limits.idleTimeoutMilliseconds);
    caller.addEventListener("abort", this.#abortByCaller, { once: true });
    if (caller.aborted) this.#abortByCaller();
  }

  /** Aborts with a RunAbortedError or a RunTimeoutError as its reason. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Something came from the model or a tool: the idle time begins anew. */
  beat(): void {
    // Timers are not restarted for every word: the one that runs looks at this when it fires.
    this.#lastSign = this.#clock.monotonic();
  }

  /** Ends the watch, and with it whatever of the run is still at work. */
  end(): void {
    this.#total.cancel();
    this.#idle.cancel();
    this.#caller.removeEventListener("abort", this.#abortByCaller);
    this.#controller.abort(new DOMException("The run is over.", "AbortError"));
  }

  #startIdleTimer(milliseconds: number): Timer {
    return this.#clock.startTimer(milliseconds, () => {
      const rest = this.#lastSign + this.#limits.idleTimeoutMilliseconds - this.#clock.monotonic();
      if (rest > 0) this.#idle = this.#startIdleTimer(rest);
      else this.#timeOut("idle");
    });
  }

  #timeOut(limit: "idle" | "total"): void {
    this.#controller.abort(new RunTimeoutError(limit, this.#limits[`${limit}TimeoutMilliseconds`]));
  }
}

function asAbortedError(runId: RunId, reason: unknown): RunAbortedError {
  if (reason instanceof RunAbortedError) return reason;
  return new RunAbortedError(runId, typeof reason === "string" ? reason : "its signal aborted");
}
