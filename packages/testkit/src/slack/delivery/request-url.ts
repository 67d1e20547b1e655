import type { Clock } from "@keyturn/core";
import { slackLimits } from "../limits.ts";
import { parseJson } from "../read.ts";
import type { SlackApp } from "../world/slack-app.ts";
import type { AttemptOutcome, Delivery, DeliveryAttempt } from "./delivery.ts";
import { type PostAnswer, postHttp } from "./http-post.ts";
import { signRequest } from "./signature.ts";

/** A request as an attacker, a proxy or a broken clock may make it. */
export interface RawRequest {
  readonly body: string;
  /** @default "application/json" */
  readonly contentType?: string | undefined;
  /** Seconds since 1970. @default now */
  readonly timestamp?: number | string | undefined;
  /** The secret that signs. @default the app's */
  readonly secret?: string | undefined;
  /** The signature itself, in place of one that is computed; an empty one is left out. */
  readonly signature?: string | undefined;
  /** More headers, or others. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Brings deliveries to the request URL of an app in HTTP mode. */
export class RequestUrl {
  readonly #clock: Clock;
  readonly #closed: AbortSignal;

  constructor(clock: Clock, closed: AbortSignal) {
    this.#clock = clock;
    this.#closed = closed;
  }

  /** Posts once. Slow answers count as none (docs, "The Events API": three seconds). */
  async attempt(app: SlackApp, url: string, delivery: Delivery, attempt: DeliveryAttempt): Promise<AttemptOutcome> {
    const retry = { "x-slack-retry-num": `${attempt.retryNumber}`, "x-slack-retry-reason": httpReason(attempt) };
    const headers = attempt.retryNumber > 0 ? retry : {};
    const timeout = new AbortController();
    const timer = this.#clock.startTimer(slackLimits.acknowledgement, () => timeout.abort());
    try {
      const signal = AbortSignal.any([timeout.signal, this.#closed]);
      return outcomeOf(await this.#post(app, url, { ...encode(delivery), headers }, signal));
    } catch {
      return { isAcknowledged: false, failure: timeout.signal.aborted ? "timeout" : "connection_failed" };
    } finally {
      timer.cancel();
    }
  }

  /**
   * Posts exactly this, signed as it says.
   * @throws Error when no answer comes.
   */
  send(app: SlackApp, url: string, request: RawRequest): Promise<PostAnswer> {
    return this.#post(app, url, request, this.#closed);
  }

  #post(app: SlackApp, url: string, request: RawRequest, signal: AbortSignal): Promise<PostAnswer> {
    const timestamp = request.timestamp ?? Math.floor(this.#clock.now() / 1_000);
    const signature = request.signature ?? signRequest(request.secret ?? app.signingSecret, timestamp, request.body);
    const headers = {
      "content-type": request.contentType ?? "application/json",
      "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
      "x-slack-request-timestamp": `${timestamp}`,
      ...(signature !== "" && { "x-slack-signature": signature }),
      ...request.headers,
    };
    return postHttp(url, headers, request.body, signal);
  }
}

function httpReason({ retryReason }: DeliveryAttempt): string {
  return retryReason === "timeout" ? "http_timeout" : (retryReason ?? "http_error");
}

/** Events are JSON; commands are a form, and clicks a form with one JSON field. */
function encode(delivery: Delivery): { readonly body: string; readonly contentType: string } {
  if (delivery.kind === "events_api") return { body: JSON.stringify(delivery.body), contentType: "application/json" };
  const fields =
    delivery.kind === "interactive"
      ? { payload: JSON.stringify(delivery.body) }
      : Object.fromEntries(Object.entries(delivery.body).map(([name, value]) => [name, String(value)]));
  return { body: new URLSearchParams(fields).toString(), contentType: "application/x-www-form-urlencoded" };
}

function outcomeOf(answer: PostAnswer): AttemptOutcome {
  if (answer.status >= 200 && answer.status < 300) {
    return { isAcknowledged: true, answer: parseJson(answer.body) ?? (answer.body === "" ? undefined : answer.body) };
  }
  return { isAcknowledged: false, failure: "http_error", isFinal: answer.headers["x-slack-no-retry"] === "1" };
}
