import type { Clock, Timer } from "@keyturn/core";
import type { Step } from "./crashing-storage.ts";

/** Pauses end at moments that the test chooses; time-outs (above 10 s) never fire. Time itself counts the calls. */
export class ScheduledClock implements Clock {
  readonly #step: Step;
  #now = Date.UTC(2030, 0, 1);

  constructor(step: Step) {
    this.#step = step;
  }

  now(): number {
    this.#now += 1;
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  startTimer(milliseconds: number, callback: () => void): Timer {
    let isCancelled = false;
    if (milliseconds < 10_000) {
      void this.#step(`timer of ${milliseconds} ms`).then(() => {
        if (!isCancelled) callback();
      });
    }
    return {
      cancel: () => {
        isCancelled = true;
      },
    };
  }
}
