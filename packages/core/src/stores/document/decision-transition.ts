import { type OutboxEntry, isUndelivered } from "../../sessions/outbox.ts";
import type { DecisionOutcome, DecisionRequest } from "../../sessions/session-store.ts";
import type { Transition } from "./accept-transition.ts";
import { type SessionDocument, summarize } from "./session-document.ts";
import { forgetOldDeliveries } from "./turn-transitions.ts";

/**
 * Pieces of one conversation that may wait for a person's decision. Each is written with every change of its session, and
 * the pieces of the longest answer, of 100,000 characters, still fit at Discord's 2,000 a message.
 */
const keptUndelivered = 64;

/** Has a piece sent again, or takes it off the list of those that wait for a decision; fence and order stay. */
export function decide(document: SessionDocument, request: DecisionRequest): Transition<DecisionOutcome> {
  const { deliveryId, decision, expected } = request;
  const entry = document.outbox.find(({ id }) => id === deliveryId);
  const isThere = entry !== undefined && entry.state !== "delivered" && entry.state !== "recall";
  if (!isThere) return { document: undefined, outcome: { kind: "unknown", session: summarize(document) } };
  const isAsSeen =
    expected === undefined || (expected.epoch === document.epoch && expected.attempts === entry.attempts);
  if (!isUndelivered(entry) || !isAsSeen) {
    return { document: undefined, outcome: { kind: "overtaken", session: summarize(document), entry } };
  }
  const decided = decision === "resend" ? [resend(entry)] : dismiss(entry);
  const outbox = forgetOldDeliveries(document.outbox.flatMap((other) => (other === entry ? decided : [other])));
  const changed = { ...document, version: document.version + 1, outbox };
  return { document: changed, outcome: { kind: "decided", session: summarize(changed), entry: decided[0] ?? entry } };
}

/** The outbox with the oldest pieces dismissed, and which, when more wait for a decision than are kept. */
export function dismissOldest(outbox: readonly OutboxEntry[]): {
  readonly outbox: readonly OutboxEntry[];
  readonly dismissed: readonly OutboxEntry[];
} {
  const waiting = outbox.filter(isUndelivered);
  const dismissed = waiting.slice(0, Math.max(0, waiting.length - keptUndelivered));
  if (dismissed.length === 0) return { outbox, dismissed };
  return { outbox: outbox.flatMap((entry) => (dismissed.includes(entry) ? dismiss(entry) : [entry])), dismissed };
}

/** Not `pending`: it may be visible, so a reset takes it back. Its error stays: no crash hid what became of its last try. */
function resend(entry: OutboxEntry): OutboxEntry {
  const { attempts, error = "Nobody knows what became of its last try." } = entry;
  return { ...entry, state: "sending", attemptsBeforeResend: attempts, error };
}

/** What failed is on no channel. What may be there counts as delivered, so that it is taken back with its answer. */
function dismiss(entry: OutboxEntry): readonly OutboxEntry[] {
  return entry.state === "failed" ? [] : [{ ...entry, state: "delivered", text: "", error: undefined }];
}
