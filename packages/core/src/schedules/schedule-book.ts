import { ScheduleNotFoundError } from "../errors.ts";
import type { ScheduleId } from "../identifiers.ts";
import type { ScheduleStore } from "./schedule-store.ts";
import type { Schedule } from "./schedule.ts";

/** The schedules that there are. What it shows is never ahead of the store: a change shows once it is durable. */
export class ScheduleBook {
  readonly #store: ScheduleStore;
  readonly #schedules = new Map<ScheduleId, Schedule>();
  readonly #lastSteps = new Map<string, Promise<unknown>>();

  constructor(store: ScheduleStore) {
    this.#store = store;
  }

  /**
   * Reads the store; before that, the book is empty.
   * @throws StoreError
   */
  async load(): Promise<void> {
    for (const schedule of await this.#store.read()) this.#schedules.set(schedule.id, schedule);
  }

  get size(): number {
    return this.#schedules.size;
  }

  /** In no order. */
  all(): Iterable<Schedule> {
    return this.#schedules.values();
  }

  find(id: ScheduleId): Schedule | undefined {
    return this.#schedules.get(id);
  }

  /** @throws ScheduleNotFoundError */
  get(id: ScheduleId): Schedule {
    const schedule = this.#schedules.get(id);
    if (schedule === undefined) throw new ScheduleNotFoundError(id);
    return schedule;
  }

  /**
   * Takes a step on a schedule when those before it are over: its runs, changes and its delete never mix. A step must not
   * take a step itself: it would wait for itself.
   * @param name the schedule, or what else must not happen twice at a time.
   */
  inTurn<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
    const before = this.#lastSteps.get(name) ?? Promise.resolve();
    const result = before.then(step);
    const end: Promise<unknown> = result
      .catch(() => undefined)
      .then(() => {
        if (this.#lastSteps.get(name) === end) this.#lastSteps.delete(name);
      });
    this.#lastSteps.set(name, end);
    return result;
  }

  /** @throws StoreError; the book then shows what it showed. */
  async write(schedule: Schedule): Promise<void> {
    await this.#store.write(schedule);
    this.#schedules.set(schedule.id, schedule);
  }

  /** @throws StoreError; the book then shows what it showed. */
  async remove(id: ScheduleId): Promise<void> {
    await this.#store.remove(id);
    this.#schedules.delete(id);
  }

  /** Resolves when no step is being taken. */
  async settled(): Promise<void> {
    while (this.#lastSteps.size > 0) await Promise.all(this.#lastSteps.values());
  }
}
