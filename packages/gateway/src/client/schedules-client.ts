import {
  type WireNewSchedule,
  type WireSchedule,
  type WireScheduleChange,
  type WireScheduleList,
  type WireStartedRun,
  scheduleListSchema,
  scheduleSchema,
  startedRunSchema,
} from "../wire/schedule.ts";
import type { Transport } from "./transport.ts";

/** What may be said with a call about schedules. */
export interface ScheduleCallOptions {
  /** Gives up waiting for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** What may be said with a call that makes something. */
export interface ScheduleMakingOptions extends ScheduleCallOptions {
  /** The same key twice is the same call: give one to be able to send again after no answer came. */
  readonly idempotencyKey?: string | undefined;
}

/** Which version of a schedule the caller saw, such as a `WireSchedule`. */
export type SeenSchedule = Pick<WireSchedule, "version">;

/** Messages that are sent to conversations by the clock. Every call throws `GatewayError` when it fails. */
export class SchedulesClient {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Every schedule, or those of the conversation that a session has. */
  list(
    query: { readonly sessionId?: string | undefined } = {},
    { signal }: ScheduleCallOptions = {},
  ): Promise<WireScheduleList> {
    return this.#transport.call(scheduleListSchema, { path: "/schedules", query: { ...query }, signal });
  }

  /** A schedule. */
  read(id: string, { signal }: ScheduleCallOptions = {}): Promise<WireSchedule> {
    return this.#transport.call(scheduleSchema, { path: pathOf(id), signal });
  }

  /** Makes a schedule. */
  create(schedule: WireNewSchedule, { idempotencyKey, signal }: ScheduleMakingOptions = {}): Promise<WireSchedule> {
    return this.#transport.call(scheduleSchema, {
      method: "POST",
      path: "/schedules",
      body: schedule,
      headers: keyed(idempotencyKey),
      signal,
    });
  }

  /** Changes, pauses or resumes a schedule that was seen; fails with `SCHEDULE_CHANGED` when it was changed since. */
  update(
    id: string,
    seen: SeenSchedule,
    change: WireScheduleChange,
    { signal }: ScheduleCallOptions = {},
  ): Promise<WireSchedule> {
    const headers = { "If-Match": tagOf(seen) };
    return this.#transport.call(scheduleSchema, { method: "PATCH", path: pathOf(id), body: change, headers, signal });
  }

  /** Deletes a schedule; with `seen` only that version of it. */
  delete(
    id: string,
    { seen, signal }: ScheduleCallOptions & { readonly seen?: SeenSchedule | undefined } = {},
  ): Promise<void> {
    const headers: Readonly<Record<string, string>> = seen === undefined ? {} : { "If-Match": tagOf(seen) };
    return this.#transport.perform({ method: "DELETE", path: pathOf(id), headers, signal });
  }

  /** Runs a schedule now; fails with `CONVERSATION_FULL` when too many messages wait there. */
  run(id: string, { idempotencyKey, signal }: ScheduleMakingOptions = {}): Promise<WireStartedRun> {
    return this.#transport.call(startedRunSchema, {
      method: "POST",
      path: `${pathOf(id)}/run`,
      headers: keyed(idempotencyKey),
      signal,
    });
  }
}

function pathOf(id: string): string {
  return `/schedules/${encodeURIComponent(id)}`;
}

function tagOf({ version }: SeenSchedule): string {
  return `"${version}"`;
}

function keyed(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { "Idempotency-Key": key };
}
