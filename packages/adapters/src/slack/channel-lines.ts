/** Work of each channel, one piece after the other, in the order in which it came; channels beside each other. */
export class ChannelLines {
  readonly #tails = new Map<string, Promise<void>>();

  /** Does the work when what came before it is over; settles as the work does. */
  async run<Result>(channelId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(channelId) ?? Promise.resolve();
    const turn = before.then(work);
    const tail = turn.then(
      () => undefined,
      () => undefined,
    );
    this.#tails.set(channelId, tail);
    try {
      return await turn;
    } finally {
      if (this.#tails.get(channelId) === tail) this.#tails.delete(channelId);
    }
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values());
  }
}
