import type { RecordedCall } from "../recorded-call.ts";

/** A fault that calls of the Web API meet. It says which calls it meets, and what they get in place of an answer. */
export interface MethodFault {
  /** The method, such as `chat.postMessage`. @default every method */
  readonly method?: string | undefined;
  /** Narrows it to some calls; those of one channel, for example. @default every call of the method */
  readonly where?: ((call: RecordedCall) => boolean) | undefined;
  /** How many calls meet it. @default 1 */
  readonly times?: number | undefined;
  /**
   * Whether the call takes effect before it meets the fault: what a bot sees when the answer gets lost.
   * @default false
   */
  readonly afterCommit?: boolean | undefined;
  /** Answers HTTP 200 with `ok: false` and this error. */
  readonly error?: string | undefined;
  /** More fields of that answer. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** Answers with this HTTP status, unless `error` is set. */
  readonly status?: number | undefined;
  /** The body of that answer. @default "" */
  readonly body?: string | undefined;
  /** Sends a `retry-after` of so many seconds. */
  readonly retryAfterSeconds?: number | undefined;
  /** Sends no answer; the connection stays open until the caller or the server closes it. */
  readonly hangs?: boolean | undefined;
  /** Cuts the connection with a TCP reset. */
  readonly resets?: boolean | undefined;
  /**
   * Lets the call take effect only so many milliseconds of the server's clock later, and never answers it: a caller has
   * given it up by then.
   */
  readonly commitsAfterMilliseconds?: number | undefined;
  /** Holds the answer back for so many milliseconds of the server's clock; alone, the answer is the usual one. */
  readonly delayMilliseconds?: number | undefined;
}

/** A fault that was set up. */
export interface PlannedFault {
  /** How many calls have met it so far. */
  readonly hits: number;
}

/** Faults that wait for the calls that meet them. */
export class FaultQueue {
  readonly #waiting: { readonly fault: MethodFault; hits: number }[] = [];

  add(fault: MethodFault): PlannedFault {
    const planned = { fault, hits: 0 };
    this.#waiting.push(planned);
    return planned;
  }

  /** The fault that this call meets, the oldest first; it is used up by that. */
  take(call: RecordedCall): MethodFault | undefined {
    const index = this.#waiting.findIndex(({ fault }) => {
      return (fault.method === undefined || fault.method === call.method) && (fault.where?.(call) ?? true);
    });
    const met = this.#waiting[index];
    if (met === undefined) return undefined;
    met.hits += 1;
    if (met.hits >= (met.fault.times ?? 1)) this.#waiting.splice(index, 1);
    return met.fault;
  }

  /** Forgets every fault that no call has met. */
  clear(): void {
    this.#waiting.length = 0;
  }
}
