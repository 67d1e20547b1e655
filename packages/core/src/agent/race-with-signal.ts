/**
 * The result of the work, or a rejection with the signal's reason as soon as it aborts, whatever the work does then:
 * what it resolves to is dropped, and what it rejects with later is no unhandled rejection.
 */
export function raceWithSignal<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    work()
      .finally(() => signal.removeEventListener("abort", leave))
      .then(resolve, reject);
  });
}
