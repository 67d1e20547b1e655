import type { ConnectionOptions } from "../command-line/shared-options.ts";

/** Options of every `keyturn schedules` command. */
export interface SchedulesOptions extends ConnectionOptions {
  /** Whether machines read what is printed. */
  readonly json?: boolean | undefined;
}

/** Options of `keyturn schedules list`. */
export interface ListingOptions extends SchedulesOptions {
  /** Only those of this session's conversation. */
  readonly session?: string | undefined;
}

/** Options of `keyturn schedules create`. */
export interface CreatingOptions extends SchedulesOptions {
  readonly name: string;
  readonly cron: string;
  readonly timeZone?: string | undefined;
  readonly missed: "skip" | "once";
  readonly paused?: boolean | undefined;
}
