import type { Clock } from "@keyturn/core";
import { forgetOldest } from "@keyturn/core/channel-kit";

/** Calls per minute that Slack promises, by method; "Rate limits", tiers 2 to 4. What is not here is not counted. */
const perMinute: Readonly<Record<string, number>> = Object.freeze({
  "chat.update": 50,
  "chat.delete": 50,
  "chat.startStream": 20,
  "chat.appendStream": 100,
  "chat.stopStream": 20,
});

/** How much of Slack's rates is used: its clock and ours are not the same. */
const usedShare = 0.95;

/** Posts to one channel: one in a second, after a short burst. */
const postsPerMinute = 60;
const postBurst = 4;

/** Most channels whose posts are counted; the ones that were quiet longest are forgotten. */
const mostChannels = 1_000;

interface Bucket {
  /** Below 0: more was spent than there was. */
  calls: number;
  filledAt: number;
}

/** How many calls Slack will still take, by our own count: of one workspace, by method, of posts by channel. */
export class CallBudget {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  /** Calls that answers will need which are being written, by method. */
  readonly #held = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a call that may as well be left out can be made, with enough left for the answers under way. */
  hasRoom(method: string, channel: string): boolean {
    const rate = rateOf(method);
    if (rate === undefined) return true;
    // What answers will need comes back while they are written; a tenth stays for what nobody foresaw.
    const kept = method === "chat.postMessage" ? 1 : (this.#held.get(method) ?? 0) + rate / 10;
    return this.#fill(method, channel).calls >= 1 + kept;
  }

  /** How long a call must wait, in milliseconds. */
  waitOf(method: string, channel: string): number {
    const rate = rateOf(method);
    if (rate === undefined) return 0;
    const missing = 1 - this.#fill(method, channel).calls;
    return missing <= 0 ? 0 : Math.ceil((missing * 60_000) / rate);
  }

  /** A call is made. */
  spend(method: string, channel: string): void {
    if (rateOf(method) !== undefined) this.#fill(method, channel).calls -= 1;
  }

  /** Slack asked to wait: it counts otherwise than we do. */
  drain(method: string, channel: string): void {
    if (rateOf(method) !== undefined) this.#fill(method, channel).calls = 0;
  }

  /** Keeps one call back for later. @returns gives it free again. */
  hold(method: string): () => void {
    this.#held.set(method, (this.#held.get(method) ?? 0) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) this.#held.set(method, (this.#held.get(method) ?? 0) - 1);
      isHeld = false;
    };
  }

  #fill(method: string, channel: string): Bucket {
    const name = method === "chat.postMessage" ? `${method} ${channel}` : method;
    const rate = rateOf(method) ?? 0;
    // One less than Slack's: it counts a call a moment later than we do.
    const capacity = method === "chat.postMessage" ? postBurst : rate - 1;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(name) ?? { calls: capacity, filledAt: now };
    bucket.calls = Math.min(capacity, bucket.calls + ((now - bucket.filledAt) * rate) / 60_000);
    bucket.filledAt = now;
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    forgetOldest(this.#buckets, mostChannels);
    return bucket;
  }
}

function rateOf(method: string): number | undefined {
  const promised = method === "chat.postMessage" ? postsPerMinute : perMinute[method];
  return promised === undefined ? undefined : promised * usedShare;
}
