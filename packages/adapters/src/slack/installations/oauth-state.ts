import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "@keyturn/core";

/** How long somebody may take to agree, in milliseconds: a code of Slack's lives as long. */
const lifeMilliseconds = 600_000;

/** Most states that are remembered as used; each for ten minutes. Slack takes each code once all the same. */
const mostUsed = 10_000;

const browserForm = /^[A-Za-z0-9_-]{43}$/;

/** What became of a state. `stranger`: it was made for another browser, or not here. */
export type StateCheck = "good" | "used" | "old" | "stranger";

/**
 * What ties Slack's answer to the browser that asked: signed, for ten minutes, for one use, and for one browser. Without it
 * somebody could have another person's browser install the app into a workspace that is not theirs.
 */
export class OAuthState {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  /** When they were used, by their nonce. */
  readonly #used = new Map<string, number>();

  constructor(key: Uint8Array, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** What a browser is known by: what it brought, where that has the right form, else something new. */
  browserOf(brought: string | undefined): string {
    return brought !== undefined && browserForm.test(brought) ? brought : randomBytes(32).toString("base64url");
  }

  issue(browser: string): string {
    const claim = `${this.#clock.now().toString(36)}.${randomBytes(16).toString("base64url")}`;
    return `${claim}.${this.#sign(claim, browser).toString("base64url")}`;
  }

  /** Whether Slack's answer is to what this browser asked. A state that is good is used by that. */
  use(state: string, browser: string | undefined): StateCheck {
    const [issued = "", nonce = "", signature = "", ...more] = state.split(".");
    const given = Buffer.from(signature, "base64url");
    const expected = this.#sign(`${issued}.${nonce}`, browser ?? "");
    const isOurs = browser !== undefined && more.length === 0 && given.length === expected.length;
    if (!isOurs || !timingSafeEqual(given, expected)) return "stranger";
    const now = this.#clock.now();
    const age = now - Number.parseInt(issued, 36);
    if (!(age >= 0 && age < lifeMilliseconds)) return "old";
    if (this.#used.has(nonce)) return "used";
    this.#remember(nonce, now);
    return "good";
  }

  #sign(claim: string, browser: string): Buffer {
    return createHmac("sha256", this.#key).update(`${claim}.${browser}`).digest();
  }

  #remember(nonce: string, now: number): void {
    this.#used.set(nonce, now);
    for (const [old, at] of this.#used) {
      if (now - at < lifeMilliseconds && this.#used.size <= mostUsed) return;
      this.#used.delete(old);
    }
  }
}
