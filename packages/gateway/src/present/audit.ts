import type { AuditEntry } from "@keyturn/core";
import type { WireAuditEntry } from "../wire/audit.ts";
import { presentTime } from "./timestamp.ts";

/** A line of the audit log for the API. */
export function presentAuditEntry(entry: AuditEntry): WireAuditEntry {
  const { at, actor, operation, sessionId, target, address, reason, outcome } = entry;
  const { kind, id, surface } = actor;
  const label = actor.kind === "operator" ? (actor.label ?? null) : null;
  return {
    at: presentTime(at),
    actor: { kind, id, label, surface },
    operation,
    sessionId: sessionId ?? null,
    target: target ?? null,
    address: address ?? null,
    reason,
    outcome,
  };
}
