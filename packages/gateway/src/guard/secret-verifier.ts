import type { Clock } from "@keyturn/core";
import { Problem } from "../problems/problem.ts";
import { countedAddress } from "./client-address.ts";
import { TryLimiter } from "./try-limiter.ts";

/**
 * Wrong secrets within the window from everywhere together. Far above what people mistype, and low enough that many
 * addresses together learn nothing.
 */
const triesOverall = 300;

/** Addresses from which a right secret came; beyond, the one that came longest ago is forgotten. */
const knownAddresses = 1_000;

const everywhere = "everywhere";

/**
 * The one place that takes a guess: tokens, cookies, codes and the secret of a proxy are all compared within it, and a
 * wrong one costs the same budget, by address and overall. A code counts its own wrong tries besides.
 */
export class SecretVerifier {
  readonly #byAddress: TryLimiter;
  readonly #overall: TryLimiter;
  /** Whoever came in from here before is not locked out by what others try elsewhere. */
  readonly #known = new Set<string>();

  constructor(clock: Clock) {
    this.#byAddress = new TryLimiter(clock);
    this.#overall = new TryLimiter(clock, triesOverall);
  }

  /**
   * What a comparison found. It must not wait for anything: tries that come at the same time are counted one after the
   * other.
   * @param detail tells a person what was wrong.
   * @throws Problem `AUTHENTICATION_REQUIRED` when it found nothing.
   * @throws Problem `TRIES_EXHAUSTED` when too many were wrong, whatever comes now: an answer to a right one would make
   * guessing worth while.
   */
  verifySecret<Found>(address: string, compare: () => Found | undefined, detail: string): Found {
    this.#checkBudget(address);
    const found = compare();
    if (found === undefined) {
      this.#charge(address);
      throw unauthenticated(detail);
    }
    this.#remember(countedAddress(address));
    return found;
  }

  /**
   * Takes a try that is wrong whatever it is.
   * @throws Problem `TRIES_EXHAUSTED`
   */
  chargeTry(address: string): void {
    this.#checkBudget(address);
    this.#charge(address);
  }

  #checkBudget(address: string): void {
    const wait = this.#waitOf(address);
    if (wait > 0) throw triesExhausted(wait);
  }

  #charge(address: string): void {
    this.#byAddress.charge(address);
    this.#overall.charge(everywhere);
  }

  #waitOf(address: string): number {
    const ofAddress = this.#byAddress.waitOf(address);
    return this.#known.has(countedAddress(address)) ? ofAddress : Math.max(ofAddress, this.#overall.waitOf(everywhere));
  }

  #remember(address: string): void {
    this.#known.delete(address);
    this.#known.add(address);
    if (this.#known.size <= knownAddresses) return;
    const [longestAgo] = this.#known;
    if (longestAgo !== undefined) this.#known.delete(longestAgo);
  }
}

/** Nobody is let in without credentials. */
export function unauthenticated(detail: string): Problem {
  return new Problem("AUTHENTICATION_REQUIRED", detail, {
    headers: { "WWW-Authenticate": 'Bearer realm="keyturn"' },
  });
}

function triesExhausted(milliseconds: number): Problem {
  const seconds = Math.ceil(milliseconds / 1000);
  return new Problem("TRIES_EXHAUSTED", `Too many wrong secrets came in. Try again in ${seconds} s.`, {
    headers: { "Retry-After": String(seconds) },
  });
}
