import type { Clock } from "../clock.ts";
import { forgetOldest } from "../forget-oldest.ts";

/**
 * Shortest time between two changes of drafts in one channel, in milliseconds. Slack takes about one message a second there.
 * Discord documents no rate for edits; a bucket of 5 in 5 s is usual, and finals need room in it.
 */
const editMilliseconds = 1_200;

/** Most channels that are remembered. */
const mostChannels = 1_000;

/** Spreads changes of drafts over time: at most one each 1.2 s in a channel, whoever's draft it is. */
export class EditPacer {
  readonly #clock: Clock;
  readonly #nextAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes the next free moment. @returns how long it is until then, in milliseconds. */
  reserve(channelId: string): number {
    const now = this.#clock.monotonic();
    const at = Math.max(now, this.#nextAt.get(channelId) ?? 0);
    this.#nextAt.delete(channelId);
    this.#nextAt.set(channelId, at + editMilliseconds);
    forgetOldest(this.#nextAt, mostChannels);
    return at - now;
  }
}
