import type { RunId } from "@keyturn/core";
import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { runIdSchema } from "./ids.ts";
import { type WireHandledMessage, handledMessageSchema } from "./webchat.ts";

/** What the page of visitors is told in itself. */
export interface WireChatSettings {
  readonly name: string;
  /** Null for a sentence in the visitor's language. */
  readonly greeting: string | null;
  /** Origins whose pages may embed it: the page listens to no other. */
  readonly embedIn: readonly string[];
  readonly messageCharacters: number;
}

/** A visitor who was just made. */
export interface WireNewVisitor {
  /** What operators know them by. */
  readonly id: string;
  /** What lets them in: in this answer, and never again. */
  readonly token: string;
}

/** One thing that was said in a visitor's conversation, as they may see it. */
export interface WireVisitorEntry {
  /** Place in the conversation's current epoch; not each has one that a visitor sees. */
  readonly sequence: number;
  /** RFC 3339. */
  readonly at: string;
  /** `notice`: what was asked could not be answered. */
  readonly from: "visitor" | "bot" | "notice";
  /** The message's id, or the run's; null for a notice. */
  readonly id: string | null;
  /** Empty for a notice: its words are for operators. */
  readonly text: string;
  /** True when the answer was stopped while it was written. */
  readonly isStopped: boolean;
}

/** A message of the visitor's that waits or is being answered. */
export interface WireVisitorMessage {
  readonly id: string;
  /** RFC 3339. */
  readonly at: string;
  readonly text: string;
}

/** A visitor's conversation, oldest entry first. */
export interface WireVisitorPage {
  /** 0 while nothing was said. */
  readonly epoch: number;
  readonly version: number;
  readonly items: readonly WireVisitorEntry[];
  /** The `before` of the page with older entries; null when there are none. */
  readonly nextBefore: number | null;
  readonly waiting: readonly WireVisitorMessage[];
  /** The answer that is being written, with what there is of it; null when none is. */
  readonly run: { readonly runId: string; readonly text: string } | null;
}

/** A message that a visitor sends. */
export interface WireVisitorText {
  /** 1 to `messageCharacters` characters; `/name` asks for a command. */
  readonly text: string;
}

/** Which answer a visitor wants to end. */
export interface WireVisitorStop {
  /** Default: whatever runs. */
  readonly runId?: RunId | undefined;
}

/** That a visitor's message was accepted: it is durable and will be answered. */
export interface WireVisitorAccepted {
  readonly messageId: string;
}

/** What a visitor's message came to. */
export type WireVisitorSent = WireVisitorAccepted | WireHandledMessage;

/** What a visitor's stop or reset came to. */
export interface WireVisitorOutcome {
  /** The conversation's epoch from now on; 0 while nothing was said. */
  readonly epoch: number;
}

/** The form of a `WireNewVisitor`. */
export const newVisitorSchema: z.ZodType<WireNewVisitor> = z
  .object({ id: z.string(), token: z.string() })
  .meta({ id: "NewVisitor" });

/** The form of a `WireVisitorText`. */
export const visitorTextSchema: z.ZodType<WireVisitorText> = z
  // Its length is checked by the handler: too long is 413, not 400.
  .strictObject({ text: z.string().min(1) })
  .meta({ id: "VisitorText" });

/** The form of a `WireVisitorStop`. */
export const visitorStopSchema: z.ZodType<WireVisitorStop> = z
  .strictObject({ runId: runIdSchema.optional() })
  .meta({ id: "VisitorStop" });

/** The form of a `WireVisitorAccepted`. */
export const visitorAcceptedSchema: z.ZodType<WireVisitorAccepted> = z
  .object({ messageId: z.string() })
  .meta({ id: "VisitorAccepted" });

/** The form of a `WireVisitorSent`. */
export const visitorSentSchema: z.ZodType<WireVisitorSent> = z.union([visitorAcceptedSchema, handledMessageSchema]);

/** The form of a `WireVisitorOutcome`. */
export const visitorOutcomeSchema: z.ZodType<WireVisitorOutcome> = z
  .object({ epoch: z.number().int() })
  .meta({ id: "VisitorOutcome" });

/** The form of a `WireVisitorPage`. */
export const visitorPageSchema: z.ZodType<WireVisitorPage> = z
  .object({
    epoch: z.number().int(),
    version: z.number().int(),
    items: z.array(
      z.object({
        sequence: z.number().int(),
        at: timestampSchema,
        from: z.enum(["visitor", "bot", "notice"]),
        id: z.string().nullable(),
        text: z.string(),
        isStopped: z.boolean(),
      }),
    ),
    nextBefore: z.number().int().nullable(),
    waiting: z.array(z.object({ id: z.string(), at: timestampSchema, text: z.string() })),
    run: z.object({ runId: z.string(), text: z.string() }).nullable(),
  })
  .meta({ id: "VisitorPage" });

/** An empty body. */
export const nothingSchema: z.ZodType<Readonly<Record<string, never>>> = z.strictObject({}).meta({ id: "Nothing" });
