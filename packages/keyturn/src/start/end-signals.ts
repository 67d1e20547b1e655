/** What tells a process to end. */
export type EndSignal = "SIGINT" | "SIGTERM" | "SIGHUP";

const numbers: Readonly<Record<EndSignal, number>> = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/** What signals are received from; `process` fits. */
export interface SignalSource {
  on(signal: EndSignal, listener: () => void): unknown;
  off(signal: EndSignal, listener: () => void): unknown;
}

/**
 * The first signal asks for an orderly end; a second one ends the process at once, with the code that shells expect of
 * a process that died by it (128 + its number: 130, 143).
 */
export class EndSignals {
  /** Resolves with the first signal. */
  readonly first: Promise<EndSignal>;
  readonly #source: SignalSource;
  readonly #listeners: ReadonlyMap<EndSignal, () => void>;
  readonly #exit: (code: number) => void;
  #resolve: ((signal: EndSignal) => void) | undefined;

  constructor(source: SignalSource, exit: (code: number) => void) {
    this.#source = source;
    this.#exit = exit;
    this.first = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    const signals: readonly EndSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"];
    this.#listeners = new Map(signals.map((signal) => [signal, () => this.raise(signal)]));
    for (const [signal, listener] of this.#listeners) source.on(signal, listener);
  }

  /** As if the signal had come: where Ctrl-C is read as a key, the system sends none. */
  raise(signal: EndSignal): void {
    if (this.#resolve === undefined) {
      this.#exit(128 + numbers[signal]);
      return;
    }
    this.#resolve(signal);
    this.#resolve = undefined;
  }

  /** Leaves the signals to the system again. */
  release(): void {
    for (const [signal, listener] of this.#listeners) this.#source.off(signal, listener);
  }
}
