import type { MessageId, ScheduleId, SessionId } from "../identifiers.ts";
import type { JsonValue } from "../json.ts";
import type { SessionKey } from "../sessions/session-key.ts";
import type { Person } from "../sessions/transcript.ts";

/**
 * What becomes of runs whose time passed while the process was down, or while its machine slept.
 * - `skip`: they are left out;
 * - `once`: however many they are, one run makes up for them.
 */
export type MissedRule = "skip" | "once";

/**
 * How a run was taken by its conversation. `accepted`: durable, it will be answered. `full`, `busy`: the conversation took
 * no further message. `failed`: it could not be handed in.
 */
export type ScheduledRunOutcome = "accepted" | "full" | "busy" | "failed";

/** The newest run of a schedule. */
export interface ScheduledRun {
  /** When it was handed in, in milliseconds since 1970. */
  readonly at: number;
  /** The time that it was due, in milliseconds since 1970; undefined for one that somebody started by hand. */
  readonly dueAt: number | undefined;
  readonly outcome: ScheduledRunOutcome;
  /** The message that it became, when it was accepted. */
  readonly messageId: MessageId | undefined;
}

/** What somebody says of a schedule, and may change later. */
export interface ScheduleTerms {
  /** 1 to 200 characters; the conversation sees it as the sender's name. */
  readonly name: string;
  /** Five fields (minute, hour, day of month, month, day of week), or six with the second, one number, in front. */
  readonly cron: string;
  /** A name of the IANA time zone database, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** What the conversation is sent: 1 to 100,000 characters (UTF-16 code units). Never taken as a command. */
  readonly text: string;
  readonly missed: MissedRule;
  /** A paused schedule does not run by time; its times during the pause are not missed, they are not there. */
  readonly isPaused: boolean;
}

/** A message that is sent to a conversation again and again, by the clock. */
export interface Schedule extends ScheduleTerms {
  readonly id: ScheduleId;
  /** The conversation. It stays the same when its session is reset or deleted: the next run begins a new one. */
  readonly key: SessionKey;
  /** How to answer there, for a run that begins a session. */
  readonly replyAddress: JsonValue | undefined;
  /** Whose conversation it is, for a run that begins a session. */
  readonly owner: Person;
  /** Raised by every change of the terms. Runs do not raise it: they would get in the way of everybody who edits. */
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When the terms were changed last, in milliseconds since 1970. */
  readonly updatedAt: number;
  /** The next run that is not settled yet, in milliseconds since 1970; undefined when paused, or when there is no further one. */
  readonly nextRunAt: number | undefined;
  readonly lastRun: ScheduledRun | undefined;
}

/** A schedule as it is after a change, with the session that its conversation had just before: undefined when none. */
export interface PlacedSchedule extends Schedule {
  readonly sessionId: SessionId | undefined;
}

/** What a schedule is made of. */
export interface NewSchedule extends Pick<ScheduleTerms, "name" | "cron" | "text"> {
  /** The session whose conversation it belongs to. */
  readonly sessionId: SessionId;
  /** Default: the machine's. */
  readonly timeZone?: string | undefined;
  /** @default "skip" */
  readonly missed?: MissedRule | undefined;
  /** @default false */
  readonly isPaused?: boolean | undefined;
}

/** What is to be changed of a schedule: what is left out stays. */
export type ScheduleChange = { readonly [Name in keyof ScheduleTerms]?: ScheduleTerms[Name] | undefined };
