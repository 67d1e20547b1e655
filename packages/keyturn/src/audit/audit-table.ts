import type { WireAuditEntry } from "@keyturn/gateway/client";
import { printableLine } from "../command-line/printable.ts";
import { formatTable } from "../command-line/table.ts";

const columns = [
  { title: "TIME" },
  { title: "WHO", isFlexible: true },
  { title: "WHERE" },
  { title: "ASKED FOR" },
  { title: "OF" },
  { title: "OUTCOME" },
  { title: "WHY", isFlexible: true },
] as const;

/** Entries of the audit log as lines of a table. */
export function formatAudit(entries: readonly WireAuditEntry[], lineWidth: number | undefined): readonly string[] {
  const rows = entries.map(({ at, actor, operation, sessionId, target, address, reason, outcome }) => [
    // To the second, and in UTC as everything that is written down.
    at.replace(/\.\d{3}Z$/, "Z"),
    printableLine(actor.label ?? actor.id),
    printableLine([actor.surface, address ?? []].flat().join(" ")),
    operation,
    printableLine([sessionId ?? [], target ?? []].flat().join(" ")),
    outcome,
    printableLine(reason),
  ]);
  return formatTable(columns, rows, lineWidth);
}
