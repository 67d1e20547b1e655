import type { Clock } from "@keyturn/core";
import type { ApiMethod, RateTier } from "./api-method.ts";

/** Calls per minute of each tier; Slack promises "1+", "20+" and so on (docs, "Rate limits"). */
const perMinute: Readonly<Record<Exclude<RateTier, "none">, number>> = {
  1: 1,
  2: 20,
  3: 50,
  4: 100,
  post: 60,
  status: 600,
};

/** Posts that a channel takes at once before one per second counts; Slack speaks of "short bursts". */
const postBurst = 5;

/** How rate limits are kept. */
export interface RateLimitOptions {
  /** Calls per minute of a method, in place of its tier's. */
  readonly perMinute?: Readonly<Record<string, number>> | undefined;
  /**
   * How a call above the limit is answered: with HTTP 429, or with HTTP 200 and the error `ratelimited`, as some methods do.
   * @default "status"
   */
  readonly form?: "status" | "body" | undefined;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Token buckets per method, app and workspace; of posts per channel too. A full bucket holds the calls of one minute. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #options: RateLimitOptions;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock, options: RateLimitOptions) {
    this.#clock = clock;
    this.#options = options;
  }

  get form(): "status" | "body" {
    return this.#options.form ?? "status";
  }

  /** Takes one call out of its bucket. Seconds to wait when it is empty; undefined when the call may pass. */
  take(method: ApiMethod, owner: string, channel: string): number | undefined {
    if (method.tier === "none") return undefined;
    const rate = this.#options.perMinute?.[method.name] ?? perMinute[method.tier];
    const capacity = method.tier === "post" ? Math.min(postBurst, rate) : rate;
    const key = `${owner} ${method.name} ${method.tier === "post" ? channel : ""}`;
    const now = this.#clock.monotonic();
    const bucket = this.#buckets.get(key) ?? { tokens: capacity, filledAt: now };
    this.#buckets.set(key, bucket);
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.filledAt) * rate) / 60_000);
    bucket.filledAt = now;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) * 60) / rate));
    bucket.tokens -= 1;
    return undefined;
  }
}
