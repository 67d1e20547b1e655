import { type Clock, DeliveryError, pause } from "@keyturn/core";
import { retryAfterOf } from "./slack-failure.ts";

/** One line of calls. */
interface Lane {
  /** Settles when the call before is over. */
  tail: Promise<unknown>;
  /** How many calls are in it. */
  calls: number;
  /** Until when Slack asks to wait, by the clock's monotonic time. */
  blockedUntil: number;
}

/** How a call waits for its turn. */
export interface TurnOptions {
  /** Aborts when the call is too late. */
  readonly signal?: AbortSignal | undefined;
  /** How long it is to wait by now for other reasons, in milliseconds; asked right before the call. */
  readonly pace?: (() => number) | undefined;
}

/**
 * Calls of one method to one channel, one after the other; everything else beside them. When Slack asks to wait, that line
 * waits and no other: web-api's own queue would hold up every call of the workspace.
 */
export class CallLanes {
  readonly #clock: Clock;
  readonly #lanes = new Map<string, Lane>();
  #limitedUntil: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Until when Slack has asked to wait, in milliseconds since 1970; undefined when it has not. */
  get limitedUntil(): number | undefined {
    return this.#limitedUntil !== undefined && this.#limitedUntil > this.#clock.now() ? this.#limitedUntil : undefined;
  }

  /** How long a call of that lane would wait by now because Slack asks for it, in milliseconds. */
  waitOf(name: string): number {
    return Math.max(0, (this.#lanes.get(name)?.blockedUntil ?? 0) - this.#clock.monotonic());
  }

  /**
   * Makes the call when its turn comes, and again after Slack asked to wait: such a call had no effect.
   * @throws DeliveryError when the signal aborts before the call is made; else what the call throws.
   */
  async run<Result>(name: string, call: () => Promise<Result>, options: TurnOptions = {}): Promise<Result> {
    const lane = this.#lanes.get(name) ?? { tail: Promise.resolve(), calls: 0, blockedUntil: 0 };
    this.#lanes.set(name, lane);
    lane.calls += 1;
    const turn = lane.tail.then(() => this.#callInTurn(name, lane, call, options));
    lane.tail = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      lane.calls -= 1;
      if (lane.calls === 0 && lane.blockedUntil <= this.#clock.monotonic()) this.#lanes.delete(name);
    }
  }

  async #callInTurn<Result>(
    name: string,
    lane: Lane,
    call: () => Promise<Result>,
    { signal, pace }: TurnOptions,
  ): Promise<Result> {
    for (;;) {
      const wait = Math.max(this.waitOf(name), pace?.() ?? 0);
      if (signal?.aborted === true) throw tooLate(wait);
      if (wait > 0) {
        await pause(this.#clock, wait, signal);
        continue;
      }
      try {
        return await call();
      } catch (error) {
        const asked = retryAfterOf(error);
        if (asked === undefined) throw error;
        lane.blockedUntil = this.#clock.monotonic() + asked;
        this.#limitedUntil = Math.max(this.#limitedUntil ?? 0, this.#clock.now() + asked);
      }
    }
  }
}

function tooLate(wait: number): DeliveryError {
  const retryAfterMilliseconds = wait > 0 ? wait : undefined;
  return new DeliveryError("It was not sent: its turn came too late.", { isRetryable: true, retryAfterMilliseconds });
}
