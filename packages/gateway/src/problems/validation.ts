import type { z } from "zod";
import type { WireFault } from "../wire/problem.ts";
import { Problem } from "./problem.ts";

/** What the routing library hands to the hook that sees every validation. */
interface Validation {
  /** Which part of the request: `query`, `param`, `json`, `header`. */
  readonly target: string;
  readonly success: boolean;
  readonly error?: z.ZodError;
}

/** Names in a request are the client's own words: a long one is not sent back whole. */
const longestDetail = 200;
const mostFaults = 20;

/** @throws Problem `REQUEST_INVALID` that names every field, when a request does not have the form that its route asks for. */
export function rejectInvalid({ target, success, error }: Validation): void {
  if (success || error === undefined) return;
  const errors: readonly WireFault[] = error.issues.slice(0, mostFaults).map((issue) => ({
    field: [target, ...issue.path.map(String)].join("/").slice(0, longestDetail),
    detail: issue.message.slice(0, longestDetail),
  }));
  const listed = errors.map(({ field, detail }) => `${field}: ${detail}`).join("; ");
  throw new Problem("REQUEST_INVALID", `The request does not have the form that is asked for: ${listed}.`, {
    extensions: { errors },
  });
}
