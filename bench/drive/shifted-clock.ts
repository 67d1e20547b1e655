import { SystemClock } from "@keyturn/core";

/** The machine's time, with days that pass at once: so that what is kept for a day can be seen to go. */
export class ShiftedClock extends SystemClock {
  #shift = 0;

  override now(): number {
    return super.now() + this.#shift;
  }

  /** Lets that much time pass, in milliseconds. */
  advance(milliseconds: number): void {
    this.#shift += milliseconds;
  }
}
