import { KeyturnError, ProviderError } from "../errors.ts";

/** What an error of a model service says that may be repeated: no text of the service, no request, no key. */
export interface ProviderFailure {
  /** The HTTP status, where the service answered with one. */
  readonly status: number | undefined;
  /** A few words of ours. */
  readonly reason: string;
  readonly isRetryable: boolean;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMilliseconds: number | undefined;
}

/**
 * Reads an error of a model service: an APICallError or an error part of a stream of the AI SDK, a failed connection, or
 * anything else that a model's code throws.
 * @param now milliseconds since 1970; a service may name the time to come back at instead of a wait.
 */
export function readProviderFailure(error: unknown, now: number): ProviderFailure {
  const status = errorStatus(error);
  const known = knownCode(error);
  const network = networkCode(error);
  return {
    status,
    reason:
      known?.reason ??
      reasonOfStatus(status) ??
      (network === undefined ? reasonOfKind(error) : `no connection, ${network}`),
    isRetryable: known?.isRetryable ?? booleanAt(error, "isRetryable") ?? isRetryableByNature(error, status, network),
    retryAfterMilliseconds: retryAfter(error, now),
  };
}

/**
 * The error as a caller should see it: errors of ours stay what they are, all else becomes a ProviderError that names
 * the model, the status and the reason. The foreign error is no cause of it: it holds the request, which is the
 * conversation, and the service's answer, which may repeat the key; whoever logs this error must not log those.
 */
export function toProviderError(error: unknown, modelName: string, now: number): KeyturnError {
  if (error instanceof KeyturnError) return error;
  const failure = readProviderFailure(error, now);
  const status = failure.status === undefined ? "" : ` (HTTP ${failure.status})`;
  return new ProviderError(`Could not get an answer from ${modelName}${status}: ${failure.reason}.`, failure);
}

interface KnownCode {
  readonly reason: string;
  readonly isRetryable: boolean;
}

/** Codes and types that services put into the bodies of their errors, where they say more than the status does. */
const knownCodes: Readonly<Record<string, KnownCode>> = {
  insufficient_quota: { reason: "the account has no credit left", isRetryable: false },
  billing_error: { reason: "the account has no credit left", isRetryable: false },
  context_length_exceeded: { reason: "the conversation is longer than the model can read", isRetryable: false },
  invalid_api_key: { reason: "the API key was refused", isRetryable: false },
  authentication_error: { reason: "the API key was refused", isRetryable: false },
  model_not_found: { reason: "the service has no such model for this key", isRetryable: false },
  rate_limit_exceeded: { reason: "too many requests or tokens", isRetryable: true },
  rate_limit_error: { reason: "too many requests or tokens", isRetryable: true },
  overloaded_error: { reason: "the service is overloaded", isRetryable: true },
  api_error: { reason: "the service has trouble", isRetryable: true },
  server_error: { reason: "the service has trouble", isRetryable: true },
};

const statusReasons: Readonly<Record<number, string>> = {
  400: "the service did not accept the request",
  401: "the API key was refused",
  402: "the account has no credit left",
  403: "the API key may not use this model",
  404: "the service has no such model, or its address is wrong",
  408: "the service gave up waiting",
  413: "the conversation is too large for the service",
  422: "the service did not accept the request",
  429: "too many requests or tokens",
};

/** An answer that began with success and then broke off has a status too, which explains nothing. */
function errorStatus(error: unknown): number | undefined {
  const status = numberAt(error, "statusCode");
  return status !== undefined && status >= 400 ? status : undefined;
}

function reasonOfStatus(status: number | undefined): string | undefined {
  if (status === undefined) return undefined;
  return statusReasons[status] ?? (status >= 500 ? "the service has trouble" : "the service refused the request");
}

/** Errors of the AI SDK that tell of an answer that is none: a second try may get a better one. */
const garbledAnswers = new Set([
  "AI_JSONParseError",
  "AI_TypeValidationError",
  "AI_InvalidResponseDataError",
  "AI_InvalidStreamPartError",
  "AI_EmptyResponseBodyError",
  "AI_NoOutputGeneratedError",
  "AI_NoContentGeneratedError",
]);

/** Time limits of the service's own client; those of the run never come here. */
const timeouts = new Set(["TimeoutError", "AbortError"]);

function reasonOfKind(error: unknown): string {
  if (isGarbled(error)) return "what came back is not an answer";
  if (isTimeout(error)) return "the service did not answer in time";
  // A name is a class's and no text of the service; whoever sets it to something else gets no say here.
  return error instanceof Error && /^\w{1,60}$/.test(error.name)
    ? `an unexpected ${error.name}`
    : "an unexpected error";
}

function isGarbled(error: unknown): boolean {
  return garbledAnswers.has(stringAt(error, "name") ?? "");
}

function isTimeout(error: unknown): boolean {
  return timeouts.has(stringAt(error, "name") ?? "");
}

function isRetryableByNature(error: unknown, status: number | undefined, network: string | undefined): boolean {
  if (status !== undefined) return [408, 409, 429].includes(status) || status >= 500;
  return network !== undefined || isGarbled(error) || isTimeout(error);
}

function knownCode(error: unknown): KnownCode | undefined {
  const body = valueAt(error, "data");
  for (const source of [valueAt(body, "error"), body, error]) {
    for (const field of ["code", "type"]) {
      const code = stringAt(source, field);
      if (code !== undefined && Object.hasOwn(knownCodes, code)) return knownCodes[code];
    }
  }
  return undefined;
}

const networkCodes =
  /^(?:ECONN[A-Z]+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR_[A-Z_]+|[A-Z_]*CERT[A-Z_]*)$/;

/** The system's code of a failed connection, such as ECONNREFUSED, from anywhere among the causes. */
function networkCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 5 && current !== undefined; depth += 1) {
    const code = stringAt(current, "code");
    if (code !== undefined && networkCodes.test(code)) return code;
    current = valueAt(current, "cause");
  }
  return undefined;
}

function retryAfter(error: unknown, now: number): number | undefined {
  const headers = valueAt(error, "responseHeaders");
  const milliseconds = Number.parseFloat(stringAt(headers, "retry-after-ms") ?? "");
  if (milliseconds >= 0) return milliseconds;
  const header = stringAt(headers, "retry-after");
  if (header === undefined) return undefined;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

function valueAt(source: unknown, name: string): unknown {
  return typeof source === "object" && source !== null ? Reflect.get(source, name) : undefined;
}

function stringAt(source: unknown, name: string): string | undefined {
  const value = valueAt(source, name);
  return typeof value === "string" ? value : undefined;
}

function numberAt(source: unknown, name: string): number | undefined {
  const value = valueAt(source, name);
  return typeof value === "number" ? value : undefined;
}

function booleanAt(source: unknown, name: string): boolean | undefined {
  const value = valueAt(source, name);
  return typeof value === "boolean" ? value : undefined;
}
