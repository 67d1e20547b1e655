import type { AuditEntry } from "@keyturn/core";
import type { WireAuditEntry } from "../wire/audit.ts";
import { presentTime } from "./timestamp.ts";

/** A line of the audit log for the API. */
export function presentAuditEntry({
  at,
  actor,
  operation,
  sessionId,
  target,
  reason,
  outcome,
}: AuditEntry): WireAuditEntry {
  const { kind, id, surface } = actor;
  return {
    at: presentTime(at),
    actor: { kind, id, surface },
    operation,
    sessionId: sessionId ?? null,
    target: target ?? null,
    reason,
    outcome,
  };
}
