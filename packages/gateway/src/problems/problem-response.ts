import type { WireProblem } from "../wire/problem.ts";
import { type Problem, titleOf } from "./problem.ts";

/** The media type of every error (RFC 9457). */
export const problemMediaType = "application/problem+json";

/** The body of an answer to a request that failed. */
export function problemBody(problem: Problem, requestId: string): WireProblem {
  const { code, status, message, extensions } = problem;
  return {
    type: `urn:keyturn:problem:${code}`,
    title: titleOf(code),
    status,
    detail: message,
    instance: requestId,
    code,
    ...extensions,
  };
}

/** The answer to a request that failed. */
export function problemResponse(problem: Problem, requestId: string): Response {
  return new Response(JSON.stringify(problemBody(problem, requestId)), {
    status: problem.status,
    headers: { "Content-Type": problemMediaType, ...problem.headers },
  });
}
