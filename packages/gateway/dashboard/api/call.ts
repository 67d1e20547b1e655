import { ApiError, errorOf } from "./api-error.ts";
import { noteSignedOut } from "../state/login-state.ts";

/** A value of a query; undefined ones are left away. */
export type QueryValue = string | number | boolean | undefined;

/** One call of the API. */
export interface Call {
  readonly method?: "GET" | "POST" | "PATCH" | "DELETE";
  /** Below `/api/v1`; parts that vary are encoded by the caller. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Longest time for an answer, in milliseconds. */
const patienceMilliseconds = 30_000;

/**
 * The answer to a call, of the gateway that this page came from and of no other: no address is ever read from anywhere.
 * @throws ApiError
 */
export async function call<Answer>(wanted: Call): Promise<Answer> {
  const patience = AbortSignal.timeout(patienceMilliseconds);
  const signal = wanted.signal === undefined ? patience : AbortSignal.any([wanted.signal, patience]);
  const response = await open({ ...wanted, signal });
  if (response.status === 204) return JSON.parse("null");
  return response.json();
}

/**
 * The answer to a call, not read yet.
 * @throws ApiError; one of 401 also ends the login of this page.
 */
export async function open({ method = "GET", path, query = {}, body, headers = {}, signal }: Call): Promise<Response> {
  const response = await send(addressOf(path, query), {
    method,
    redirect: "error",
    headers: { "X-Gateway": "1", ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
  if (response.ok) return response;
  const error = await errorOf(response);
  if (error.status === 401 && path !== "/auth/login") noteSignedOut();
  throw error;
}

/** Where a path of the API is: beside this page, below whatever path the page was published. */
export function addressOf(path: string, query: Call["query"] = {}): string {
  const url = new URL(`api/v1${path}`, document.baseURI);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url.href;
}

async function send(address: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(address, request);
  } catch (error) {
    if (request.signal?.reason instanceof DOMException && request.signal.reason.name === "AbortError") throw error;
    throw new ApiError({ code: "GATEWAY_UNREACHABLE", status: 0, detail: "No answer came from the bot." });
  }
}
