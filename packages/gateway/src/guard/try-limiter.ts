import type { Clock } from "@keyturn/core";
import { countedAddress } from "./client-address.ts";

/** Wrong secrets that one address may send within the window: a person who mistypes stays below, a program does not. */
const triesPerWindow = 10;

/** How long a wrong try counts, in milliseconds. */
const tryWindowMilliseconds = 60_000;

/** Addresses that are remembered; beyond, the one that began longest ago is forgotten. Bounds the memory of a flood. */
const rememberedAddresses = 10_000;

/** Counts wrong secrets by address. Every place that compares a secret charges the same budget. */
export class TryLimiter {
  readonly #clock: Clock;
  readonly #limit: number;
  /** When each counted try was made, by address, oldest first. */
  readonly #tries = new Map<string, number[]>();

  /** @param limit wrong secrets of one address within the window. */
  constructor(clock: Clock, limit: number = triesPerWindow) {
    this.#clock = clock;
    this.#limit = limit;
  }

  /** How long the address must wait before its next try, in milliseconds; 0 when it need not. */
  waitOf(address: string): number {
    const tries = this.#recentOf(address);
    const oldest = tries[0];
    if (oldest === undefined || tries.length < this.#limit) return 0;
    return oldest + tryWindowMilliseconds - this.#clock.monotonic();
  }

  /** The address sent a wrong secret. */
  charge(address: string): void {
    this.#tries.set(countedAddress(address), [...this.#recentOf(address), this.#clock.monotonic()]);
    if (this.#tries.size <= rememberedAddresses) return;
    const [longestAgo] = this.#tries.keys();
    if (longestAgo !== undefined) this.#tries.delete(longestAgo);
  }

  #recentOf(address: string): readonly number[] {
    const since = this.#clock.monotonic() - tryWindowMilliseconds;
    return this.#tries.get(countedAddress(address))?.filter((at) => at > since) ?? [];
  }
}
