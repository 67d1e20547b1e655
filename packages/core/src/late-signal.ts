/**
 * An abort signal that is only made when somebody asks for it: an AbortController costs more than all the rest of a short
 * run, and a run that nobody stops and whose code never looks needs none.
 */
export class LateSignal {
  #controller: AbortController | undefined;
  #reason: unknown;
  #isAborted = false;
  #onAbort: (() => void) | undefined;

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** What `abort` was given. */
  get reason(): unknown {
    return this.#reason;
  }

  /** The signal; made at the first call. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted && !this.#controller.signal.aborted) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** Calls back at the abort, at once when it was before. One listener: the owner; others use the signal. */
  onAbort(listener: (() => void) | undefined): void {
    this.#onAbort = listener;
    if (this.#isAborted) listener?.();
  }

  /** Aborts once; later calls do nothing. */
  abort(reason: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#onAbort?.();
    this.#controller?.abort(reason);
  }
}
