/** What has been begun and may not be cut short. */
export class PendingWork {
  readonly #pending = new Set<Promise<unknown>>();

  /** Counts the work as pending until it settles. @returns the same promise. */
  add<Result>(work: Promise<Result>): Promise<Result> {
    this.#pending.add(work);
    const end = () => void this.#pending.delete(work);
    work.then(end, end);
    return work;
  }

  /** Resolves when nothing is pending; never rejects. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }
}
