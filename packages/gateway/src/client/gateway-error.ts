/** What a client can say beyond the gateway's own codes. */
export type ClientErrorCode = "GATEWAY_UNREACHABLE" | "ANSWER_INVALID";

/** What is known of a call that failed. */
export interface GatewayFailure {
  /** The problem's code, such as `SESSION_NOT_FOUND`, or a `ClientErrorCode`. */
  readonly code: string;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What happened and what to do. */
  readonly detail: string;
  /** Names the request in the gateway's log; undefined when there was no answer. */
  readonly requestId?: string | undefined;
  /** How long the gateway asked to wait, in milliseconds. */
  readonly retryAfterMilliseconds?: number | undefined;
  readonly cause?: unknown;
}

/** A call to the gateway failed. Its message is the detail. */
export class GatewayError extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly retryAfterMilliseconds: number | undefined;

  constructor({ code, status, detail, requestId, retryAfterMilliseconds, cause }: GatewayFailure) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = "GatewayError";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.requestId = requestId;
    this.retryAfterMilliseconds = retryAfterMilliseconds;
  }
}
