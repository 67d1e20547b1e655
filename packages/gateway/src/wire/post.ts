import { z } from "zod";

/** Where an operator's message goes; see the core's `PostMode`. */
export const postModes = ["channel", "agent", "note"] as const;

/** What an operator writes into a session. */
export interface WirePost {
  /** 1 to 100,000 characters. A `/name` in it is text, not a command. */
  readonly text: string;
  readonly mode: (typeof postModes)[number];
}

/** That it is stored. What is for the channel is delivered after that, in order with answers. */
export interface WirePosted {
  readonly sessionId: string;
  readonly messageId: string;
  /** The run that answers it; null while it waits, and of what no run answers. */
  readonly runId: string | null;
}

/** The form of a `WirePost`. */
export const postSchema: z.ZodType<WirePost> = z
  // Its length is checked by the core: too long is 413, not 400.
  .strictObject({ text: z.string().min(1), mode: z.enum(postModes) })
  .meta({ id: "Post" });

/** The form of a `WirePosted`. */
export const postedSchema: z.ZodType<WirePosted> = z
  .object({ sessionId: z.string(), messageId: z.string(), runId: z.string().nullable() })
  .meta({ id: "Posted" });
