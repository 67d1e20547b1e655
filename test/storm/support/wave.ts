import autocannon from "autocannon";
import { type AnswerCheck } from "../../../packages/gateway/test-support/answer-check.ts";
import { bearer } from "../../../packages/gateway/test-support/open-gateway.ts";

/** A request of a wave. */
export interface WaveRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** With everything, from `/api/v1` on. */
  readonly path: string;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer of a wave, with what was asked. */
export interface WaveAnswer {
  readonly request: WaveRequest;
  readonly status: number;
  readonly json: () => unknown;
}

/** A number of requests of one kind, sent over several connections as fast as answers come. */
export interface Wave {
  readonly url: string;
  readonly amount: number;
  readonly connections: number;
  /** The next request, counted from 0. */
  readonly next: (index: number) => WaveRequest;
  readonly check: AnswerCheck;
}

/** What a wave came to. */
export interface WaveResult {
  readonly answers: readonly WaveAnswer[];
  /** What was not as it is documented, and what never came. */
  readonly faults: readonly string[];
}

/** Sends a wave and waits for all of its answers. */
export async function send({ url, amount, connections, next, check }: Wave): Promise<WaveResult> {
  const answers: WaveAnswer[] = [];
  const faults: string[] = [];
  /** What each connection is waiting for. */
  const asked = new WeakMap<object, WaveRequest>();
  let index = 0;
  const result = await autocannon({
    url,
    amount,
    connections,
    requests: [
      {
        setupRequest(request, context) {
          const { method, path, body, headers = {} } = next(index);
          index += 1;
          asked.set(context, { method, path, body, headers });
          const json = body === undefined ? {} : { "Content-Type": "application/json" };
          const text = body === undefined ? undefined : JSON.stringify(body);
          return { ...request, method, path, body: text, headers: { ...bearer, ...json, ...headers } };
        },
        onResponse(status, text, context, headers = {}) {
          const request = asked.get(context);
          if (request === undefined) return void faults.push(`An answer to nothing: ${status} ${text}`);
          const json = () => JSON.parse(text) as unknown;
          answers.push({ request, status, json });
          try {
            check.check(
              { method: request.method, path: request.path },
              { status, text, headers: lowerCased(headers), json },
            );
          } catch (error) {
            faults.push(String(error));
          }
        },
      },
    ],
  });
  if (result.errors > 0) faults.push(`${result.errors} requests had no answer.`);
  return { answers, faults };
}

function lowerCased(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
}
