import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../errors.ts";
import { Recurrence } from "./recurrence.ts";

/** The first `count` times after a moment. */
function timesAfter(cron: string, timeZone: string, from: string, count: number): readonly string[] {
  const recurrence = new Recurrence(cron, timeZone);
  const times: string[] = [];
  let time: number | undefined = Date.parse(from);
  while (times.length < count && time !== undefined) {
    time = recurrence.after(time);
    if (time !== undefined) times.push(new Date(time).toISOString().replace(":00.000Z", "Z"));
  }
  return times;
}

// In Berlin the clocks go from 02:00 to 03:00 on 31 March 2030, and from 03:00 back to 02:00 on 27 October 2030.
describe("a time that does not exist, since clocks are put forward", () => {
  it("is the moment of the change, for one run a day", () => {
    expect(timesAfter("30 2 * * *", "Europe/Berlin", "2030-03-30T12:00:00Z", 2)).toEqual([
      "2030-03-31T01:00Z",
      "2030-04-01T00:30Z",
    ]);
  });

  it("is left out, for several runs a day", () => {
    expect(timesAfter("0,30 1,2,3 * * *", "Europe/Berlin", "2030-03-30T23:00:00Z", 5)).toEqual([
      "2030-03-31T00:00Z",
      "2030-03-31T00:30Z",
      "2030-03-31T01:00Z",
      "2030-03-31T01:30Z",
      "2030-03-31T23:00Z",
    ]);
  });
});

describe("a time that comes twice, since clocks are put back", () => {
  it("is the first of the two, for one run a day", () => {
    expect(timesAfter("30 2 * * *", "Europe/Berlin", "2030-10-26T12:00:00Z", 2)).toEqual([
      "2030-10-27T00:30Z",
      "2030-10-28T01:30Z",
    ]);
    expect(timesAfter("30 2 * * *", "Europe/Berlin", "2030-10-27T01:00:00Z", 1)).toEqual(["2030-10-28T01:30Z"]);
  });

  it("comes twice, for several runs a day", () => {
    expect(timesAfter("0 * * * *", "Europe/Berlin", "2030-10-26T23:30:00Z", 3)).toEqual([
      "2030-10-27T00:00Z",
      "2030-10-27T01:00Z",
      "2030-10-27T02:00Z",
    ]);
    expect(timesAfter("0,30 2 * * *", "Europe/Berlin", "2030-10-26T23:30:00Z", 5)).toEqual([
      "2030-10-27T00:00Z",
      "2030-10-27T00:30Z",
      "2030-10-27T01:00Z",
      "2030-10-27T01:30Z",
      "2030-10-28T01:00Z",
    ]);
  });
});

describe("the last time before a moment", () => {
  it("is found among half a million", () => {
    const minutely = new Recurrence("* * * * *", "UTC");
    const first = Date.UTC(2029, 0, 1);
    expect(minutely.latest(first, Date.UTC(2030, 0, 1, 0, 0, 30))).toBe(Date.UTC(2030, 0, 1));
    expect(minutely.latest(first, first)).toBe(first);
    expect(minutely.latest(first, first + 59_999)).toBe(first);
    expect(minutely.latest(first, first + 60_000)).toBe(first + 60_000);
  });

  it("is the same as the one that is found by going through all", () => {
    const recurrence = new Recurrence("*/7 2-4 * * 1", "Europe/Berlin");
    const first = recurrence.after(Date.UTC(2030, 0, 1)) ?? 0;
    for (let limit = first; limit < first + 30 * 86_400_000; limit += 9_991_337) {
      let last = first;
      for (let time = first; time <= limit; time = recurrence.after(time) ?? Number.POSITIVE_INFINITY) last = time;
      expect(recurrence.latest(first, limit)).toBe(last);
    }
  });
});

describe("an expression", () => {
  it.each([
    ["", "five or six fields"],
    ["@daily", "five or six fields"],
    ["2030-01-01T00:00:00", "five or six fields"],
    ["* * * *", "five or six fields"],
    ["* * * * * * *", "five or six fields"],
    ["* * * * * *", "too often"],
    ["*/10 0 9 * * *", "too often"],
    ["0,30 0 9 * * *", "too often"],
    ["61 * * * *", "minute"],
    ["0 0 * * 8", "dayOfWeek"],
    ["a b c d e", "not valid"],
    ["9".repeat(201), "at most 200"],
  ])("that is %j is refused: it says %j, and what to write instead", (cron, reason) => {
    const make = () => new Recurrence(cron, "UTC");
    expect(make).toThrow(reason);
    expect(make).toThrow(InvalidInputError);
    expect(make).toThrow("0 9 * * MON-FRI");
  });

  it.each(["0 9 * * MON-FRI", "30 0 9 * * *", " 0  9 * * 1 ", "0 9 L * *", "0 0 29 2 *"])(
    "that is %j is taken",
    (cron) => {
      expect(new Recurrence(cron, "UTC").after(Date.UTC(2030, 0, 1))).toBeGreaterThan(Date.UTC(2030, 0, 1));
    },
  );

  it.each(["Mars/Olympus", "", "+02:00", "02:00", "x".repeat(101)])(
    "is refused with %j as its time zone",
    (timeZone) => {
      expect(() => new Recurrence("0 9 * * *", timeZone)).toThrow("Europe/Berlin");
    },
  );
});
