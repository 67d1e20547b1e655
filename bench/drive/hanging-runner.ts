import { type ClaimedTurn, RunAbortedError, type RunContext, type RunResult, type TurnRunner } from "@keyturn/core";

/** A model whose calls never end: one that heeds an abort, or one that takes no notice. */
export class HangingRunner implements TurnRunner {
  readonly #heedsAbort: boolean;
  #onCall: () => void = () => undefined;

  constructor(options: { readonly heedsAbort: boolean }) {
    this.#heedsAbort = options.heedsAbort;
  }

  run(turn: ClaimedTurn, context: RunContext): Promise<RunResult> {
    this.#onCall();
    return new Promise((_, reject) => {
      if (!this.#heedsAbort) return;
      const abort = () => reject(new RunAbortedError(turn.runId, "aborted"));
      context.signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Resolves when the next call has begun. Ask before the call can be made. */
  nextCall(): Promise<void> {
    return new Promise((resolve) => {
      this.#onCall = resolve;
    });
  }
}
