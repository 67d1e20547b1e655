import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** How the bot is, at one glance. */
export interface WireStatus {
  /** The model of conversations that have no other, as `provider/model`. */
  readonly model: string;
  /** Which kind of store, such as `memory` or `lowdb`. */
  readonly store: string;
  readonly channels: readonly string[];
  /** Why one failed is in the log: a reason may hold paths or secrets. */
  readonly plugins: readonly {
    readonly name: string;
    readonly version: string;
    readonly state: "running" | "failed" | "stopped" | "disabled";
  }[];
  readonly statistics: {
    readonly runsInFlight: number;
    /** Sessions that are being worked on. */
    readonly activeLanes: number;
    /** Writes that the fence refused since the start. */
    readonly refusedWrites: number;
    /** Readers of the event stream. */
    readonly eventStreams: number;
  };
  /** When the gateway was made, RFC 3339. */
  readonly startedAt: string;
  readonly uptimeSeconds: number;
}

/** The form of a `WireStatus`. */
export const statusSchema: z.ZodType<WireStatus> = z
  .object({
    model: z.string(),
    store: z.string(),
    channels: z.array(z.string()),
    plugins: z.array(
      z.object({ name: z.string(), version: z.string(), state: z.enum(["running", "failed", "stopped", "disabled"]) }),
    ),
    statistics: z.object({
      runsInFlight: z.number().int(),
      activeLanes: z.number().int(),
      refusedWrites: z.number().int(),
      eventStreams: z.number().int(),
    }),
    startedAt: timestampSchema,
    uptimeSeconds: z.number(),
  })
  .meta({ id: "Status" });

/** Whether a probe found the gateway well. */
export interface WireHealth {
  readonly status: "ok" | "unavailable";
}

/** What a probe finds of the parts that the bot works with. Tells no names and no figures: anybody may ask. */
export interface WireReadiness extends WireHealth {
  readonly checks: {
    /** Whether conversations can be stored. */
    readonly store: "ok" | "unavailable";
    /** Whether the lock answers. */
    readonly lock: "ok" | "unavailable";
    /** `degraded` when a channel adapter is not connected: the bot can work all the same. */
    readonly channels: "ok" | "degraded";
  };
}

/** The form of a `WireHealth`. */
export const healthSchema: z.ZodType<WireHealth> = z
  .object({ status: z.enum(["ok", "unavailable"]) })
  .meta({ id: "Health" });

const checkSchema = z.enum(["ok", "unavailable"]);

/** The form of a `WireReadiness`. */
export const readinessSchema: z.ZodType<WireReadiness> = z
  .object({
    status: checkSchema,
    checks: z.object({ store: checkSchema, lock: checkSchema, channels: z.enum(["ok", "degraded"]) }),
  })
  .meta({ id: "Readiness" });
