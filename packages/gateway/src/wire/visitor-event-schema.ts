import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import type { WireVisitorStreamEvent } from "./visitor-event.ts";

const subject = { at: timestampSchema, epoch: z.number().int() };
const run = { ...subject, runId: z.string() };

/** The form of a `WireVisitorStreamEvent`. */
export const visitorEventSchema: z.ZodType<WireVisitorStreamEvent> = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("hello"), at: timestampSchema, heartbeatMilliseconds: z.number().int() }),
    z.object({ type: z.literal("resync"), at: timestampSchema }),
    z.object({ type: z.literal("chat.start"), ...run }),
    z.object({ type: z.literal("chat.draft"), ...run, offset: z.number().int(), text: z.string() }),
    z.object({ type: z.literal("chat.end"), ...run }),
    z.object({ type: z.literal("chat.change"), ...subject }),
    z.object({ type: z.literal("chat.clear"), ...subject }),
  ])
  .meta({ id: "VisitorEvent" });
