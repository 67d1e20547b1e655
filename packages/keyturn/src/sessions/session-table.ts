import type { WireSession } from "@keyturn/gateway/client";
import { printableLine } from "../command-line/printable.ts";
import { formatRelativeTime } from "../command-line/relative-time.ts";
import { formatTable } from "../command-line/table.ts";

const columns = [
  { title: "SESSION" },
  { title: "CONVERSATION", isFlexible: true },
  { title: "STATE" },
  { title: "ENTRIES", align: "right" },
  { title: "UPDATED" },
  { title: "LAST WORDS", isFlexible: true },
] as const;

/** Sessions as lines of a table; times are relative to `now`, in milliseconds since 1970. */
export function formatSessions(
  sessions: readonly WireSession[],
  now: number,
  lineWidth: number | undefined,
): readonly string[] {
  const rows = sessions.map((session) => [
    session.id,
    describeConversation(session),
    describeState(session),
    String(session.entries),
    formatRelativeTime(Date.parse(session.updatedAt), now),
    printableLine(session.preview),
  ]);
  return formatTable(columns, rows, lineWidth);
}

/** Where a session's conversation is, such as `discord C123 by Ada`; its title where it has one. */
export function describeConversation({ title, key, owner }: WireSession): string {
  if (title !== null) return printableLine(title);
  const place = [key.place, key.thread, key.person].filter((part) => part !== null).join("/");
  const who = owner.name === null ? "" : ` by ${owner.name}`;
  return printableLine(`${key.adapter} ${place}${who}`);
}

/** What a session is doing, such as `running, 2 waiting`. */
export function describeState({ running, waiting, deliveries, muted, pinned }: WireSession): string {
  const states = [
    ...(running === null ? [] : ["running"]),
    ...(waiting === 0 ? [] : [`${waiting} waiting`]),
    ...(deliveries.failed + deliveries.unconfirmed === 0
      ? []
      : [`${deliveries.failed + deliveries.unconfirmed} undelivered`]),
  ];
  if (states.length === 0) states.push("idle");
  return [...states, ...(muted ? ["muted"] : []), ...(pinned ? ["pinned"] : [])].join(", ");
}
