import type { WireScheduleSummary } from "@keyturn/gateway/client";
import { printableLine } from "../command-line/printable.ts";
import { formatRelativeTime } from "../command-line/relative-time.ts";
import { formatTable } from "../command-line/table.ts";

const columns = [
  { title: "SCHEDULE" },
  { title: "NAME", isFlexible: true },
  { title: "CRON" },
  { title: "TIME ZONE" },
  { title: "NEXT RUN" },
  { title: "LAST RUN" },
] as const;

/** Schedules as lines of a table; past times are relative to `now`, in milliseconds since 1970. */
export function formatSchedules(
  schedules: readonly WireScheduleSummary[],
  now: number,
  lineWidth: number | undefined,
): readonly string[] {
  const rows = schedules.map(({ id, name, cron, timeZone, isPaused, nextRunAt, lastRun }) => [
    id,
    printableLine(name),
    printableLine(cron),
    printableLine(timeZone),
    // To the minute, and in UTC as everything that is written down: the zone beside it is the schedule's own.
    isPaused ? "paused" : (nextRunAt ?? "none").replace(/:\d\d\.\d{3}Z$/, "Z"),
    lastRun === null ? "never" : `${lastRun.outcome} ${formatRelativeTime(Date.parse(lastRun.at), now)}`,
  ]);
  return formatTable(columns, rows, lineWidth);
}
