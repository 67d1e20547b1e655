/** What is delivered: an event, a slash command, or a click and the like. */
export type DeliveryKind = "events_api" | "slash_commands" | "interactive";

/** Why an attempt failed, in the words of `x-slack-retry-reason`. */
export type DeliveryFailure = "timeout" | "http_error" | "connection_failed" | "no_listener";

/** One try to bring a delivery to the app. */
export interface DeliveryAttempt {
  /** 0 for the first try. */
  readonly retryNumber: number;
  readonly retryReason: DeliveryFailure | undefined;
  /** The socket that it went to; undefined for a request URL. */
  readonly socketId: string | undefined;
  /** When it went out, in milliseconds since 1970. */
  readonly at: number;
}

/** How an attempt ended. */
export type AttemptOutcome =
  | { readonly isAcknowledged: true; readonly answer: unknown }
  | {
      readonly isAcknowledged: false;
      readonly failure: DeliveryFailure;
      /** Set when the app said that it wants no retry. */
      readonly isFinal?: boolean | undefined;
    };

/** Something that Slack tells an app, with all tries to do so. */
export class Delivery {
  readonly id: string;
  readonly appId: string;
  readonly kind: DeliveryKind;
  /** The body as the app gets it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly attempts: DeliveryAttempt[] = [];
  /** Resolves when the delivery is over, acknowledged or given up. */
  readonly settled: Promise<AttemptOutcome>;
  /** How it ended; undefined while it is under way. */
  outcome: AttemptOutcome | undefined = undefined;
  readonly #settle: (outcome: AttemptOutcome) => void;

  constructor(id: string, appId: string, kind: DeliveryKind, body: Readonly<Record<string, unknown>>) {
    const { promise, resolve } = Promise.withResolvers<AttemptOutcome>();
    this.id = id;
    this.appId = appId;
    this.kind = kind;
    this.body = body;
    this.settled = promise;
    this.#settle = resolve;
  }

  get isAcknowledged(): boolean {
    return this.outcome?.isAcknowledged === true;
  }

  /** For the server. */
  finish(outcome: AttemptOutcome): void {
    this.outcome ??= outcome;
    this.#settle(this.outcome);
  }
}
