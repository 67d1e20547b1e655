/**
 * What comes in, in order: within one channel one thing at a time, channels beside each other. Looking a quoted message up
 * takes a while, and a later message must not overtake.
 */
export class InboundLines {
  readonly #lines = new Map<string, Promise<void>>();

  /** Does the work when what came before in the channel is done, or has failed. @returns how the work ended. */
  run(channelId: string, work: () => Promise<void>): Promise<void> {
    const done = (this.#lines.get(channelId) ?? Promise.resolve()).then(work);
    const over = done
      .catch(() => {
        // Whoever asked for the work is told; what follows here is not concerned.
      })
      .finally(() => {
        if (this.#lines.get(channelId) === over) this.#lines.delete(channelId);
      });
    this.#lines.set(channelId, over);
    return done;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }
}
