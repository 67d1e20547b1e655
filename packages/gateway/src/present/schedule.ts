import type { Bot, PlacedSchedule, Schedule, ScheduledRun } from "@keyturn/core";
import type { WireSchedule, WireScheduleSummary, WireScheduledRun } from "../wire/schedule.ts";
import { presentKey } from "./session.ts";
import { presentTime } from "./timestamp.ts";

const previewLength = 120;

/** A schedule with the session that its conversation has right now. */
export async function placeSchedule(schedule: Schedule, { sessions }: Bot): Promise<PlacedSchedule> {
  return { ...schedule, sessionId: await sessions.find(schedule.key) };
}

/** A schedule for the API. */
export function presentSchedule(schedule: PlacedSchedule): WireSchedule {
  return { ...presentScheduleSummary(schedule), text: schedule.text };
}

/** A schedule as a list shows it. */
export function presentScheduleSummary(schedule: PlacedSchedule): WireScheduleSummary {
  const { id, name, cron, timeZone, missed, isPaused, version, nextRunAt, lastRun } = schedule;
  return {
    id,
    name,
    key: presentKey(schedule.key),
    sessionId: schedule.sessionId ?? null,
    cron,
    timeZone,
    missed,
    isPaused,
    version,
    createdAt: presentTime(schedule.createdAt),
    updatedAt: presentTime(schedule.updatedAt),
    nextRunAt: nextRunAt === undefined ? null : presentTime(nextRunAt),
    lastRun: lastRun === undefined ? null : presentRun(lastRun),
    preview: schedule.text.slice(0, previewLength),
  };
}

/** The strong ETag of a schedule: every change of its terms raises it. */
export function scheduleTag(version: number): string {
  return `"${version}"`;
}

function presentRun({ at, dueAt, outcome, messageId }: ScheduledRun): WireScheduledRun {
  return {
    at: presentTime(at),
    dueAt: dueAt === undefined ? null : presentTime(dueAt),
    outcome,
    messageId: messageId ?? null,
  };
}
