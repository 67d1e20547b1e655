import type { OutboxEntry } from "../../sessions/outbox.ts";
import type { DeliveryClaim, DeliveryOutcome } from "../../sessions/session-store.ts";
import { dismissOldest } from "./decision-transition.ts";
import { forgetOldDeliveries } from "./turn-transitions.ts";

/** The entry to work on next: what must be taken back first, then the oldest piece that is not settled. */
export function nextDelivery(outbox: readonly OutboxEntry[]): OutboxEntry | undefined {
  return (
    outbox.find((entry) => entry.state === "recall") ??
    outbox.find((entry) => entry.state === "pending" || entry.state === "sending")
  );
}

/**
 * The entry as it is while it is tried once more. Its last error is cleared: an entry that is `sending` and has none was
 * being sent when the process ended, so nobody knows whether it arrived.
 */
export function beginDelivery(entry: OutboxEntry): OutboxEntry {
  const state = entry.state === "recall" ? "recall" : "sending";
  return { ...entry, state, attempts: entry.attempts + 1, error: undefined };
}

/** Whether the claim is still the newest attempt at a piece that nobody cancelled or recalled meanwhile. */
export function isDeliveryCurrent(
  document: { readonly epoch: number; readonly outbox: readonly OutboxEntry[] },
  claim: DeliveryClaim,
): boolean {
  if (document.epoch !== claim.epoch) return false;
  const entry = document.outbox.find((candidate) => candidate.id === claim.entry.id);
  return (
    entry !== undefined &&
    entry.attempts === claim.attempt &&
    // A piece that is to be sent again has as many attempts as before: the one that failed then has nothing to say any more.
    entry.attemptsBeforeResend === claim.entry.attemptsBeforeResend &&
    entry.state === claim.entry.state
  );
}

/** Whether the piece belongs to a conversation, or to an answer, that is gone since it was begun. */
export function isDeliveryCancelled(
  holder: { readonly epoch: number; readonly outbox: readonly OutboxEntry[] } | undefined,
  claim: DeliveryClaim,
): boolean {
  if (claim.entry.state === "recall") return false;
  if (holder?.epoch !== claim.epoch) return true;
  return holder.outbox.some(({ id, state }) => id === claim.entry.id && state === "recall");
}

/** The outbox with the entry settled as it turned out, and what was dismissed to make room for it. */
export function settleDelivery(
  outbox: readonly OutboxEntry[],
  claim: DeliveryClaim,
  outcome: DeliveryOutcome,
): ReturnType<typeof dismissOldest> {
  if (outcome.kind === "recalled") {
    return { outbox: outbox.filter((entry) => entry.id !== claim.entry.id), dismissed: [] };
  }
  const settled = outbox.map((entry) => (entry.id === claim.entry.id ? settle(entry, outcome) : entry));
  const kept = dismissOldest(settled);
  return { ...kept, outbox: forgetOldDeliveries(kept.outbox) };
}

function settle(entry: OutboxEntry, outcome: Exclude<DeliveryOutcome, { kind: "recalled" }>): OutboxEntry {
  switch (outcome.kind) {
    case "delivered":
      return {
        ...entry,
        state: "delivered",
        text: "",
        error: undefined,
        platformMessageId: outcome.platformMessageId,
      };
    case "retry":
      return { ...entry, error: outcome.error };
    case "failed":
    case "unconfirmed":
      return { ...entry, state: outcome.kind, error: outcome.error };
  }
}
