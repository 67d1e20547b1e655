import type { Clock, Timer } from "../clock.ts";
import type { Intake } from "../commands/intake.ts";
import { StoreError } from "../errors.ts";
import type { ScheduleId, SessionId } from "../identifiers.ts";
import type { EventBus } from "../sessions/events.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { type DueRun, findDueRun } from "./due-run.ts";
import { Recurrence } from "./recurrence.ts";
import type { ScheduleBook } from "./schedule-book.ts";
import type { Schedule, ScheduledRun } from "./schedule.ts";

/** The parts that a runner is made of. */
export interface ScheduleRunnerParts {
  readonly book: ScheduleBook;
  readonly sessions: Pick<Sessions, "find">;
  readonly intake: Pick<Intake, "take">;
  readonly events: EventBus;
  readonly clock: Clock;
  readonly reportError: (error: unknown) => void;
}

/** How a message was handed in, and where. */
export interface HandedIn extends ScheduledRun {
  readonly sessionId: SessionId | undefined;
}

/**
 * Longest pause between two looks at the clock, in milliseconds, while there is something to wait for. A wait for the
 * time itself would come too late after a machine slept or its clock was set, and timers end at 24.8 days.
 */
const lookMilliseconds = 30_000;

/** Schedules that run at the same time: many are due at midnight, and each takes two durable writes. */
const parallelRuns = 16;

/** Runs schedules when their time has come. */
export class ScheduleRunner {
  readonly #parts: ScheduleRunnerParts;
  /** Schedules whose run the store could not take: tried again at the next look. */
  readonly #failing = new Set<ScheduleId>();
  #timer: Timer | undefined;
  #isRunning = false;
  #look: Promise<void> = Promise.resolve();

  constructor(parts: ScheduleRunnerParts) {
    this.#parts = parts;
  }

  /** Begins to run schedules; resolves when what was due before is settled. */
  start(): Promise<void> {
    this.#isRunning = true;
    return this.#lookAt();
  }

  /** Begins no further run; resolves when those that were begun are handed in. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    this.#timer?.cancel();
    await this.settled();
  }

  /** Resolves when nothing is being handed in. */
  async settled(): Promise<void> {
    await this.#look;
    await this.#parts.book.settled();
  }

  /** The schedules were changed: what is next may be something else. */
  wake(): void {
    this.#timer?.cancel();
    const next = this.#isRunning ? this.#nextLook() : undefined;
    if (next === undefined) return;
    const wait = Math.min(lookMilliseconds, Math.max(0, next - this.#parts.clock.now()));
    this.#timer = this.#parts.clock.startTimer(wait, () => void this.#lookAt());
  }

  /**
   * Hands the schedule's message in, as a step of the schedule. The same name twice is the same message.
   * @param dueAt undefined when it is started by hand.
   * @throws StoreError when it could not be stored.
   */
  async handIn(schedule: Schedule, name: string, dueAt: number | undefined): Promise<HandedIn> {
    const { sessions, intake, clock } = this.#parts;
    const { id, key, text, owner } = schedule;
    const sessionId = await sessions.find(key);
    const outcome = await intake.take(
      {
        key,
        platformMessageId: `schedule/${id}/${name}`,
        sender: { id: `schedule/${id}`, name: schedule.name },
        text,
        // The session may know a newer one.
        replyAddress: sessionId === undefined ? schedule.replyAddress : undefined,
      },
      "queue",
      owner,
    );
    const at = clock.now();
    if (outcome.kind === "full" || outcome.kind === "busy") {
      return { at, dueAt, outcome: outcome.kind, messageId: undefined, sessionId: outcome.sessionId };
    }
    // A duplicate was accepted by a process that died before it could write that down.
    const place = outcome.kind === "accepted" ? outcome.session.id : sessionId;
    return { at, dueAt, outcome: "accepted", messageId: outcome.messageId, sessionId: place };
  }

  /** Tells of a run. */
  announce({ id, key }: Schedule, { dueAt, outcome, messageId, sessionId }: HandedIn): void {
    const { events, clock } = this.#parts;
    events.emit({ type: "schedule.run", at: clock.now(), scheduleId: id, key, sessionId, dueAt, outcome, messageId });
  }

  /** When to look next, in milliseconds since 1970; undefined when there is nothing to wait for. */
  #nextLook(): number | undefined {
    const soonest = this.#parts.clock.now() + lookMilliseconds;
    let next: number | undefined;
    for (const { id, nextRunAt, isPaused } of this.#parts.book.all()) {
      if (isPaused || nextRunAt === undefined) continue;
      const at = this.#failing.has(id) ? Math.max(nextRunAt, soonest) : nextRunAt;
      if (next === undefined || at < next) next = at;
    }
    return next;
  }

  /** Settles what is due by now, the oldest first. */
  #lookAt(): Promise<void> {
    const looked = this.#look.then(async () => {
      const now = this.#parts.clock.now();
      this.#failing.clear();
      const due = [...this.#parts.book.all()]
        .filter(({ nextRunAt, isPaused }) => !isPaused && nextRunAt !== undefined && nextRunAt <= now)
        .sort((one, other) => (one.nextRunAt ?? 0) - (other.nextRunAt ?? 0))
        .map(({ id }) => id);
      const workers = Array.from({ length: parallelRuns }, async () => {
        for (let id = due.shift(); id !== undefined; id = due.shift()) await this.#settle(id, now);
      });
      await Promise.all(workers);
      this.wake();
    });
    this.#look = looked;
    return looked;
  }

  /** Never rejects. */
  async #settle(id: ScheduleId, now: number): Promise<void> {
    try {
      await this.#parts.book.inTurn(id, async () => {
        while (this.#isRunning) {
          // Looked for anew each time: it may have been deleted, paused or changed since.
          const schedule = this.#parts.book.find(id);
          const due = schedule && findDueRun(schedule, new Recurrence(schedule.cron, schedule.timeZone), now);
          if (schedule === undefined || due === undefined) return;
          await this.#settleRun(schedule, due);
        }
      });
    } catch (error) {
      this.#failing.add(id);
      this.#parts.reportError(error);
    }
  }

  /** First the message, then the note that it was handed in: a crash between the two makes a duplicate, which is none. */
  async #settleRun(schedule: Schedule, { dueAt, nextRunAt }: DueRun): Promise<void> {
    const { book } = this.#parts;
    if (dueAt === undefined) return book.write({ ...schedule, nextRunAt });
    const run = await this.#handInDue(schedule, dueAt);
    await book.write({ ...schedule, nextRunAt, lastRun: toRun(run) });
    this.announce(schedule, run);
  }

  /** @throws StoreError when the store has trouble that may pass: that the run failed is then noted, and it stays due. */
  async #handInDue(schedule: Schedule, dueAt: number): Promise<HandedIn> {
    try {
      return await this.handIn(schedule, new Date(dueAt).toISOString(), dueAt);
    } catch (error) {
      const at = this.#parts.clock.now();
      const failed: HandedIn = { at, dueAt, outcome: "failed", messageId: undefined, sessionId: undefined };
      if (!(error instanceof StoreError)) {
        this.#parts.reportError(error);
        return failed;
      }
      const isKnown = schedule.lastRun?.outcome === "failed" && schedule.lastRun.dueAt === dueAt;
      if (!isKnown) {
        await this.#parts.book.write({ ...schedule, lastRun: toRun(failed) });
        this.announce(schedule, failed);
      }
      throw error;
    }
  }
}

/** What is kept of a run. */
export function toRun({ at, dueAt, outcome, messageId }: HandedIn): ScheduledRun {
  return { at, dueAt, outcome, messageId };
}
