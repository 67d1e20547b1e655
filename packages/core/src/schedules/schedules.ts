import type { Clock } from "../clock.ts";
import { InvalidInputError, ScheduleChangedError, SchedulesExhaustedError } from "../errors.ts";
import { type ScheduleId, type SessionId, createScheduleId } from "../identifiers.ts";
import type { Actor } from "../sessions/actor.ts";
import type { EventBus, ScheduleChangeEvent } from "../sessions/events.ts";
import type { Operation } from "../sessions/policy.ts";
import type { SessionGate } from "../sessions/session-gate.ts";
import { formatSessionKey } from "../sessions/session-key.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { checkTerms } from "./check-schedule.ts";
import { Recurrence, machineTimeZone } from "./recurrence.ts";
import type { ScheduleBook } from "./schedule-book.ts";
import { type HandedIn, type ScheduleRunner, toRun } from "./schedule-runner.ts";
import type { NewSchedule, PlacedSchedule, Schedule, ScheduleChange, ScheduleTerms } from "./schedule.ts";

/** The parts that `Schedules` is made of. */
export interface SchedulesParts {
  readonly book: ScheduleBook;
  readonly runner: ScheduleRunner;
  readonly sessions: Pick<Sessions, "find" | "read">;
  readonly gate: SessionGate;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Schedules of a bot: more than people keep in view, and few enough to look through at once. */
const mostSchedules = 1_000;

/**
 * The door to schedules: permission first, then the change, one at a time for each schedule, then events and the audit.
 * Each run is a turn of its conversation, in line with everybody's messages.
 */
export class Schedules {
  readonly #parts: SchedulesParts;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
  }

  /**
   * Every schedule, or those of the conversation that a session has, in the order in which they were made.
   * @throws NotAuthorizedError
   * @throws SessionNotFoundError when there is no such session.
   */
  async list(
    actor: Actor,
    { sessionId }: { readonly sessionId?: SessionId | undefined } = {},
  ): Promise<readonly Schedule[]> {
    const { gate, sessions, book } = this.#parts;
    await gate.decide(actor, "schedule.list", undefined, "");
    const wanted = sessionId === undefined ? undefined : formatSessionKey((await sessions.read(sessionId, actor)).key);
    return [...book.all()]
      .filter(({ key }) => wanted === undefined || formatSessionKey(key) === wanted)
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
  }

  /** @throws ScheduleNotFoundError, NotAuthorizedError */
  async read(id: ScheduleId, actor: Actor): Promise<Schedule> {
    await this.#authorize(actor, "schedule.read", id);
    return this.#parts.book.get(id);
  }

  /**
   * Makes a schedule for a session's conversation. When it resolves, the schedule is durable.
   * @throws InvalidInputError that says what is wrong with it.
   * @throws SchedulesExhaustedError when there are 1,000 already.
   * @throws SessionNotFoundError, NotAuthorizedError, StoreError
   */
  async create({ sessionId, ...wanted }: NewSchedule, actor: Actor): Promise<PlacedSchedule> {
    const { book, clock, gate } = this.#parts;
    const { key, replyAddress, owner } = await gate.authorize(actor, "schedule.create", sessionId, "");
    const { name, cron, text, timeZone = machineTimeZone(), missed = "skip", isPaused = false } = wanted;
    const terms: ScheduleTerms = { name, cron, timeZone, text, missed, isPaused };
    const schedule = await book.inTurn("create", async () => {
      const now = clock.now();
      const next = checkTerms(terms, now).after(now);
      if (book.size >= mostSchedules) throw new SchedulesExhaustedError(mostSchedules);
      const made: Schedule = {
        id: createScheduleId(),
        key,
        replyAddress,
        owner,
        ...terms,
        version: 1,
        createdAt: now,
        updatedAt: now,
        nextRunAt: isPaused ? undefined : next,
        lastRun: undefined,
      };
      await book.write(made);
      return made;
    });
    const placed = { ...schedule, sessionId };
    await this.#changed(actor, "schedule.create", placed, "created");
    return placed;
  }

  /**
   * Changes the terms of a schedule. Other times, or the end of a pause, begin to count at that moment.
   * @param expected the version that the actor saw; undefined for whichever it has.
   * @throws InvalidInputError that says what is wrong, or when nothing is named that is to be changed.
   * @throws ScheduleChangedError when somebody else was faster.
   * @throws ScheduleNotFoundError, NotAuthorizedError, StoreError
   */
  async change(id: ScheduleId, change: ScheduleChange, actor: Actor, expected?: number): Promise<PlacedSchedule> {
    const { book, clock } = this.#parts;
    const sessionId = await this.#authorize(actor, "schedule.patch", id);
    if (Object.values(change).every((value) => value === undefined)) {
      throw new InvalidInputError("Nothing is named that is to be changed.");
    }
    const changed = await book.inTurn(id, async () => {
      const before = book.get(id);
      checkVersion(before, expected);
      const now = clock.now();
      const after: Schedule = {
        ...before,
        ...changedTerms(before, change),
        version: before.version + 1,
        updatedAt: now,
      };
      const recurrence = checkTerms(after, now);
      const written: Schedule = { ...after, nextRunAt: nextRun(before, after, recurrence, now) };
      await book.write(written);
      return written;
    });
    const placed = { ...changed, sessionId };
    await this.#changed(actor, "schedule.patch", placed, "changed");
    return placed;
  }

  /**
   * Deletes a schedule. When it resolves that is durable, and it never runs again; what it handed in before is answered.
   * @param expected the version that the actor saw; undefined for whichever it has.
   * @throws ScheduleChangedError, ScheduleNotFoundError, NotAuthorizedError, StoreError
   */
  async delete(id: ScheduleId, actor: Actor, expected?: number): Promise<void> {
    const { book } = this.#parts;
    const sessionId = await this.#authorize(actor, "schedule.delete", id);
    const deleted = await book.inTurn(id, async () => {
      const schedule = book.get(id);
      checkVersion(schedule, expected);
      await book.remove(id);
      return schedule;
    });
    await this.#changed(actor, "schedule.delete", { ...deleted, sessionId }, "deleted");
  }

  /**
   * Runs a schedule now, paused or not; its times stay as they are. A conversation that takes no further message is an
   * outcome, not an error.
   * @param name names the wish: the same name twice is the same run, within a day.
   * @throws ScheduleNotFoundError, NotAuthorizedError
   * @throws StoreError when it could not be stored.
   */
  async run(id: ScheduleId, actor: Actor, name: string): Promise<HandedIn> {
    const { book, runner, gate } = this.#parts;
    await this.#authorize(actor, "schedule.run", id);
    const run = await book.inTurn(id, async () => {
      const schedule = book.get(id);
      const handedIn = await runner.handIn(schedule, `by-hand/${name}`, undefined);
      await book.write({ ...schedule, lastRun: toRun(handedIn) });
      runner.announce(schedule, handedIn);
      return handedIn;
    });
    const outcome = run.outcome === "accepted" ? "done" : "nothing to do";
    await gate.record(actor, "schedule.run", run.sessionId, "", outcome, id);
    return run;
  }

  /**
   * Asked before anything is told: whoever may not see schedules is not told either whether there is this one. Gives the
   * session of its conversation: looked for after a change, a fault of the store would deny what has been done.
   */
  async #authorize(actor: Actor, operation: Operation, id: ScheduleId): Promise<SessionId | undefined> {
    const { book, gate, sessions } = this.#parts;
    const schedule = book.find(id);
    const sessionId = schedule && (await sessions.find(schedule.key));
    const session = sessionId && (await gate.find(sessionId));
    await gate.decide(actor, operation, session, "", id);
    book.get(id);
    return sessionId;
  }

  async #changed(
    actor: Actor,
    operation: Operation,
    { id, key, sessionId }: PlacedSchedule,
    change: ScheduleChangeEvent["change"],
  ): Promise<void> {
    const { runner, gate, events, clock } = this.#parts;
    runner.wake();
    events.emit({ type: "schedule.change", at: clock.now(), scheduleId: id, key, sessionId, change });
    await gate.record(actor, operation, sessionId, "", "done", id);
  }
}

/** @throws ScheduleChangedError */
function checkVersion({ id, version }: Schedule, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw new ScheduleChangedError(id, expected, version);
}

function changedTerms(before: ScheduleTerms, change: ScheduleChange): ScheduleTerms {
  const { name = before.name, cron = before.cron, timeZone = before.timeZone } = change;
  const { text = before.text, missed = before.missed, isPaused = before.isPaused } = change;
  return { name, cron, timeZone, text, missed, isPaused };
}

/** A change that is not about times leaves the next run where it is, also one that is due at this moment. */
function nextRun(before: Schedule, after: Schedule, recurrence: Recurrence, now: number): number | undefined {
  if (after.isPaused) return undefined;
  const isSame = before.cron === after.cron && before.timeZone === after.timeZone && !before.isPaused;
  return isSame ? before.nextRunAt : recurrence.after(now);
}
