import type { Clock } from "@keyturn/core";
import { digestOf } from "../access/issued-secret.ts";
import { Problem } from "../problems/problem.ts";

/** How long a key is remembered, in milliseconds: as long as the core remembers messages. */
const rememberedMilliseconds = 24 * 3_600_000;

/** Keys that are remembered; beyond, the oldest is forgotten. */
const mostKeys = 10_000;

/** What each `Idempotency-Key` came with, by who sent it, so that one key does not stand for two things. */
export class IdempotencyLedger {
  readonly #clock: Clock;
  readonly #seen = new Map<string, { readonly digest: string; readonly at: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * A name for what was sent, the same for the same key of the same actor, and of no other.
   * @param scope what the key counts within, such as a conversation.
   * @throws Problem `IDEMPOTENCY_KEY_REUSED` when the key came with something else before.
   */
  nameOf(actorId: string, scope: string, key: string, request: object): string {
    const name = `${actorId}:${key}`;
    const remembered = JSON.stringify([name, scope]);
    const digest = digestOf(JSON.stringify(request));
    const seen = this.#seen.get(remembered);
    const now = this.#clock.monotonic();
    if (seen !== undefined && now - seen.at < rememberedMilliseconds) {
      if (seen.digest === digest) return name;
      throw new Problem(
        "IDEMPOTENCY_KEY_REUSED",
        "This Idempotency-Key came with something else before. Use a new one.",
      );
    }
    this.#seen.delete(remembered);
    this.#seen.set(remembered, { digest, at: now });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > mostKeys && oldest !== undefined) this.#seen.delete(oldest);
    return name;
  }
}
