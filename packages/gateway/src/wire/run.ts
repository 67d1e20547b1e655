import type { JsonValue } from "@keyturn/core";
import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { jsonSchema } from "./json.ts";

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

/** A tool that a run in flight called. */
export interface WireRunTool {
  readonly callId: string;
  readonly name: string;
  /** What went in. */
  readonly input: JsonValue;
  /** RFC 3339. */
  readonly startedAt: string;
  /** Null while the tool works. */
  readonly durationMilliseconds: number | null;
  readonly isError: boolean;
}

/** A run with what it has done so far: nothing of that when its session is gone or the run is over. */
export type WireRunDetail = WireRun & {
  /** What it has written; null when there is none of it. */
  readonly text: string | null;
  /** The tools that it called, in that order. */
  readonly tools: readonly WireRunTool[];
};

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

const done = {
  text: z.string().nullable(),
  tools: z.array(
    z.object({
      callId: z.string(),
      name: z.string(),
      input: jsonSchema,
      startedAt: timestampSchema,
      durationMilliseconds: z.number().nullable(),
      isError: z.boolean(),
    }),
  ),
};

/** The form of a `WireRun`. */
export const runSchema: z.ZodType<WireRun> = z
  .discriminatedUnion("state", [z.object(live), z.object(ended)])
  .meta({ id: "Run" });

/** The form of a `WireRunDetail`. */
export const runDetailSchema: z.ZodType<WireRunDetail> = z
  .discriminatedUnion("state", [z.object({ ...live, ...done }), z.object({ ...ended, ...done })])
  .meta({ id: "RunDetail" });

/** The form of a `WireRunList`. */
export const runListSchema: z.ZodType<WireRunList> = z
  .object({ items: z.array(z.object(live)), asOf: timestampSchema })
  .meta({ id: "RunList" });
