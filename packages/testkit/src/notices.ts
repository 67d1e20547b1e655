/** How long a test waits for something, in milliseconds of real time, before it is told that it did not happen. */
const defaultPatience = 10_000;

/** Limits of one wait. */
export interface WaitOptions {
  /**
   * Longest wait, in milliseconds of real time, whatever clock the server has.
   * @default 10_000
   */
  readonly timeoutMilliseconds?: number | undefined;
  /** Ends the wait early; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Tells those who wait that something happened, so that nobody has to poll or sleep. */
export class Notices {
  readonly #listeners = new Set<() => void>();
  readonly #recent: string[] = [];

  /** @param what happened, in a few words; the last ones are shown when a wait runs out. */
  tell(what: string): void {
    this.#recent.push(what);
    if (this.#recent.length > 20) this.#recent.shift();
    for (const listener of this.#listeners) listener();
  }

  /**
   * Resolves with the first value other than `undefined` and `false` that `look` gives. It looks now, and again each
   * time something happened.
   * @throws what `look` throws; an Error that lists what happened last when the time is over.
   */
  waitFor<Value>(look: () => Value | undefined | false, options: WaitOptions = {}): Promise<Value> {
    const { timeoutMilliseconds = defaultPatience, signal } = options;
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#listeners.delete(listen);
        clearTimeout(timer);
        signal?.removeEventListener("abort", abort);
      };
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const listen = () => {
        try {
          const value = look();
          if (value === undefined || value === false) return;
          end();
          resolve(value);
        } catch (error) {
          end();
          reject(error);
        }
      };
      const timer = setTimeout(() => {
        end();
        reject(new Error(`Nothing came within ${timeoutMilliseconds} ms. Last happened:\n${this.#recent.join("\n")}`));
      }, timeoutMilliseconds);
      if (signal?.aborted === true) return abort();
      signal?.addEventListener("abort", abort, { once: true });
      this.#listeners.add(listen);
      listen();
    });
  }
}
