import type { Clock } from "@keyturn/core";
import { digestOf } from "../access/issued-secret.ts";
import { Problem } from "../problems/problem.ts";

/** How a route treats a request whose `Idempotency-Key` came before: gives its answer again, or refuses it. */
export type Repetition = "replayed" | "refused";

/** How long an answer is kept, in milliseconds: as long as the core remembers messages. */
const keptMilliseconds = 24 * 3_600_000;

/** Keys that are kept; beyond, the oldest that is not being worked on is forgotten. */
const mostKeys = 10_000;

/** The bodies of all kept answers together, in UTF-16 code units (32 MB of memory at most); beyond, as with the keys. */
const mostText = 16_000_000;

/** A request that names itself by a key. */
export interface KeyedRequest {
  readonly actorId: string;
  readonly key: string;
  /** Everything that makes the request what it is: method, target and body. */
  readonly content: string;
  readonly repetition: Repetition;
}

interface KeptAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

interface Kept {
  readonly digest: string;
  readonly at: number;
  /** Undefined while the first request is being worked on, and for good where answers are not kept. */
  answer: KeptAnswer | undefined;
  isDone: boolean;
}

/**
 * Lets a command that creates something be sent again after no answer came: the same `Idempotency-Key` of the same
 * person has the same answer, and does nothing a second time. A request that failed is forgotten, so that it can be
 * tried again. Kept in memory: what must also hold over a restart is deduplicated by the core.
 */
export class IdempotentAnswers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();
  #text = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Works on a request, or gives the answer that it had before, marked with `Idempotency-Replayed: true`.
   * @throws Problem `IDEMPOTENCY_KEY_REUSED` when the key came with something else.
   * @throws Problem `REQUEST_IN_PROGRESS` while the first one is being worked on.
   * @throws Problem `REQUEST_DONE_BEFORE` when it was done and its answer is not kept, since it held a secret.
   */
  async answer({ actorId, key, content, repetition }: KeyedRequest, work: () => Promise<Response>): Promise<Response> {
    const name = JSON.stringify([actorId, key]);
    const digest = digestOf(content);
    this.#forgetOld();
    const before = this.#kept.get(name);
    if (before !== undefined) return replay(before, digest);
    const kept: Kept = { digest, at: this.#clock.monotonic(), answer: undefined, isDone: false };
    this.#kept.set(name, kept);
    let response: Response | undefined;
    try {
      response = await work();
      if (response.ok && repetition === "replayed") kept.answer = await copyOf(response);
      return response;
    } finally {
      kept.isDone = response?.ok === true;
      if (!kept.isDone) this.#kept.delete(name);
      this.#text += kept.answer?.body.length ?? 0;
      this.#shrink();
    }
  }

  #forgetOld(): void {
    const now = this.#clock.monotonic();
    for (const [name, kept] of this.#kept) {
      if (now - kept.at < keptMilliseconds) return;
      this.#forget(name, kept);
    }
  }

  #shrink(): void {
    for (const [name, kept] of this.#kept) {
      if (this.#kept.size <= mostKeys && this.#text <= mostText) return;
      if (kept.isDone) this.#forget(name, kept);
    }
  }

  #forget(name: string, kept: Kept): void {
    this.#kept.delete(name);
    this.#text -= kept.answer?.body.length ?? 0;
  }
}

async function copyOf(response: Response): Promise<KeptAnswer> {
  return { status: response.status, headers: [...response.headers], body: await response.clone().text() };
}

function replay({ digest, answer, isDone }: Kept, asked: string): Response {
  if (digest !== asked) {
    throw new Problem("IDEMPOTENCY_KEY_REUSED", "This Idempotency-Key came with something else before. Use a new one.");
  }
  if (!isDone) {
    const detail = "The same request is being worked on. Wait for its answer, or send it again in a moment.";
    throw new Problem("REQUEST_IN_PROGRESS", detail, { headers: { "Retry-After": "1" } });
  }
  if (answer === undefined) {
    const detail = "This was done before, and its answer held a secret that is not kept. Use a new Idempotency-Key.";
    throw new Problem("REQUEST_DONE_BEFORE", detail);
  }
  const headers = new Headers(answer.headers.map(([name, value]): [string, string] => [name, value]));
  headers.set("Idempotency-Replayed", "true");
  return new Response(answer.body === "" ? null : answer.body, { status: answer.status, headers });
}
