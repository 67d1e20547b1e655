import type { AttemptOutcome, Delivery } from "../delivery/delivery.ts";

/** What a person sees of a command, a click or a submitted view once the app was asked. */
export interface InteractionResult {
  /** Whether the app acknowledged within three seconds. If not, Slack shows the person an error. */
  readonly isAcknowledged: boolean;
  /** `operation_timeout`, `http_error`, `dispatch_failed`: what Slack's error says. */
  readonly error: string | undefined;
  /** What the app acknowledged with; undefined for a bare acknowledgement. */
  readonly answer: unknown;
}

/** Something that a person does and the app answers. */
export class Interaction {
  readonly delivery: Delivery;
  /** Opens views for three seconds. */
  readonly triggerId: string;
  /** Undefined for what has none, such as a submitted view. */
  readonly responseUrl: string | undefined;
  /** Resolves when the app acknowledged, or when it did not in time. */
  readonly result: Promise<InteractionResult>;

  constructor(
    delivery: Delivery,
    triggerId: string,
    responseUrl: string | undefined,
    result: Promise<InteractionResult>,
  ) {
    this.delivery = delivery;
    this.triggerId = triggerId;
    this.responseUrl = responseUrl;
    this.result = result;
  }
}

/** How the outcome of a delivery looks to a person. */
export function resultOf(outcome: AttemptOutcome): InteractionResult {
  if (outcome.isAcknowledged) {
    const { answer } = outcome;
    const isBare = typeof answer === "object" && answer !== null && Object.keys(answer).length === 0;
    return { isAcknowledged: true, error: undefined, answer: isBare ? undefined : answer };
  }
  const errors = { timeout: "operation_timeout", http_error: "http_error" } as const;
  const error =
    outcome.failure === "timeout" || outcome.failure === "http_error" ? errors[outcome.failure] : "dispatch_failed";
  return { isAcknowledged: false, error, answer: undefined };
}
