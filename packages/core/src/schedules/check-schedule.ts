import { InvalidInputError } from "../errors.ts";
import { checkLength } from "../sessions/check-message.ts";
import { maximumTextLength } from "../sessions/inbox.ts";
import { Recurrence } from "./recurrence.ts";
import type { ScheduleTerms } from "./schedule.ts";

/**
 * Checks the terms of a schedule and gives the times that they name.
 * @param now the time from which it is to have runs, in milliseconds since 1970.
 * @throws InvalidInputError that says what is wrong and what to do.
 */
export function checkTerms({ name, cron, timeZone, text, missed }: ScheduleTerms, now: number): Recurrence {
  checkLength("name of the schedule", name, 200);
  checkLength("text of the schedule", text, maximumTextLength);
  // Callers in JavaScript have no types to hold them.
  if (missed !== "skip" && missed !== "once") {
    throw new InvalidInputError(`missed is ${JSON.stringify(missed)}; allowed are "skip" and "once".`);
  }
  const recurrence = new Recurrence(cron, timeZone);
  if (recurrence.after(now) === undefined) {
    throw new InvalidInputError(`The cron expression ${JSON.stringify(cron)} names no time that ever comes.`);
  }
  return recurrence;
}
