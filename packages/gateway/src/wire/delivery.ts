import { z } from "zod";
import { timestampSchema } from "./fields.ts";
import { type WireSessionKey, sessionKeySchema } from "./session.ts";

/** How a piece can stand that waits for a person's decision. */
export const undeliveredStates = ["failed", "unconfirmed"] as const;

/** A piece of an answer, or of what an operator said, that waits for a person's decision. */
export interface WireDelivery {
  readonly id: string;
  /** Names the state that is seen here: to be sent as `If-Match` with what is decided. */
  readonly etag: string;
  /** `failed`: it is not there; `unconfirmed`: nobody knows, so sending it again may make a second one. */
  readonly state: (typeof undeliveredStates)[number];
  readonly kind: "answer" | "error" | "operator";
  /** Its conversation. */
  readonly session: {
    readonly id: string;
    readonly key: WireSessionKey;
    readonly title: string | null;
  };
  /** The run that wrote it; null when an operator did. */
  readonly runId: string | null;
  /** Its number in what it is a piece of, from 1. */
  readonly piece: number;
  readonly pieces: number;
  /** How many sends were begun. */
  readonly attempts: number;
  /** When it was written, in RFC 3339. */
  readonly createdAt: string;
  /** Why the last try failed. */
  readonly error: string;
  /** The first 200 characters of its text. */
  readonly preview: string;
}

/** A page of such pieces. */
export interface WireDeliveryPage {
  readonly items: readonly WireDelivery[];
  readonly nextCursor: string | null;
  /** RFC 3339. */
  readonly asOf: string;
}

/** What a client may ask of the list. */
export interface WireDeliveryQuery {
  /** Default: both. */
  readonly state?: (typeof undeliveredStates)[number] | undefined;
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
  /** The `nextCursor` of the page before, of the same state. */
  readonly cursor?: string | undefined;
}

/** The form of a `WireDeliveryPage`. */
export const deliveryPageSchema: z.ZodType<WireDeliveryPage> = z
  .object({
    items: z.array(
      z
        .object({
          id: z.string(),
          etag: z.string(),
          state: z.enum(undeliveredStates),
          kind: z.enum(["answer", "error", "operator"]),
          session: z.object({ id: z.string(), key: sessionKeySchema, title: z.string().nullable() }),
          runId: z.string().nullable(),
          piece: z.number().int(),
          pieces: z.number().int(),
          attempts: z.number().int(),
          createdAt: timestampSchema,
          error: z.string(),
          preview: z.string(),
        })
        .meta({ id: "Delivery" }),
    ),
    nextCursor: z.string().nullable(),
    asOf: timestampSchema,
  })
  .meta({ id: "DeliveryPage" });
