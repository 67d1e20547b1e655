import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** The levels of the log, the lowest first. */
export const logLevels = ["debug", "info", "warn", "error"] as const;

/** A line of the log. Holds no message text and no secret. */
export interface WireLogLine {
  /** RFC 3339. */
  readonly at: string;
  readonly level: (typeof logLevels)[number];
  readonly message: string;
  /** What else it says, such as `requestId`, `runId`, `sessionId` and `err`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A page of the log, newest first. */
export interface WireLog {
  readonly items: readonly WireLogLine[];
  /** For the page after this one; null when there is none. */
  readonly nextCursor: string | null;
  /** RFC 3339. */
  readonly asOf: string;
}

/** What a client may ask of the log. */
export interface WireLogQuery {
  /** Of this level and above. */
  readonly level?: (typeof logLevels)[number] | undefined;
  /** Not before this: RFC 3339. */
  readonly since?: string | undefined;
  readonly requestId?: string | undefined;
  readonly runId?: string | undefined;
  readonly sessionId?: string | undefined;
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before, of the same query. */
  readonly cursor?: string | undefined;
}

/** The form of a `WireLog`. */
export const logSchema: z.ZodType<WireLog> = z
  .object({
    items: z.array(
      z.object({
        at: timestampSchema,
        level: z.enum(logLevels),
        message: z.string(),
        fields: z.record(z.string(), z.unknown()),
      }),
    ),
    nextCursor: z.string().nullable(),
    asOf: timestampSchema,
  })
  .meta({ id: "Log" });
