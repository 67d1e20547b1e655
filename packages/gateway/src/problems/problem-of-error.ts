import {
  KeyturnError,
  ScheduleChangedError,
  RestoreError,
  SessionChangedError,
  SessionNotFoundError,
  SessionOccupiedError,
  SettingsChangedError,
} from "@keyturn/core";
import { HTTPException } from "hono/http-exception";
import { scheduleTag } from "../present/schedule.ts";
import { sessionTag } from "../present/session.ts";
import { presentTime } from "../present/timestamp.ts";
import { settingsTag } from "../present/settings.ts";
import { Problem } from "./problem.ts";

/** How long a client should wait when the store or the lock has trouble, in seconds. */
const retryAfterSeconds = 5;

const internalDetail =
  "Something went wrong inside the bot; whether anything was changed is not known. " +
  "Whoever runs it finds the cause in the log, under this request's id.";

const unavailableDetail =
  "The bot could not confirm it, so do not count on it: nothing was changed as far as is known. " +
  "Try again in a few seconds; the cause is in the log, under this request's id.";

/**
 * What a client is told of anything that was thrown: the one place where errors become answers. Only the messages of
 * errors that the client can mend are passed on; those of the machine's own trouble may name paths or hold secrets.
 */
export function problemOfError(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof KeyturnError) return problemOfKeyturnError(error);
  if (error instanceof HTTPException) return problemOfHttpException(error);
  return new Problem("INTERNAL_ERROR", internalDetail, { cause: error });
}

function problemOfKeyturnError(error: KeyturnError): Problem {
  const asItIs = new Problem(error.code, error.message, { cause: error.cause });
  if (asItIs.status === 503) {
    const headers = { "Retry-After": String(retryAfterSeconds) };
    return new Problem(error.code, unavailableDetail, { headers, cause: error });
  }
  if (asItIs.status >= 500) return new Problem(error.code, internalDetail, { cause: error });
  if (error instanceof SessionNotFoundError && error.deletedAt !== undefined) {
    const extensions = { deletedAt: presentTime(error.deletedAt) };
    return new Problem(error.code, error.message, { extensions });
  }
  if (error instanceof SessionOccupiedError) {
    return new Problem(error.code, error.message, { extensions: { sessionId: error.sessionId } });
  }
  if (error instanceof RestoreError && error.occupant !== undefined) {
    return new Problem(error.code, error.message, { extensions: { sessionId: error.occupant } });
  }
  if (error instanceof SessionChangedError) {
    const extensions = { currentEtag: sessionTag(error.actual), newMessages: error.newMessages };
    return new Problem(error.code, error.message, { extensions });
  }
  if (error instanceof ScheduleChangedError) {
    return new Problem(error.code, error.message, { extensions: { currentEtag: scheduleTag(error.actual) } });
  }
  if (error instanceof SettingsChangedError) {
    return new Problem(error.code, error.message, { extensions: { currentEtag: settingsTag(error.actual) } });
  }
  return asItIs;
}

/** What the routing library throws before a handler runs: media types and JSON that it cannot read. */
function problemOfHttpException(error: HTTPException): Problem {
  if (error.status === 415) return mediaTypeProblem();
  if (error.status === 400) {
    return new Problem("BODY_MALFORMED", "The body is not JSON. Send one JSON value in UTF-8.", { cause: error });
  }
  return new Problem("INTERNAL_ERROR", internalDetail, { cause: error });
}

/** The body has another type than those that its route takes. */
export function mediaTypeProblem(allowed: readonly string[] = ["application/json"]): Problem {
  return new Problem(
    "MEDIA_TYPE_UNSUPPORTED",
    `The body must be JSON: send it with the header Content-Type: ${allowed.join(" or ")}.`,
  );
}
