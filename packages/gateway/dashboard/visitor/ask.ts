import type { WireNewVisitor } from "../../src/wire/visitor.ts";
import { ApiError, errorOf } from "../api/api-error.ts";
import { createStore } from "../state/store.ts";
import { keep, onKept, read } from "./keep.ts";

/** What lets this visitor in; undefined before they said anything, and when the chat has ended. */
export const token = createStore<string | undefined>(read("token"));
onKept("token", () => token.set(read("token")));

/** Longest time for an answer, in milliseconds. */
const patienceMilliseconds = 30_000;

/** One call of the visitor's own routes. */
export interface Question {
  readonly method?: "GET" | "POST" | "DELETE";
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The answer to a call, in the visitor's name. @throws ApiError; one of 401 ends the chat on this page. */
export async function ask<Answer>(question: Question): Promise<Answer> {
  const response = await connect({ ...question, signal: AbortSignal.timeout(patienceMilliseconds) });
  return response.status === 204 ? JSON.parse("null") : response.json();
}

/** The answer to a call, not read yet. @throws ApiError as `ask`. */
export async function connect({ method = "GET", path, body, headers, signal }: Question): Promise<Response> {
  const mine = token.get();
  const response = await fetch(new URL(`api/v1${path}`, document.baseURI), {
    method,
    redirect: "error",
    // Whoever is logged in at the dashboard in this browser is nobody here.
    credentials: "omit",
    headers: {
      ...(mine !== undefined && { Authorization: `Bearer ${mine}` }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true && signal.reason instanceof DOMException && signal.reason.name === "AbortError")
      throw error;
    throw new ApiError({ code: "GATEWAY_UNREACHABLE", status: 0, detail: "" });
  });
  if (response.ok) return response;
  if (response.status === 401 && token.get() === mine) leave();
  throw await errorOf(response);
}

/** Begins as a visitor, unless that was done. @throws ApiError */
export async function enter(): Promise<void> {
  if (token.get() !== undefined) return;
  const visitor = await ask<WireNewVisitor>({ method: "POST", path: "/webchat/visitors", body: {} });
  keep("token", visitor.token);
  token.set(visitor.token);
}

/** The token is of no use any more. */
export function leave(): void {
  keep("token", undefined);
  token.set(undefined);
}
