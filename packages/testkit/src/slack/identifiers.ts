import type { Clock } from "@keyturn/core";

/** Makes identifiers in Slack's form. They come in the same order in every run, so that a failure can be repeated. */
export class Identifiers {
  readonly #clock: Clock;
  #count = 0;
  #lastMicroseconds = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param prefix says what it names: `T`, `U`, `C`, `D`, `A`, `B`, `F`, `V`, `Ev`. */
  next(prefix: string): string {
    this.#count += 1;
    return `${prefix}0${this.#count.toString(36).toUpperCase().padStart(9, "0")}`;
  }

  /** A long unguessable-looking text for tokens and secrets; no two are the same. */
  secret(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count.toString().padStart(12, "0")}-testkit`;
  }

  /** The time as the id of a message, `seconds.microseconds`: always later than the one before. */
  ts(): string {
    this.#lastMicroseconds = Math.max(this.#clock.now() * 1_000, this.#lastMicroseconds + 1);
    const seconds = Math.floor(this.#lastMicroseconds / 1_000_000);
    const rest = Math.floor(this.#lastMicroseconds % 1_000_000);
    return `${seconds}.${rest.toString().padStart(6, "0")}`;
  }
}
