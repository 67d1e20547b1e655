import type { Clock } from "@keyturn/core";
import { createHash } from "node:crypto";

/** How often a route may be called for one channel, guild or webhook. */
export interface RateLimit {
  readonly limit: number;
  readonly perMilliseconds: number;
}

/** So much that no test meets it by chance. Discord does not document its own numbers, and forbids to count on them. */
const generous: RateLimit = { limit: 10_000, perMilliseconds: 1_000 };

/** Parameters that have a bucket each (Discord, "Rate Limits"). */
const majorParameters = ["channel_id", "guild_id", "webhook_id", "webhook_token"];

/** What one call did to its bucket. */
export interface RateLimitState {
  readonly isExceeded: boolean;
  /** In seconds; what a 429 tells the client to wait. */
  readonly resetAfter: number;
  /** The headers that every answer of the route carries. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a bucket is counted for. */
export interface RateLimitedCall {
  readonly method: string;
  readonly route: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Counts calls as Discord does: per route and major parameter. */
export class RateLimits {
  readonly #clock: Clock;
  readonly #limits: Readonly<Record<string, RateLimit>>;
  readonly #buckets = new Map<string, { used: number; end: number }>();

  /** @param limits by method and route, such as `POST /channels/{channel_id}/messages`. */
  constructor(clock: Clock, limits: Readonly<Record<string, RateLimit>>) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Counts one call. */
  count({ method, route, parameters }: RateLimitedCall): RateLimitState {
    const name = `${method} ${route}`;
    const { limit, perMilliseconds } = this.#limits[name] ?? generous;
    const key = [name, ...majorParameters.map((parameter) => parameters[parameter] ?? "")].join(" ");
    const now = this.#clock.now();
    let bucket = this.#buckets.get(key);
    if (bucket === undefined || bucket.end <= now) {
      bucket = { used: 0, end: now + perMilliseconds };
      this.#buckets.set(key, bucket);
    }
    bucket.used += 1;
    const resetAfter = (bucket.end - now) / 1000;
    return {
      isExceeded: bucket.used > limit,
      resetAfter,
      headers: {
        "X-RateLimit-Limit": String(limit),
        "X-RateLimit-Remaining": String(Math.max(0, limit - bucket.used)),
        "X-RateLimit-Reset": (bucket.end / 1000).toFixed(3),
        "X-RateLimit-Reset-After": resetAfter.toFixed(3),
        "X-RateLimit-Bucket": createHash("sha1").update(name).digest("hex").slice(0, 32),
      },
    };
  }
}
