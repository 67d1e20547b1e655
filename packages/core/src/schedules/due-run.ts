import type { Recurrence } from "./recurrence.ts";
import type { Schedule } from "./schedule.ts";

/**
 * How late a run may be before it counts as missed, in milliseconds. Twice the pause between two looks at the clock: so a
 * process that is up misses nothing, and a quick restart does not either.
 */
const graceMilliseconds = 60_000;

/** What is to be done about a schedule whose time has come. */
export interface DueRun {
  /** The time whose run is to be made; undefined when those that passed are left out. */
  readonly dueAt: number | undefined;
  /** The next run that is then not settled. */
  readonly nextRunAt: number | undefined;
}

/**
 * What is due of a schedule at a time; undefined when nothing is. A run that makes up for missed ones has the time of the
 * last of them: made again after a crash it is the same run, unless a further time has passed since.
 */
export function findDueRun(
  { nextRunAt, missed, isPaused }: Pick<Schedule, "nextRunAt" | "missed" | "isPaused">,
  recurrence: Recurrence,
  now: number,
): DueRun | undefined {
  if (isPaused || nextRunAt === undefined || nextRunAt > now) return undefined;
  const oldest = now - graceMilliseconds;
  if (nextRunAt >= oldest) return { dueAt: nextRunAt, nextRunAt: recurrence.after(nextRunAt) };
  if (missed === "skip") return { dueAt: undefined, nextRunAt: recurrence.after(oldest - 1) };
  const dueAt = recurrence.latest(nextRunAt, now);
  return { dueAt, nextRunAt: recurrence.after(dueAt) };
}
