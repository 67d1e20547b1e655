import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { type WireSession, sessionSchema } from "./session.ts";
import { type WireEntry, entrySchema } from "./transcript.ts";

/** The forms that a session can be exported in; all but Markdown can be imported. */
export const exportFormats = ["json", "jsonl", "md"] as const;

/** One of `exportFormats`. */
export type ExportFormat = (typeof exportFormats)[number];

/** What an export calls its form; another number when it changes so that older ones are not understood. */
export const exportFormatName = "keyturn-session-1";

/** What stands in front of the entries of an export. */
export interface WireExportHead {
  readonly format: typeof exportFormatName;
  readonly session: WireSession;
  /** RFC 3339. */
  readonly exportedAt: string;
}

/** A whole session as it was at one version. */
export interface WireExport extends WireExportHead {
  readonly entries: readonly WireEntry[];
}

/** The last line of an export in lines: one without it is not whole. */
export interface WireExportEnd {
  readonly type: "end";
  /** How many entries came. */
  readonly entries: number;
}

/** The form of a `WireExport`. */
export const exportSchema: z.ZodType<WireExport> = z
  .object({
    format: z.literal(exportFormatName),
    session: sessionSchema,
    exportedAt: timestampSchema,
    entries: z.array(entrySchema),
  })
  .meta({ id: "Export" });
