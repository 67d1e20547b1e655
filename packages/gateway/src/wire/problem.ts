import { z } from "zod";

/** One thing that is wrong with a request. */
export interface WireFault {
  /** Where: `query/limit`, `json/text`, `header/idempotency-key`. */
  readonly field: string;
  readonly detail: string;
}

/** Why a request failed (RFC 9457), as `application/problem+json`. */
export interface WireProblem {
  /** `urn:keyturn:problem:<code>`. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What happened and what to do. */
  readonly detail: string;
  /** The request's id, also in `X-Request-Id` and in the log. */
  readonly instance: string;
  /** A stable name of the case. */
  readonly code: string;
  /** With `REQUEST_INVALID`. */
  readonly errors?: readonly WireFault[] | undefined;
  /** With `SESSION_DELETED`: RFC 3339. */
  readonly deletedAt?: string | undefined;
  /** With `SESSION_CHANGED`: the session's ETag now. */
  readonly currentEtag?: string | undefined;
  /** With `SESSION_CHANGED`: messages accepted since the state that the client saw. */
  readonly newMessages?: number | undefined;
  /** With `COUNT_CHANGED`: how many sessions meet the filter now. */
  readonly actualCount?: number | undefined;
  /** With `CONVERSATION_FULL`, `CONVERSATION_BUSY`, `SESSION_OCCUPIED` and `RESTORE_OCCUPIED`. */
  readonly sessionId?: string | undefined;
}

/** The form of a `WireProblem`. */
export const problemSchema: z.ZodType<WireProblem> = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    errors: z.array(z.object({ field: z.string(), detail: z.string() })).optional(),
    deletedAt: z.string().optional(),
    currentEtag: z.string().optional(),
    newMessages: z.number().int().optional(),
    actualCount: z.number().int().optional(),
    sessionId: z.string().optional(),
  })
  .meta({ id: "Problem" });
