import type { Clock } from "@keyturn/core";

/** How long a request is remembered, in milliseconds: its time may be five minutes from ours, before or after. */
const memoryMilliseconds = 660_000;

/** Most requests that are remembered; the oldest are forgotten, and stand for one that comes twice in the next ten minutes. */
const mostRequests = 20_000;

/** Answers a request that comes again with the answer to the first, without doing it again. */
export class ReplayGuard {
  readonly #clock: Clock;
  readonly #answers = new Map<string, { readonly until: number; readonly status: Promise<number> }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What handling comes to, or came to. One that failed is forgotten: it is sent again for that. */
  once(signature: string, handle: () => Promise<Response>): Promise<Response> {
    const earlier = this.#answers.get(signature);
    if (earlier !== undefined && earlier.until > this.#clock.monotonic()) {
      return earlier.status.then((status) => new Response(null, { status }));
    }
    const answer = handle();
    const status = answer.then((response) => {
      if (!response.ok) this.#answers.delete(signature);
      return response.status;
    });
    status.catch(() => this.#answers.delete(signature));
    this.#answers.set(signature, { until: this.#clock.monotonic() + memoryMilliseconds, status });
    this.#forget();
    return answer;
  }

  #forget(): void {
    for (const [signature, { until }] of this.#answers) {
      if (until > this.#clock.monotonic() && this.#answers.size <= mostRequests) return;
      this.#answers.delete(signature);
    }
  }
}
