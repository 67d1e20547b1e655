import type { CancelOutcome, CancelRequest } from "../../sessions/session-store.ts";
import type { Transition } from "./accept-transition.ts";
import { type SessionDocument, summarize } from "./session-document.ts";

/** Takes a message that waits out of the inbox; the fence stays, since no run has to do with it. */
export function cancel(document: SessionDocument, { messageId, at }: CancelRequest): Transition<CancelOutcome> {
  const entry = document.inbox.find(({ id }) => id === messageId);
  if (entry === undefined || entry.state === "running") {
    const kind = entry === undefined ? "unknown" : "taken";
    return { document: undefined, outcome: { kind, session: summarize(document) } };
  }
  const changed: SessionDocument = {
    ...document,
    version: document.version + 1,
    updatedAt: at,
    inbox: document.inbox.filter((other) => other !== entry),
  };
  return { document: changed, outcome: { kind: "cancelled", session: summarize(changed) } };
}
