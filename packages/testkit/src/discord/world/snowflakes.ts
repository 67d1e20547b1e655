import type { Clock } from "@keyturn/core";

/** Discord's epoch, the first second of 2015, in milliseconds since 1970 (Discord, "Reference", Snowflakes). */
const discordEpoch = 1_420_070_400_000n;

/** Makes ids as Discord does: 17 to 19 digits, later ones greater, their time in the upper 42 bits. */
export class Snowflakes {
  readonly #clock: Clock;
  #last = 0n;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An id of now, greater than every one before. */
  next(): string {
    const now = (BigInt(this.#clock.now()) - discordEpoch) << 22n;
    this.#last = now > this.#last ? now : this.#last + 1n;
    return this.#last.toString();
  }
}

/** When an id was made, in milliseconds since 1970. */
export function timeOf(snowflake: string): number {
  return Number((BigInt(snowflake) >> 22n) + discordEpoch);
}

/** A time as Discord writes it. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace("Z", "000+00:00");
}
