import { problemMediaType } from "../problems/problem-response.ts";
import { problemSchema } from "../wire/problem.ts";

/** How a route's form documents one error. */
export interface ProblemDocument {
  readonly description: string;
  readonly content: { readonly "application/problem+json": { readonly schema: typeof problemSchema } };
}

/** Documents an error: `description` says when it is the answer. */
export function problem(description: string): ProblemDocument {
  return { description, content: { [problemMediaType]: { schema: problemSchema } } };
}

/** The errors that every route may answer with, whoever asks. */
export const doorProblems: Readonly<Record<400 | 413 | 421 | 426, ProblemDocument>> = {
  400: problem("The request does not have the form that is asked for."),
  413: problem("The request says that its body is too large."),
  421: problem("The Host header is not one of this gateway's names."),
  426: problem("The request asks for another protocol."),
};

/** The errors that every route with credentials may answer with. */
export const commonProblems: Readonly<Record<400 | 401 | 403 | 413 | 421 | 426 | 429 | 500 | 503, ProblemDocument>> = {
  ...doorProblems,
  401: problem("No credentials, or wrong ones."),
  403: problem("The caller's role or the bot's policy does not allow it, or a page of somebody else sent it."),
  429: problem("Too many wrong tokens, or too much of something else; see Retry-After."),
  500: problem("A fault of the bot; its log has the cause."),
  503: problem("The store could not confirm. Nothing is claimed to have happened."),
};

/** The errors of routes about one session. */
export const sessionProblems: Readonly<Record<404 | 410, ProblemDocument>> = {
  404: problem("There is no such session, and nothing is known of one."),
  410: problem("The session was deleted; `deletedAt` says when."),
};

/** The error of routes about one operation. */
export const operationProblems: Readonly<Record<404, ProblemDocument>> = {
  404: problem("No operation of this id is at work here or known to have ended lately."),
};

/** The error of routes that look at `If-Match`. */
export const changedProblem: Readonly<Record<412, ProblemDocument>> = {
  412: problem("The session is not as If-Match says; `currentEtag` and `newMessages` tell what it is now."),
};

/** The errors of routes about one piece that waits for a decision, beside those about its session. */
export const deliveryProblems: Readonly<Record<404 | 412 | 428, ProblemDocument>> = {
  404: problem("There is no such session, or no such piece waits in it for a decision."),
  412: problem("The piece is not as If-Match says: it is being sent, or was since it was seen."),
  428: problem("There is no If-Match."),
};

/** The errors of routes about one schedule. */
export const scheduleProblems: Readonly<Record<404, ProblemDocument>> = {
  404: problem("There is no such schedule."),
};

/** The error of routes that look at a schedule's `If-Match`. */
export const scheduleChangedProblem: Readonly<Record<412, ProblemDocument>> = {
  412: problem("The schedule is not as If-Match says; `currentEtag` tells what it is now."),
};

/** The errors of routes that take a body. */
export const bodyProblems: Readonly<Record<408 | 413 | 415, ProblemDocument>> = {
  408: problem("The request did not arrive in time."),
  413: problem("The body, or the text in it, is too large."),
  415: problem("The body is not application/json."),
};

/** The errors of routes that take an `Idempotency-Key`. */
export const idempotencyProblems: Readonly<Record<409 | 422, ProblemDocument>> = {
  409: problem("The same Idempotency-Key is being worked on, or was done and its answer held a secret."),
  422: problem("The Idempotency-Key came with something else before."),
};
