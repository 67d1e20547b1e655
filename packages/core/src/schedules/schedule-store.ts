import type { ScheduleId } from "../identifiers.ts";
import type { Schedule } from "./schedule.ts";

/** Where schedules are kept. One process at a time uses a store; writes of one schedule come one after the other. */
export interface ScheduleStore {
  /**
   * Every schedule that is kept.
   * @throws StoreError `STORE_DAMAGED` when one cannot be read: a schedule that is not there would be missed by nobody.
   */
  read(): Promise<readonly Schedule[]>;
  /**
   * Puts a schedule in the place of the one with its id; resolves when that is durable.
   * @throws StoreError when it cannot be confirmed; what is kept is then the old or the new.
   */
  write(schedule: Schedule): Promise<void>;
  /**
   * Takes a schedule away; resolves when that is durable. Fine when it is not there.
   * @throws StoreError when it cannot be confirmed.
   */
  remove(id: ScheduleId): Promise<void>;
}

/** A store that ends with the process. */
export class MemoryScheduleStore implements ScheduleStore {
  readonly #schedules = new Map<ScheduleId, Schedule>();

  read(): Promise<readonly Schedule[]> {
    return Promise.resolve([...this.#schedules.values()]);
  }

  write(schedule: Schedule): Promise<void> {
    this.#schedules.set(schedule.id, schedule);
    return Promise.resolve();
  }

  remove(id: ScheduleId): Promise<void> {
    this.#schedules.delete(id);
    return Promise.resolve();
  }
}
