import { type ErrorCode, errorRegistry } from "@keyturn/core";
import type { WireProblem } from "../wire/problem.ts";

/** The cases that only a gateway knows, with their HTTP status; those of the core are in its `errorRegistry`. */
export const gatewayProblems = {
  ADAPTER_NOT_FOUND: 404,
  ADAPTER_RESTARTING: 409,
  AUTHENTICATION_REQUIRED: 401,
  BODY_INCOMPLETE: 400,
  BODY_MALFORMED: 400,
  BODY_TOO_LARGE: 413,
  CONVERSATION_BUSY: 409,
  CONVERSATION_FULL: 429,
  COUNT_CHANGED: 409,
  CREDENTIALS_AMBIGUOUS: 400,
  CURSOR_INVALID: 400,
  DELIVERY_CHANGED: 412,
  DELIVERY_NOT_FOUND: 404,
  FILTER_NOT_MET: 409,
  HEADERS_TOO_LARGE: 431,
  HOST_NOT_ALLOWED: 421,
  IDEMPOTENCY_KEY_REUSED: 422,
  IMPORT_INVALID: 422,
  INTERNAL_ERROR: 500,
  LOGIN_NOT_FOUND: 404,
  LOGS_OFF: 404,
  MEDIA_TYPE_UNSUPPORTED: 415,
  MESSAGE_NOT_FOUND: 404,
  MESSAGE_TAKEN: 409,
  METHOD_NOT_ALLOWED: 405,
  MODEL_UNUSABLE: 422,
  OPERATIONS_EXHAUSTED: 429,
  OPERATION_AT_WORK: 409,
  OPERATION_NOT_FOUND: 404,
  ORIGIN_NOT_ALLOWED: 403,
  PRECONDITION_REQUIRED: 428,
  REQUEST_DONE_BEFORE: 409,
  REQUEST_INVALID: 400,
  REQUEST_IN_PROGRESS: 409,
  REQUEST_TIMED_OUT: 408,
  ROLE_INSUFFICIENT: 403,
  ROUTE_NOT_FOUND: 404,
  SETTING_FIXED: 422,
  STREAMS_EXHAUSTED: 429,
  TARGET_NOT_ALLOWED: 421,
  TOKENS_EXHAUSTED: 409,
  TOKEN_NOT_FOUND: 404,
  TRIES_EXHAUSTED: 429,
  UPGRADE_REFUSED: 426,
  VISITORS_EXHAUSTED: 429,
  VISITOR_LIMIT_REACHED: 429,
  VISITOR_NOT_FOUND: 404,
  WEBCHAT_OFF: 404,
  WEBHOOK_UNAVAILABLE: 503,
} as const;

/** A stable name of one case. */
export type ProblemCode = keyof typeof gatewayProblems | ErrorCode;

/** What else a problem says. */
export interface ProblemDetails {
  /** Headers that the answer carries, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  readonly extensions?: Pick<
    WireProblem,
    "errors" | "currentEtag" | "deletedAt" | "newMessages" | "sessionId" | "actualCount"
  >;
  /** For the log alone. */
  readonly cause?: unknown;
}

/** A request that is answered with an error. Thrown by guards and handlers; the one error mapper makes the answer. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: NonNullable<ProblemDetails["extensions"]>;

  /** @param detail what happened and what to do: goes to the client, so no stack, path or secret. */
  constructor(code: ProblemCode, detail: string, { headers = {}, extensions = {}, cause }: ProblemDetails = {}) {
    super(detail, cause === undefined ? undefined : { cause });
    this.name = "Problem";
    this.code = code;
    this.status = statusOf(code);
    this.headers = headers;
    this.extensions = extensions;
  }
}

/** The HTTP status of a case. */
function statusOf(code: ProblemCode): number {
  return isGatewayCode(code) ? gatewayProblems[code] : errorRegistry[code].status;
}

/** The name of a case for people: `Session not found`. */
export function titleOf(code: ProblemCode): string {
  const words = code.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isGatewayCode(code: ProblemCode): code is keyof typeof gatewayProblems {
  return code in gatewayProblems;
}
