import { ScheduleBook } from "../schedules/schedule-book.ts";
import { ScheduleRunner } from "../schedules/schedule-runner.ts";
import type { ScheduleStore } from "../schedules/schedule-store.ts";
import { Schedules } from "../schedules/schedules.ts";
import { SessionGate } from "../sessions/session-gate.ts";
import type { Scope } from "./injection.ts";
import type { BotParts } from "./parts.ts";

/** Joins the parts of the schedules. */
export function bindSchedules(scope: Scope<BotParts>, store: ScheduleStore): void {
  scope.bind("scheduleBook", () => new ScheduleBook(store));
  scope.bind(
    "scheduleRunner",
    (get) =>
      new ScheduleRunner({
        book: get("scheduleBook"),
        sessions: get("sessions"),
        intake: get("intake"),
        events: get("events"),
        clock: get("clock"),
        reportError: get("reportError"),
      }),
  );
  scope.bind(
    "schedules",
    (get) =>
      new Schedules({
        book: get("scheduleBook"),
        runner: get("scheduleRunner"),
        sessions: get("sessions"),
        gate: new SessionGate({
          store: get("store"),
          policy: get("policy"),
          audit: get("audit"),
          clock: get("clock"),
          reportError: get("reportError"),
        }),
        events: get("events"),
        clock: get("clock"),
      }),
  );
}
