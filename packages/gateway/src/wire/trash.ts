import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { type WirePerson, type WireSessionKey, personSchema, sessionKeySchema } from "./session.ts";

/** A deleted session that can be brought back. */
export interface WireRemovedSession {
  readonly id: string;
  readonly key: WireSessionKey;
  /** Names the delete when it is undone. */
  readonly epoch: number;
  readonly title: string | null;
  readonly owner: WirePerson;
  /** How many transcript entries would come back. */
  readonly entries: number;
  /** RFC 3339. */
  readonly deletedAt: string;
  /** Until when it can be brought back, RFC 3339. */
  readonly undoUntil: string;
}

/** A page of deleted sessions that can be brought back, the most recently deleted first. */
export interface WireTrashPage {
  readonly items: readonly WireRemovedSession[];
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null;
  /** When the page was read, RFC 3339. */
  readonly asOf: string;
}

/** What a client may ask of the trash. */
export interface WireTrashQuery {
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** The form of a `WireTrashPage`. */
export const trashPageSchema: z.ZodType<WireTrashPage> = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        key: sessionKeySchema,
        epoch: z.number().int(),
        title: z.string().nullable(),
        owner: personSchema,
        entries: z.number().int(),
        deletedAt: timestampSchema,
        undoUntil: timestampSchema,
      }),
    ),
    nextCursor: z.string().nullable(),
    asOf: timestampSchema,
  })
  .meta({ id: "TrashPage" });
