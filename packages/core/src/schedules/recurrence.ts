import { Cron } from "croner";
import { InvalidInputError } from "../errors.ts";

const example = 'Write it like "0 9 * * MON-FRI": minute, hour, day of month, month, day of week.';

/**
 * The times that a cron expression names in a time zone, in milliseconds since 1970. Where clocks are put forward or back,
 * an expression whose minute and hour are one number each keeps its one run a day: a time that does not exist is the
 * moment of the change, and of a time that comes twice it is the first. Every other expression follows the clock on the
 * wall: a time that does not exist is left out, and one that comes twice comes twice.
 */
export class Recurrence {
  readonly #cron: Cron;

  /** @throws InvalidInputError that says what is wrong with the expression or the zone, with an example. */
  constructor(cron: string, timeZone: string) {
    checkFields(cron);
    checkTimeZone(timeZone);
    try {
      // Without a function to call, croner computes times and starts no timer of its own.
      this.#cron = new Cron(cron, { timezone: timeZone, mode: "5-or-6-parts" });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, "") : "it cannot be read";
      throw new InvalidInputError(`The cron expression ${quote(cron)} is not valid: ${reason}. ${example}`, { cause });
    }
  }

  /** The first time later than `time`; undefined when there is none. */
  after(time: number): number | undefined {
    return this.#cron.nextRun(new Date(time))?.getTime();
  }

  /** The last time not later than `limit`, when `first` is one of the times and not later either. */
  latest(first: number, limit: number): number {
    let found = first;
    // The first time after a point only grows with the point, so the point right before the last time can be searched for:
    // a minute's schedule after a year takes 35 steps, not half a million.
    let [low, high] = [first, limit];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const next = this.after(middle);
      if (next === undefined || next > limit) high = middle;
      else {
        found = next;
        low = Math.max(next, middle + 1);
      }
    }
    return found;
  }
}

/** Five fields, or six whose first is one second: so no schedule runs more often than once a minute. */
function checkFields(cron: string): void {
  if (cron.length > 200) {
    throw new InvalidInputError(`The cron expression has ${cron.length} characters; at most 200 are taken. ${example}`);
  }
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== 5 && fields.length !== 6) {
    throw new InvalidInputError(`The cron expression ${quote(cron)} does not have five or six fields. ${example}`);
  }
  if (fields.length === 5 || /^[0-5]?\d$/.test(fields[0] ?? "")) return;
  const rule = "Of six fields the first is the second, one number from 0 to 59: a schedule runs at most once a minute.";
  throw new InvalidInputError(`The cron expression ${quote(cron)} would run too often. ${rule} ${example}`);
}

/** @throws InvalidInputError when there is no such time zone. */
function checkTimeZone(timeZone: string): void {
  try {
    // An offset such as +02:00, which newer machines know, does not follow the law of any place.
    if (timeZone.length > 100 || !/^[A-Za-z]/.test(timeZone)) throw new RangeError("not a name");
    new Intl.DateTimeFormat("en", { timeZone });
  } catch (cause) {
    const wanted = 'Give a name of the IANA time zone database, such as "Europe/Berlin".';
    throw new InvalidInputError(`There is no time zone ${quote(timeZone)}. ${wanted}`, { cause });
  }
}

/** The time zone of this machine. */
export function machineTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
