import type { WireDelivery } from "@keyturn/gateway/client";
import { printableLine } from "../command-line/printable.ts";
import { formatRelativeTime } from "../command-line/relative-time.ts";
import { formatTable } from "../command-line/table.ts";

const columns = [
  { title: "DELIVERY" },
  { title: "STATE" },
  { title: "WRITTEN" },
  { title: "CONVERSATION", isFlexible: true },
  { title: "TRIES" },
  { title: "WHY", isFlexible: true },
] as const;

/** Pieces that wait for a decision as lines of a table; times are relative to `now`, in milliseconds since 1970. */
export function formatDeliveries(
  deliveries: readonly WireDelivery[],
  now: number,
  lineWidth: number | undefined,
): readonly string[] {
  const rows = deliveries.map(({ id, state, createdAt, session, attempts, error }) => [
    id,
    state,
    formatRelativeTime(Date.parse(createdAt), now),
    printableLine(session.title ?? `${session.key.adapter} ${session.key.thread ?? session.key.place}`),
    String(attempts),
    printableLine(error),
  ]);
  return formatTable(columns, rows, lineWidth);
}
