import type { SessionId } from "@keyturn/core";
import { z } from "zod";
import { sessionIdSchema } from "./ids.ts";
import { type WireNewSchedule, type WireScheduleChange, missedRules } from "./schedule.ts";

const nameSchema = z.string().min(1).max(200);
const timeZoneSchema = z
  .string()
  .min(1)
  .max(100)
  .meta({ examples: ["Europe/Berlin"] });
const cronSchema = z
  .string()
  .min(1)
  .max(200)
  .meta({ examples: ["0 9 * * MON-FRI"] });

/** The form of a `WireNewSchedule`; how long the text may be, and what the expression means, is the core's to say. */
export const newScheduleSchema: z.ZodType<WireNewSchedule & { readonly sessionId: SessionId }> = z
  .strictObject({
    sessionId: sessionIdSchema,
    name: nameSchema,
    cron: cronSchema,
    timeZone: timeZoneSchema.optional(),
    text: z.string(),
    missed: z.enum(missedRules).optional(),
    isPaused: z.boolean().optional(),
  })
  .meta({ id: "NewSchedule" });

/** The form of a `WireScheduleChange`; at least one member is asked for. */
export const scheduleChangeSchema: z.ZodType<WireScheduleChange> = z
  .strictObject({
    name: nameSchema.optional(),
    cron: cronSchema.optional(),
    timeZone: timeZoneSchema.optional(),
    text: z.string().optional(),
    missed: z.enum(missedRules).optional(),
    isPaused: z.boolean().optional(),
  })
  .refine(
    (change) => Object.keys(change).length > 0,
    "must name what to change: name, cron, timeZone, text, missed or isPaused",
  )
  .meta({ id: "ScheduleChange" });
