import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { type WireSessionKey, sessionKeySchema } from "./session.ts";

/** What becomes of runs whose time passed while the bot was down; see the core's `MissedRule`. */
export const missedRules = ["skip", "once"] as const;

/** How a run was taken by its conversation; see the core's `ScheduledRunOutcome`. */
export const scheduledRunOutcomes = ["accepted", "full", "busy", "failed"] as const;

/** The newest run of a schedule. */
export interface WireScheduledRun {
  /** When it was handed in: RFC 3339. */
  readonly at: string;
  /** When it was due: RFC 3339; null for one that somebody started by hand. */
  readonly dueAt: string | null;
  readonly outcome: (typeof scheduledRunOutcomes)[number];
  /** The message that it became; null when it was not accepted. */
  readonly messageId: string | null;
}

/** A schedule as lists show it. */
export interface WireScheduleSummary {
  readonly id: string;
  readonly name: string;
  readonly key: WireSessionKey;
  /** The session that the conversation has today; null when it has none. */
  readonly sessionId: string | null;
  readonly cron: string;
  /** A name of the IANA time zone database. */
  readonly timeZone: string;
  readonly missed: (typeof missedRules)[number];
  readonly isPaused: boolean;
  /** Raised by every change, not by runs; it is the ETag. */
  readonly version: number;
  /** RFC 3339. */
  readonly createdAt: string;
  /** RFC 3339. */
  readonly updatedAt: string;
  /** RFC 3339; null when it is paused. */
  readonly nextRunAt: string | null;
  readonly lastRun: WireScheduledRun | null;
  /** The first 120 characters of the text. */
  readonly preview: string;
}

/** A schedule. */
export interface WireSchedule extends WireScheduleSummary {
  /** What the conversation is sent. */
  readonly text: string;
}

/** Schedules, in the order in which they were made. */
export interface WireScheduleList {
  readonly items: readonly WireScheduleSummary[];
  /** RFC 3339. */
  readonly asOf: string;
}

/** A schedule to make. */
export interface WireNewSchedule {
  /** The session whose conversation it belongs to. */
  readonly sessionId: string;
  /** 1 to 200 characters. */
  readonly name: string;
  /** Five fields, or six with the second, one number, in front. */
  readonly cron: string;
  /** Default: the zone of the bot's machine. */
  readonly timeZone?: string | undefined;
  /** 1 to 100,000 characters. */
  readonly text: string;
  /** @default "skip" */
  readonly missed?: (typeof missedRules)[number] | undefined;
  /** @default false */
  readonly isPaused?: boolean | undefined;
}

/** What is to be changed of a schedule: what is left out stays. */
export type WireScheduleChange = {
  readonly [Name in keyof Omit<WireNewSchedule, "sessionId">]?: WireNewSchedule[Name] | undefined;
};

/** A run that somebody started. */
export interface WireStartedRun {
  readonly messageId: string;
  readonly sessionId: string | null;
}

const summary = {
  id: z.string(),
  name: z.string(),
  key: sessionKeySchema,
  sessionId: z.string().nullable(),
  cron: z.string(),
  timeZone: z.string(),
  missed: z.enum(missedRules),
  isPaused: z.boolean(),
  version: z.number().int(),
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
  nextRunAt: timestampSchema.nullable(),
  lastRun: z
    .object({
      at: timestampSchema,
      dueAt: timestampSchema.nullable(),
      outcome: z.enum(scheduledRunOutcomes),
      messageId: z.string().nullable(),
    })
    .nullable(),
  preview: z.string(),
};

/** The form of a `WireSchedule`. */
export const scheduleSchema: z.ZodType<WireSchedule> = z
  .object({ ...summary, text: z.string() })
  .meta({ id: "Schedule" });

/** The form of a `WireScheduleList`. */
export const scheduleListSchema: z.ZodType<WireScheduleList> = z
  .object({ items: z.array(z.object(summary)), asOf: timestampSchema })
  .meta({ id: "ScheduleList" });

/** The form of a `WireStartedRun`. */
export const startedRunSchema: z.ZodType<WireStartedRun> = z
  .object({ messageId: z.string(), sessionId: z.string().nullable() })
  .meta({ id: "StartedRun" });
