import { z } from "zod";
import { timestampSchema } from "./fields.ts";

/** How something that was asked for ended. */
export const auditOutcomes = ["done", "denied", "nothing to do", "failed"] as const;

/** One line of the audit log. It never holds message text. */
export interface WireAuditEntry {
  /** RFC 3339. */
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly surface: string };
  readonly operation: string;
  readonly sessionId: string | null;
  /** The schedule, access token or login that it was about; null for what is about sessions. */
  readonly target: string | null;
  /** Why, in the actor's words. */
  readonly reason: string;
  readonly outcome: (typeof auditOutcomes)[number];
}

/** The newest lines of the audit log, newest first. */
export interface WireAudit {
  readonly items: readonly WireAuditEntry[];
  /** RFC 3339. */
  readonly asOf: string;
}

/** What a client may ask of the audit log. */
export interface WireAuditQuery {
  /** The actor's id. */
  readonly actor?: string | undefined;
  /** Such as `session.delete`. */
  readonly operation?: string | undefined;
  readonly outcome?: (typeof auditOutcomes)[number] | undefined;
  /** Not before this: RFC 3339. */
  readonly since?: string | undefined;
  /**
   * 1 to 200.
   * @default 50
   */
  readonly limit?: number | undefined;
}

/** The form of a `WireAudit`. */
export const auditSchema: z.ZodType<WireAudit> = z
  .object({
    items: z.array(
      z.object({
        at: timestampSchema,
        actor: z.object({ kind: z.string(), id: z.string(), surface: z.string() }),
        operation: z.string(),
        sessionId: z.string().nullable(),
        target: z.string().nullable(),
        reason: z.string(),
        outcome: z.enum(auditOutcomes),
      }),
    ),
    asOf: timestampSchema,
  })
  .meta({ id: "Audit" });
