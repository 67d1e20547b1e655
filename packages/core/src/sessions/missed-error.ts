import { SessionChangedError, SessionNotFoundError } from "../errors.ts";
import type { ChangedOutcome, MissedOutcome } from "./session-store.ts";

/** Whether the session that a write was for is not there any more, or not as its writer saw it. */
export function isMissed<Outcome extends { readonly kind: string }>(
  outcome: Outcome | MissedOutcome,
): outcome is MissedOutcome {
  return outcome.kind === "gone" || outcome.kind === "changed";
}

/** What the caller of a write that missed its session is told. */
export function missedError(operation: string, id: string, outcome: MissedOutcome): Error {
  if (outcome.kind === "gone") return new SessionNotFoundError(id, outcome.retired?.deletedAt);
  return changedError(operation, outcome);
}

/** Whether the session was not in the state that the caller expected. */
export function isChanged(outcome: { readonly kind: string }): outcome is ChangedOutcome {
  return outcome.kind === "changed";
}

/** What the caller who expected another state is told. */
export function changedError(operation: string, { session, newMessages }: ChangedOutcome): SessionChangedError {
  return new SessionChangedError(operation, session.id, session, newMessages);
}
