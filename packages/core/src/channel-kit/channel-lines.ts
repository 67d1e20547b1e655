/**
 * What comes in, in order: within one channel one thing at a time, channels beside each other. Looking a name or a quoted
 * message up takes a while, and a later message must not overtake. After a gap nothing may overtake what was missed.
 */
export class ChannelLines {
  readonly #lines = new Map<string, Promise<void>>();
  /** What waits until it is known which channels have missed something. */
  #held: (() => void)[] | undefined;

  /** Does the work when what came before in the channel is done, or has failed. @returns how the work ended. */
  run(channelId: string, work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const begin = () => resolve(this.runNext(channelId, work));
    if (this.#held === undefined) begin();
    else this.#held.push(begin);
    return promise;
  }

  /** As `run`, and before what is held. */
  runNext(channelId: string, work: () => Promise<void>): Promise<void> {
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

  /** Begins nothing that comes from now on. */
  hold(): void {
    this.#held ??= [];
  }

  /** Begins what was held, and what comes from now on. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const begin of held) begin();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#lines.size > 0) await Promise.all(this.#lines.values());
  }
}
