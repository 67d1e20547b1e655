/**
 * What comes in, in order: within one channel one thing at a time, channels beside each other. Looking a quoted message up
 * takes a while, and a later message must not overtake.
 */
export class InboundLines {
  readonly #lines = new Map<string, Promise<void>>();

  /** Does the work when what came before in the channel is done. @param work must not reject. */
  run(channelId: string, work: () => Promise<void>): Promise<void> {
    const done = (this.#lines.get(channelId) ?? Promise.resolve()).then(work).then(() => {
      if (this.#lines.get(channelId) === done) this.#lines.delete(channelId);
    });
    this.#lines.set(channelId, done);
    return done;
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }
}
