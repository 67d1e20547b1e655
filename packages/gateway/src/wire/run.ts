import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** How a run that is over ended; see the core's `RunEnd`. */
export type WireRunEnd = "answered" | "stopped" | "failed" | "retrying" | "fenced" | "muted";

/** A run in flight. `stopping`: told to end, and nothing that it still does counts. */
export interface WireLiveRun {
  readonly state: "running" | "stopping";
  readonly runId: string;
  readonly sessionId: string;
  readonly epoch: number;
  /** RFC 3339. */
  readonly startedAt: string;
}

/** A run that is over. */
export interface WireEndedRun {
  readonly state: "ended";
  readonly runId: string;
  readonly sessionId: string;
  readonly end: WireRunEnd;
}

/** A run, in flight or over. */
export type WireRun = WireLiveRun | WireEndedRun;

/** The runs in flight. */
export interface WireRunList {
  readonly items: readonly WireLiveRun[];
  /** RFC 3339. */
  readonly asOf: string;
}

/** What a run has written so far, beside its state; null when its session is gone or the run is over. */
export type WireRunDetail = WireRun & { readonly text: string | null };

/** The ends that a run can come to. */
export const runEndSchema: z.ZodType<WireRunEnd> = z.enum([
  "answered",
  "stopped",
  "failed",
  "retrying",
  "fenced",
  "muted",
]);

const live = {
  state: z.enum(["running", "stopping"]),
  runId: z.string(),
  sessionId: z.string(),
  epoch: z.number().int(),
  startedAt: timestampSchema,
};

const ended = { state: z.literal("ended"), runId: z.string(), sessionId: z.string(), end: runEndSchema };

const text = z.string().nullable();

/** The form of a `WireRun`. */
export const runSchema: z.ZodType<WireRun> = z
  .discriminatedUnion("state", [z.object(live), z.object(ended)])
  .meta({ id: "Run" });

/** The form of a `WireRunDetail`. */
export const runDetailSchema: z.ZodType<WireRunDetail> = z
  .discriminatedUnion("state", [z.object({ ...live, text }), z.object({ ...ended, text })])
  .meta({ id: "RunDetail" });

/** The form of a `WireRunList`. */
export const runListSchema: z.ZodType<WireRunList> = z
  .object({ items: z.array(z.object(live)), asOf: timestampSchema })
  .meta({ id: "RunList" });
